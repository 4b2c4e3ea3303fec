import { goalValues } from "../bank/goal_values.ts";
import { hostOf } from "../trajectories/import_trajectories.ts";
import type { ImportedTrajectory } from "../trajectories/trajectory.ts";

/** Words that a host or an address shares with every other one. */
const COMMON = new Set("com org net gov edu co uk us www http https html index search page pages en home".split(" "));

/**
 * The concrete values of a trajectory, in lower case: what its goal puts in quotes or names, what holds a digit, what was
 * typed, and the sites it was on. None of them may stand in a lesson.
 *
 * @param trajectory The trajectory.
 * @returns Phrases of one word or more.
 */
export function valuesOf({ task, steps }: ImportedTrajectory): ReadonlySet<string> {
  const { phrases } = goalValues(task.goal);
  const found = new Set<string>();
  const add = (text: string) => {
    const plain = wordsIn(text).join(" ");
    if (plain.length > 1) found.add(plain);
  };
  phrases.forEach(add);
  // Names: runs of capitalised words that do not begin a sentence.
  for (
    const [name] of task.goal.matchAll(/(?<![.!?]\s)(?<!^)\b\p{Lu}[\p{L}\p{N}'’&.-]*(?:\s+\p{Lu}[\p{L}\p{N}'’&.-]*)*/gu)
  ) add(name);
  for (const [number] of task.goal.matchAll(/\S*\p{N}\S*/gu)) add(number);
  for (
    const address of [
      task.startUrl,
      ...steps.map((step) => step.url ?? (step.action.kind === "goto" ? step.action.text : undefined)),
    ]
  ) {
    const host = hostOf(address);
    if (host === undefined) continue;
    found.add(host);
    for (const part of host.split(".")) if (!COMMON.has(part) && part.length > 2) found.add(part);
  }
  for (const { action } of steps) {
    if (action.kind === "type" && action.text !== undefined) add(action.text.slice(0, 200));
  }
  return found;
}

/**
 * Words in lower case, without punctuation.
 *
 * @param text Any text.
 * @returns The words.
 */
export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * All runs of one to six words of a text: where a value can hide in it.
 *
 * @param text The text.
 * @returns The runs, in lower case, joined by single spaces.
 */
export function phrasesIn(text: string): Set<string> {
  const words = wordsIn(text);
  return new Set(
    words.flatMap((_, from) =>
      Array.from({ length: Math.min(6, words.length - from) }, (_, n) => words.slice(from, from + n + 1).join(" "))
    ),
  );
}
