import { z } from "zod";
import { canonicalJson, ConfigError, parseOrExplain } from "../../../base/mod.ts";
import type { EpisodeUse } from "../report/run_use.ts";

/** A request that runs have missed: one line of `harvest.jsonl`. */
export const queuedMissSchema = z.strictObject({
  method: z.string().min(1),
  url: z.url(),
  site: z.string(),
  kind: z.enum(["document", "data", "asset", "mutation", "websocket"]),
  /** In which way the recording does not hold it: `no-path`, `world-mismatch`… */
  class: z.string(),
  /** Why the recording did not answer: of the first miss. */
  reason: z.string(),
  /** How often it was missed. */
  count: z.int().positive(),
  /** Arms whose episodes missed it. */
  arms: z.array(z.string()),
});

/** A request that runs have missed; see {@linkcode queuedMissSchema}. */
export type QueuedMiss = z.infer<typeof queuedMissSchema>;

/** What stops an agent comes first. */
const KINDS = ["document", "data", "mutation", "websocket", "asset"];

/**
 * Gathers what episodes have missed.
 *
 * @param episodes Episodes of one run or several.
 * @returns One entry a request: documents before data before assets, the most missed first.
 */
export function missQueue(episodes: readonly EpisodeUse[]): readonly QueuedMiss[] {
  const queue = new Map<string, QueuedMiss>();
  for (const { site, arm, use } of episodes.toSorted((a, b) => compare(a.id, b.id))) {
    for (const { method, url, kind, class: missClass, reason } of use.misses) {
      const key = `${site} ${method} ${url}`;
      const before = queue.get(key) ?? { method, url, site, kind, class: missClass, reason, count: 0, arms: [] };
      queue.set(key, { ...before, count: before.count + 1, arms: [...new Set([...before.arms, arm])].sort() });
    }
  }
  return [...queue.values()].sort((a, b) =>
    KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || b.count - a.count || compare(a.url, b.url) ||
    compare(a.method, b.method) || compare(a.site, b.site)
  );
}

/**
 * Writes a queue: one miss a line.
 *
 * @param queue The queue.
 * @returns The text.
 */
export function writeMissQueue(queue: readonly QueuedMiss[]): string {
  return queue.map((miss) => `${canonicalJson(miss)}\n`).join("");
}

/**
 * Reads a queue.
 *
 * @param text As written.
 * @param path Where it lies, for messages.
 * @returns The queue.
 * @throws {ConfigError} When a line is no miss.
 */
export function readMissQueue(text: string, path: string): readonly QueuedMiss[] {
  const hint = "write the queue again with `deno task m2 use RUN --harvest FILE`";
  return text.split("\n").flatMap((line, at) => {
    if (line.trim() === "") return [];
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (cause) {
      throw new ConfigError(`Cannot read queue ${path} as line ${at + 1} must be JSON: it is not`, { hint, cause });
    }
    return [parseOrExplain(queuedMissSchema, value, `line ${at + 1} of queue ${path}`, hint)];
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
