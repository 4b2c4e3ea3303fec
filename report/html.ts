/** Text that is already HTML. Made only by {@linkcode html}, so that nothing gets in unescaped by accident. */
export class Html {
  /** @param text The markup. */
  constructor(readonly text: string) {}
  /** @returns The markup. */
  toString(): string {
    return this.text;
  }
}

/** What may stand in an {@linkcode html} template: page text is hostile, so plain strings are escaped. */
export type HtmlValue = string | number | Html | undefined | false | readonly HtmlValue[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Escapes a text for HTML, in content and in quoted attributes.
 *
 * @param text Anything.
 * @returns Markup that shows it.
 */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function write(value: HtmlValue): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(write).join("");
  return escapeHtml(String(value));
}

/**
 * Writes markup from a template; every value that is not itself {@linkcode Html} is escaped.
 *
 * @param strings The template's fixed parts.
 * @param values What stands between them; lists are joined, undefined and false leave nothing.
 * @returns The markup.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(
    strings.reduce((text, part, index) => text + part + (index < values.length ? write(values[index]) : ""), ""),
  );
}
