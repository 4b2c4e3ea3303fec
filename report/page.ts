import { Html, html } from "./html.ts";
import { STYLE } from "./style.ts";

/** What a page is made of. */
export interface PageParts {
  readonly title: string;
  /** Path from the page to the report's root: `` or `../`. */
  readonly root: string;
  readonly body: Html;
  /** Our own script; never anything from a run. */
  readonly script?: string;
}

/**
 * Puts a page together. It works from disk, offline: style and script are inside, and a content security policy lets
 * nothing else run.
 *
 * @param parts What it is made of.
 * @returns A whole HTML document.
 */
export function page(parts: PageParts): string {
  return html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy"
          content="default-src 'none'; img-src 'self' data: file:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
        <meta name="color-scheme" content="light dark">
        <title>${parts.title}</title>
        <style>${new Html(STYLE)}</style>
      </head>
      <body>
    ${parts.body}
    ${parts.script !== undefined && new Html(`<script>${parts.script}</script>`)}
      </body>
    </html>
  `.text;
}
