import type { z } from "zod";
import { ConfigError } from "./error.ts";

/**
 * Reads data at the door: checks it against a schema, and says in one sentence which field is wrong.
 *
 * @param schema What the data must be.
 * @param value The data.
 * @param what What it is, for the message: `experiment experiments/first-light.json`.
 * @param hint What the person should do.
 * @returns The data, typed.
 * @throws {ConfigError} When the data does not fit; the message names the first wrong field, `hint` the rest.
 */
export function parseOrExplain<S extends z.ZodType>(
  schema: S,
  value: unknown,
  what: string,
  hint?: string,
): z.infer<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => `${issue.path.join(".") || "(top level)"}: ${issue.message}`);
  const rest = issues.length > 1 ? `; ${issues.length - 1} more: ${issues.slice(1, 4).join("; ")}` : "";
  throw new ConfigError(`Cannot read ${what} as a field is wrong: ${issues[0]}${rest}`, {
    ...(hint === undefined ? {} : { hint }),
    cause: result.error,
  });
}
