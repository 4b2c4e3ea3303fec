import { z } from "zod";
import { MATCH_LEVELS, type MatchLevel } from "../match/level.ts";
import type { ReplaySession } from "../match/replay_session.ts";
import { redactorOf } from "../request/redaction.ts";

const count = z.int().nonnegative();
const counts = z.partialRecord(z.enum(MATCH_LEVELS), count);

/** What one episode used of a recording. */
export const sessionUseSchema = z.strictObject({
  validity: z.enum(["clean", "degraded", "diverged"]),
  /** Step of the first missing document, data or mutation; −1 is the start page. */
  divergedAt: z.int().min(-1).optional(),
  /** All decisions, by level. */
  levels: counts,
  /** Those about documents and data: what the agent asked for. */
  agent: counts,
  /** How often each exchange answered, by id. */
  exchanges: z.record(z.string(), count),
  /** Answers recorded under another chain of mutations. */
  unchained: count,
  /** Answers that were served again after the last recorded one. */
  exhausted: count,
  /** Answers that are another rendition of what was asked for. */
  fuzzy: z.array(z.strictObject({ url: z.string(), id: z.string(), score: z.number() })),
  misses: z.array(z.strictObject({
    method: z.string(),
    url: z.string(),
    kind: z.enum(["document", "data", "asset", "mutation", "websocket"]),
    class: z.string(),
    reason: z.string(),
    step: z.int().min(-1),
  })),
});

/** What one episode used of a recording; see {@linkcode sessionUseSchema}. */
export type SessionUse = z.infer<typeof sessionUseSchema>;

/** A session that tells what was used of its recording. */
export interface WatchedSession extends ReplaySession {
  /** Everything so far. */
  use(): SessionUse;
}

/**
 * Watches what a session decides. The session itself is the same.
 *
 * @param session The session; ask only the watched one from here on.
 * @returns It, with its use.
 */
export function watchUse(session: ReplaySession): WatchedSession {
  const redactor = redactorOf(session.archive.manifest.redaction.key);
  const agent: Partial<Record<MatchLevel, number>> = {};
  const exchanges: Record<string, number> = {};
  const fuzzy: { url: string; id: string; score: number }[] = [];
  return {
    ...session,
    match(request) {
      const result = session.match(request);
      const { level, kind, exchangeId } = result;
      if (kind === "document" || kind === "data") agent[level] = (agent[level] ?? 0) + 1;
      if (exchangeId !== undefined) exchanges[exchangeId] = (exchanges[exchangeId] ?? 0) + 1;
      if (level === "fuzzy" && exchangeId !== undefined) {
        fuzzy.push({ url: redactor.url(new URL(request.url)), id: exchangeId, score: result.score ?? 0 });
      }
      return result;
    },
    use() {
      const { "unchained-answers": unchained, "exhausted-answers": exhausted, ...levels } = session.tally();
      const divergedAt = session.divergedAt();
      return {
        validity: session.validity(),
        ...(divergedAt === undefined ? {} : { divergedAt }),
        levels: Object.fromEntries(Object.entries(levels).filter(([, times]) => times > 0)),
        agent: { ...agent },
        exchanges: Object.fromEntries(Object.entries(exchanges).sort(([a], [b]) => a < b ? -1 : 1)),
        unchained,
        exhausted,
        fuzzy: fuzzy.toSorted((a, b) => a.url < b.url ? -1 : a.url > b.url ? 1 : 0),
        misses: session.misses().map((miss) => ({
          method: miss.method,
          url: miss.url,
          kind: miss.kind,
          class: miss.class,
          reason: miss.reason,
          step: miss.step,
        })),
      };
    },
  };
}
