import type { Slots } from "./playbook.ts";
import { compile } from "./pattern.ts";

/** One node of the page's accessibility text. */
export interface PageElement {
  readonly role: string;
  readonly name: string;
  /** `e12`; absent where nothing can be done to it. */
  readonly ref?: string;
  readonly isDisabled: boolean;
  /** Index of its line. */
  readonly line: number;
  /** Index after the last line of its block: itself and the deeper lines below. */
  readonly end: number;
}

/** One match of a pattern on a page. */
export interface Row {
  /** The named groups that took part. */
  readonly groups: Slots;
  /** Where it begins in the page's text, in UTF-16 units. */
  readonly index: number;
}

/** A page as the reader sees it. What was looked for once is remembered, as every later prompt may show the page again. */
export interface PageView {
  readonly text: string;
  readonly elements: readonly PageElement[];
  /** Whether a pattern matches anywhere; flags `mi`. */
  matches(source: string): boolean;
  /** All matches of a pattern in order; flags `gmi`. */
  rows(source: string): readonly Row[];
  /** The element of a role whose whole name matches; with `within`, the one in the smallest block that matches it. */
  find(role: string, name: string, within?: string): PageElement | undefined;
  /** The text of the element's block. */
  block(element: PageElement): string;
}

const LINE = /^(\s*)- (.*)$/;
const NODE = /^([a-z][\w-]*)(?: ("(?:[^"\\]|\\.)*"|\/.*\/))?((?: \[[^\]]*\])*)(?::|$)/i;

function unquote(quoted: string | undefined): string {
  if (quoted === undefined || !quoted.startsWith('"')) return "";
  try {
    return String(JSON.parse(quoted));
  } catch {
    // An escape that JSON does not know: take the name as it stands.
    return quoted.slice(1, -1);
  }
}

/** YAML writes a key with a colon or a bracket in single quotes and doubles those inside. */
function unwrap(line: string): string {
  if (!line.startsWith("'")) return line;
  const end = /^'((?:[^']|'')*)'/.exec(line);
  if (end === null) return line;
  return (end[1] ?? "").replaceAll("''", "'") + line.slice(end[0].length);
}

function parseElements(lines: readonly string[]): PageElement[] {
  const depths = lines.map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  const elements: PageElement[] = [];
  lines.forEach((line, index) => {
    const match = LINE.exec(line);
    const node = match === null ? null : NODE.exec(unwrap(match[2] ?? ""));
    if (node === null) return;
    let end = index + 1;
    while (end < lines.length && (depths[end] ?? 0) > (depths[index] ?? 0)) end++;
    const attributes = node[3] ?? "";
    const ref = /\[ref=(e\d+)\]/.exec(attributes)?.[1];
    elements.push({
      role: (node[1] ?? "").toLowerCase(),
      name: unquote(node[2]),
      ...(ref === undefined ? {} : { ref }),
      isDisabled: attributes.includes("[disabled]"),
      line: index,
      end,
    });
  });
  return elements;
}

/**
 * Reads a page's accessibility text.
 *
 * @param text One node a line, inner nodes indented: `- button "Add to cart" [ref=e12]`.
 * @returns The view; lines that are no node belong to their block's text all the same.
 */
export function pageView(text: string): PageView {
  const lines = text.split("\n");
  const matched = new Map<string, boolean>();
  const found = new Map<string, readonly Row[]>();
  let parsed: readonly PageElement[] | undefined;
  const elements = () => parsed ??= parseElements(lines);

  function blockOf(element: PageElement): string {
    return lines.slice(element.line, element.end).join("\n");
  }

  function smallestBlock(element: PageElement, within: RegExp): number {
    let smallest = Infinity;
    for (const outer of elements()) {
      if (outer.line > element.line || outer.end < element.end) continue;
      const size = outer.end - outer.line;
      if (size < smallest && within.test(blockOf(outer))) smallest = size;
    }
    return smallest;
  }

  return {
    text,
    get elements() {
      return elements();
    },
    matches(source) {
      const known = matched.get(source);
      if (known !== undefined) return known;
      const result = compile(source, "mi").test(text);
      matched.set(source, result);
      return result;
    },
    rows(source) {
      const known = found.get(source);
      if (known !== undefined) return known;
      const rows = [...text.matchAll(compile(source, "gmi"))].map(({ groups, index }) => ({
        groups: Object.fromEntries(Object.entries(groups ?? {}).filter(([, value]) => value !== undefined)),
        index,
      }));
      found.set(source, rows);
      return rows;
    },
    find(role, name, within) {
      const whole = compile(`^(?:${name})$`, "i");
      const candidates = elements().filter((element) =>
        element.ref !== undefined && !element.isDisabled && element.role === role.toLowerCase() &&
        whole.test(element.name)
      );
      if (within === undefined) return candidates[0];
      const inside = compile(within, "mi");
      let best: PageElement | undefined;
      let bestSize = Infinity;
      for (const candidate of candidates) {
        const size = smallestBlock(candidate, inside);
        if (size < bestSize) [best, bestSize] = [candidate, size];
      }
      return best;
    },
    block: blockOf,
  };
}
