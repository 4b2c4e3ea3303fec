import type { z } from "zod";
import type { Draft, Row, RowReader } from "../format.ts";
import { canonicalJson } from "../../../base/mod.ts";
import { PolarityConflictError } from "../import_error.ts";

/**
 * Makes the reader of a format in which a row is a trajectory.
 *
 * @param schema What a row must be.
 * @param convert Turns it into a draft; a text is a reason to refuse it.
 * @returns The reader.
 */
export function eachRow<S extends z.ZodType>(
  schema: S,
  convert: (value: z.infer<S>, row: Row) => Omit<Draft, "row"> | string,
): RowReader {
  return {
    take(row) {
      const read = schema.safeParse(row.value);
      if (!read.success) return [{ refused: explain(read.error), row: row.number }];
      const draft = convert(read.data, row);
      return [
        typeof draft === "string" ? { refused: draft, row: row.number } : { draft: { row: row.number, ...draft } },
      ];
    },
  };
}

/**
 * Says in one clause which field is wrong.
 *
 * @param error What zod found.
 * @returns The first issue, and how many more there are.
 */
export function explain(error: z.ZodError): string {
  const [first] = error.issues;
  const more = error.issues.length > 1 ? ` (and ${error.issues.length - 1} more)` : "";
  return `${first?.path.join(".") || "the row"} must be as described: ${first?.message ?? "it is not"}${more}`;
}

/**
 * Refuses to go on where a source calls one attempt a success and rewards it with nothing, or the other way round.
 *
 * @param where Which row.
 * @param isSuccess What the status says.
 * @param reward What the reward says.
 * @throws {PolarityConflictError} When they contradict each other.
 */
export function checkPolarity(where: string, isSuccess: boolean | undefined, reward: number | undefined): void {
  if (isSuccess === undefined || reward === undefined || isSuccess === reward > 0) return;
  throw new PolarityConflictError(
    `Cannot import ${where} as status and reward must agree: the status is ${
      isSuccess ? "success" : "failure"
    } and the reward ${reward}`,
    {
      hint:
        "find out which of the two is right, and mend or remove the row: lessons learnt from it would be turned round",
    },
  );
}

/**
 * Whether a sample's first row has all of some keys.
 *
 * @param first The first row.
 * @param keys The keys.
 * @returns Whether it has.
 */
export function has(first: unknown, ...keys: string[]): first is Record<string, unknown> {
  return typeof first === "object" && first !== null && !Array.isArray(first) && keys.every((key) => key in first);
}

/**
 * Anything as a text: a text itself, else its canonical JSON.
 *
 * @param value Plain data.
 * @returns The text.
 */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : canonicalJson(value);
}

/**
 * Sorts names by the first number in them: `2.png` before `10.png`.
 *
 * @param names File names.
 * @returns A new list.
 */
export function byNumber(names: readonly string[]): string[] {
  const number = (name: string) => Number(/\d+/.exec(name)?.[0] ?? Infinity);
  return [...names].sort((a, b) => number(a) - number(b) || (a < b ? -1 : a > b ? 1 : 0));
}
