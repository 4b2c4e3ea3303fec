import type { World } from "../world.ts";

/** Where the shop lives. */
export const ORIGIN = "https://shop.test";

/** Where its pictures live: another host, as in real shops. */
export const IMAGE_ORIGIN = "https://img.shop.test";

/** Text that is HTML already. */
export class Markup {
  /** @param html Safe HTML. */
  constructor(readonly html: string) {}
}

type Value = string | number | Markup | undefined | readonly Value[];

function show(value: Value): string {
  if (value === undefined) return "";
  if (value instanceof Markup) return value.html;
  if (typeof value === "string" || typeof value === "number") {
    return String(value).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll(
      '"',
      "&quot;",
    );
  }
  return value.map(show).join("");
}

/**
 * A template tag for HTML: what is filled in is escaped, unless it is HTML itself.
 *
 * @returns HTML.
 */
export function markup(strings: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(strings.map((text, i) => text + show(values[i])).join(""));
}

/** What every page links to below. */
const FOOTER: readonly (readonly [string, string])[] = [
  ["/about", "Who we are"],
  ["/repairs", "Repairs"],
  ["/materials", "Our materials"],
  ["/wrapping", "Wrapping and cards"],
];

/**
 * Puts a page into the frame that all pages share: search, categories, services, footer. The frame depends on nothing
 * that a visitor does, so that recorded pages stay true whatever is in the basket.
 *
 * @param world The shop.
 * @param title Of the page.
 * @param main What is on it.
 * @returns The whole document.
 */
export function page(world: World, title: string, main: Markup): string {
  const links: (readonly [string, string])[] = [
    ...world.categories.map((category) => [`/c/${category.slug}`, category.name] as const),
    ["/stores", "Stores"],
    ["/help", "Help"],
    ["/basket", "Basket"],
    ["/account", "My account"],
  ];
  return markup`
    <!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>${title} - ${world.shop}</title>
        <link rel="icon" href="/assets/icon.svg">
        <link rel="stylesheet" href="/assets/shop.css">
        <script src="/assets/shop.js" defer></script>
      </head>
      <body>
        <header>
          <a class="logo" href="/"><img src="${IMAGE_ORIGIN}/logo.png" width="32" height="32" alt="">${world.shop}</a>
          <form role="search"
            action="/search"><input type="search" name="q" aria-label="Search the shop"><button>Search</button></form>
          <nav aria-label="Shop">${links.map(([href, name]) => markup`<a href="${href}">${name}</a>`)}</nav>
        </header>
        <main>
          ${main}
        </main>
        <footer>
          <nav aria-label="About us">${FOOTER.map(([href, name]) => markup`<a href="${href}">${name}</a>`)}</nav>
          <p>${world.shop} packs and sends by hand from ${world.stores.length} stores. Prices hold for one pack and include tax.</p>
          <p>Questions? Any of our stores will help you on the telephone during its opening hours.</p>
        </footer>
      </body>
    </html>
  `.html.trimStart().replaceAll(/\n\s*/g, "\n");
}
