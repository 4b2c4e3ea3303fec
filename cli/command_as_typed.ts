/**
 * The command that a person typed, whole and copyable.
 *
 * @param typed The words after `m2`.
 * @returns The command line, quoted for a POSIX shell where it must be.
 *
 * @example A path with a space
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { commandAsTyped } from "./command_as_typed.ts";
 *
 * equal(commandAsTyped(["ablate", "my file.json"]), "deno task m2 ablate 'my file.json'");
 * ```
 */
export function commandAsTyped(typed: readonly string[]): string {
  const words = typed.map((word) => /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
  return `deno task m2 ${words.join(" ")}`;
}
