/** One line of a page's accessibility text. */
export interface PageElement {
  readonly role: string;
  /** Accessible name; empty where it has none. */
  readonly name: string;
  /** Without brackets: `selected`, `level=1`. The reference is not among them. */
  readonly states: readonly string[];
  /** What stands behind the colon: a field's value, a paragraph's words. */
  readonly value: string;
  readonly ref?: string;
  /** The element that it stands in. */
  readonly parent?: PageElement;
  readonly children: readonly PageElement[];
}

const LINE = /^( *)- ([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?((?: \[(?:[^\]"]|"(?:[^"\\]|\\.)*")*\])*)(?::(?: (.*))?)?$/;

/**
 * Reads a page's accessibility text: `- role "name" [state] [ref=e1]: value`, two spaces an inner level.
 *
 * @param text The observation's text; a line of another form is passed over.
 * @returns The elements in order of appearance, outer ones before inner ones.
 */
export function pageElements(text: string): PageElement[] {
  const all: PageElement[] = [];
  const open: { readonly indent: number; readonly element: PageElement; readonly children: PageElement[] }[] = [];
  for (const line of text.split("\n")) {
    const match = LINE.exec(line);
    if (match === null) continue;
    const [, pad = "", role = "", quoted, brackets = "", value = ""] = match;
    while ((open.at(-1)?.indent ?? -1) >= pad.length) open.pop();
    const marks = [...brackets.matchAll(/\[((?:[^\]"]|"(?:[^"\\]|\\.)*")*)\]/g)].map((mark) => mark[1] ?? "");
    const ref = marks.find((mark) => mark.startsWith("ref="))?.slice("ref=".length);
    const outer = open.at(-1);
    const children: PageElement[] = [];
    const element: PageElement = {
      role,
      name: quoted === undefined ? "" : unquote(quoted),
      states: marks.filter((mark) => !mark.startsWith("ref=")),
      value,
      ...(ref === undefined ? {} : { ref }),
      ...(outer === undefined ? {} : { parent: outer.element }),
      children,
    };
    outer?.children.push(element);
    all.push(element);
    open.push({ indent: pad.length, element, children });
  }
  return all;
}

/**
 * The elements that an element stands in, nearest first.
 *
 * @param element The element.
 * @returns Its ancestors.
 */
export function ancestorsOf(element: PageElement): PageElement[] {
  const found: PageElement[] = [];
  for (let at = element.parent; at !== undefined; at = at.parent) found.push(at);
  return found;
}

function unquote(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    // A backslash that JSON does not know: the words are what counts.
    return quoted.slice(1, -1);
  }
}
