import { z } from "zod";

/** An element that a recorded trajectory used: by a CSS selector, or by role and accessible name. */
export const locatorSchema = z.union([
  z.strictObject({ url: z.url(), selector: z.string().min(1) }),
  z.strictObject({ url: z.url(), role: z.string().min(1), name: z.string() }),
]);

/** An element that a trajectory used; see {@linkcode locatorSchema}. */
export type DriftLocator = z.infer<typeof locatorSchema>;

/** Elements of the roles that agents act on. */
const ROLES: Readonly<Record<string, string>> = {
  link: "a[href]",
  button: "button, input[type=submit], input[type=button], input[type=reset], summary",
  textbox: "input:not([type]), input[type=text], input[type=email], input[type=tel], input[type=url], textarea",
  searchbox: "input[type=search]",
  checkbox: "input[type=checkbox]",
  radio: "input[type=radio]",
  combobox: "select",
  option: "option",
  heading: "h1, h2, h3, h4, h5, h6",
  img: "img",
};

/**
 * Tells whether an element is in a page.
 *
 * @param document The page.
 * @param locator The element.
 * @returns False also where the selector cannot be read.
 */
export function isFound(document: Document, locator: DriftLocator): boolean {
  if ("selector" in locator) return select(document, locator.selector).length > 0;
  const own = ROLES[locator.role];
  const role = locator.role.replaceAll(/["\\]/g, "");
  const wanted = tidy(locator.name);
  return select(document, own === undefined ? `[role="${role}"]` : `[role="${role}"], ${own}`)
    .some((element) => nameOf(document, element) === wanted);
}

/** The accessible name, as far as it can be told without layout. */
function nameOf(document: Document, element: Element): string {
  const label = element.getAttribute("aria-label");
  if (label !== null && label.trim() !== "") return tidy(label);
  const id = element.getAttribute("id");
  if (id !== null && /^[\w-]+$/.test(id)) {
    const [named] = select(document, `label[for="${id}"]`);
    if (named !== undefined) return tidy(named.textContent ?? "");
  }
  const text = tidy(element.textContent ?? "");
  if (text !== "") return text;
  return tidy(
    ["alt", "value", "title", "placeholder"].map((name) => element.getAttribute(name) ?? "").find((said) =>
      said !== ""
    ) ??
      "",
  );
}

function tidy(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function select(document: Document, selector: string): Element[] {
  try {
    return [...document.querySelectorAll(selector)];
  } catch (error) {
    // Any error of a selector's parser: what cannot be read finds nothing.
    if (error instanceof Error) return [];
    throw error;
  }
}
