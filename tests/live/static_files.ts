import { join, normalize } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
};

/** The file that a path of a site stands for; never one outside the folder. */
export function pathOf(folder: string, pathname: string): string {
  const inside = normalize(decodeURIComponent(pathname)).replace(/^(\.\.(\/|$))+/, "");
  return join(folder, inside.endsWith("/") ? `${inside}index.html` : inside);
}

/** The type of a file by its ending. */
export function contentType(path: string): string {
  return TYPES[path.split(".").at(-1) ?? ""] ?? "application/octet-stream";
}
