import { HarnessError } from "../../base/mod.ts";

const SLOT = /(?<!\\[pP])\{([A-Za-z_][\w.-]*)\}/g;

/**
 * Fills `{name}` in a pattern with values, taken literally.
 *
 * @param pattern Source of a regular expression; quantifiers such as `{2,3}` are left alone.
 * @param values Slots and facts by name.
 * @returns The source, or undefined where a name has no value: such a pattern matches nothing.
 */
export function fillPattern(pattern: string, values: Readonly<Record<string, string>>): string | undefined {
  return fill(pattern, values, (value) => value.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
}

/**
 * Fills `{name}` in a text with values as they are.
 *
 * @param text What is typed, chosen or opened.
 * @param values Slots and facts by name.
 * @returns The text, or undefined where a name has no value.
 */
export function fillText(text: string, values: Readonly<Record<string, string>>): string | undefined {
  return fill(text, values, (value) => value);
}

function fill(
  text: string,
  values: Readonly<Record<string, string>>,
  write: (value: string) => string,
): string | undefined {
  if (!text.includes("{")) return text;
  let isWhole = true;
  const filled = text.replaceAll(SLOT, (_whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) isWhole = false;
    return value === undefined ? "" : write(value);
  });
  return isWhole ? filled : undefined;
}

const compiled = new Map<string, RegExp>();
const MOST_COMPILED = 4_000;

/**
 * Compiles the source of a regular expression; the same source gives the same object.
 *
 * @param source The source.
 * @param flags The flags.
 * @returns The expression. Its `lastIndex` is shared: use it through `matchAll`, `search` or with no `g` flag.
 * @throws {HarnessError} When the playbook's author wrote something that is not a regular expression.
 */
export function compile(source: string, flags: "i" | "mi" | "gmi"): RegExp {
  const key = `${flags}/${source}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  let made: RegExp;
  try {
    made = new RegExp(source, flags);
  } catch (error) {
    throw new HarnessError(
      `Cannot use a playbook's pattern as it must be a regular expression: ${JSON.stringify(source)}`,
      { cause: error },
    );
  }
  if (compiled.size >= MOST_COMPILED) compiled.clear();
  compiled.set(key, made);
  return made;
}
