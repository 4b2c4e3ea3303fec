import { type Clock, ConfigError } from "../../base/mod.ts";
import type { Embedder } from "../../models/mod.ts";
import type { Bank } from "../bank/bank.ts";
import type { Hit, InsightGroup } from "../bank/insight.ts";
import { checkQuery, checkVectors, cosine } from "./cosine.ts";
import { assertEmbedder } from "./create_recaller.ts";
import { diversify } from "./diversify.ts";
import { fuse } from "./fuse.ts";
import { type LeaveOut, leaveOut, type LeftOutReason } from "./leave_out.ts";
import { nearest } from "./nearest.ts";
import { bm25 } from "./text/bm25.ts";
import { editDistance } from "./text/edit_distance.ts";
import { jaccard } from "./text/jaccard.ts";
import type { TextScorer } from "./text/text_scorer.ts";
import { tfidf } from "./text/tfidf.ts";
import type { Neighbour, VectorIndex } from "./vector_index.ts";

const TEXT_METHODS: Readonly<Record<string, (texts: readonly string[]) => TextScorer>> = {
  bm25,
  tfidf,
  jaccard,
  edit: editDistance,
};

/** How groups can be ranked: by the embedder, by words, or by both. */
export const SEARCH_METHODS: readonly string[] = ["dense", ...Object.keys(TEXT_METHODS), "fusion"];

/** A question to a bank. */
export interface BankQuestion {
  /** What is to be done. */
  readonly goal: string;
  /** How many groups at most. */
  readonly groups: number;
  /** One of {@linkcode SEARCH_METHODS}. */
  readonly method: string;
  /** Only groups with a source on this site. */
  readonly site?: string;
  /** What must not help. */
  readonly leave?: LeaveOut;
  /** For fusion: what the embedder counts, 0 to 1; the words count the rest. */
  readonly denseWeight?: number;
  /** Below 1, groups that repeat others are passed over; see {@linkcode diversify}. */
  readonly relevance?: number;
  /** Groups below this similarity are not given. */
  readonly least?: number;
}

/** What a bank answers. */
export interface BankAnswer {
  /** Best first; `similarity` is the method's own score. */
  readonly hits: readonly Hit[];
  /** Groups that would have been given but for the guard, best first. */
  readonly excluded: readonly { readonly group: string; readonly reason: LeftOutReason; readonly similarity: number }[];
  /** Milliseconds. */
  readonly latency: { readonly embed: number; readonly search: number };
}

/** What the embedder counts in a fusion; words alone are right too seldom to count as much. */
const DENSE_WEIGHT = 0.7;

/** Fusion and diversity look at so many for each group wanted, and never at fewer than {@linkcode LEAST_POOL}. */
const POOL = 4;
const LEAST_POOL = 50;

/**
 * Opens a bank to questions.
 *
 * @param bank The bank.
 * @param embedder The embedder that it was built with.
 * @param index An index over `bank.vectors`.
 * @param clock For the latencies.
 * @returns Answers a question. It rejects with a ConfigError for an unknown method, and for a goal without a word that the
 * method knows where nothing else could rank it.
 * @throws {BankEmbedderError} When the embedder is not the bank's.
 */
export function searchBank(
  bank: Bank,
  embedder: Embedder,
  index: VectorIndex,
  clock: Clock,
): (question: BankQuestion) => Promise<BankAnswer> {
  assertEmbedder(bank, embedder);
  const { groups, vectors } = bank;
  const guard = leaveOut(groups);
  const scorers = new Map<string, TextScorer>();
  const scorerOf = (method: string): TextScorer => {
    const scorer = scorers.get(method) ?? TEXT_METHODS[method]?.(groups.map(({ query }) => query));
    if (scorer === undefined) {
      throw new ConfigError(`Cannot search by "${method}" as there is no such method`, {
        hint: `choose among ${SEARCH_METHODS.join(", ")}`,
      });
    }
    scorers.set(method, scorer);
    return scorer;
  };
  let norms: Float64Array | undefined;

  const byVector = (vector: Float32Array, k: number, rows: readonly number[] | undefined) => {
    if (rows === undefined) return index.search(vector, k);
    const checked = checkQuery(vector, vectors.dimensions);
    const lengths = norms ??= checkVectors(vectors);
    return nearest(rows.map((row) => ({ row, similarity: cosine(checked, vectors, lengths, row) })), k);
  };
  const byWords = (scorer: TextScorer, goal: string, k: number, rows: readonly number[] | undefined) =>
    nearest(scored(scorer.score(goal), rows), k);

  return async (question) => {
    const { goal, method, leave = {}, relevance = 1, least = -Infinity } = question;
    const scorer = method === "dense" ? undefined : scorerOf(method === "fusion" ? "bm25" : method);
    const start = clock.now();
    const isDense = method === "dense" || method === "fusion";
    const [vector] = isDense ? await embedder.embed([goal]) : [];
    const embedded = clock.now();
    const known = vector?.some((value) => value !== 0) === true ? vector : undefined;
    if (known === undefined && method === "dense") {
      throw new ConfigError(`Cannot search as the goal must have a word that ${embedder.id} knows: it has none`, {
        hint: "say it in other words, or search by bm25",
      });
    }
    const rows = question.site === undefined ? undefined : rowsOf(groups, question.site);
    const touched = guard(leave);
    const pooled = relevance < 1 || method === "fusion"
      ? Math.max(LEAST_POOL, POOL * question.groups)
      : question.groups;
    const wanted = pooled + touched.size;
    const dense = known === undefined ? [] : byVector(known, wanted, rows);
    const words = scorer === undefined ? [] : byWords(scorer, goal, wanted, rows);
    const weight = question.denseWeight ?? DENSE_WEIGHT;
    const ranked = method === "fusion"
      ? fuse([{ hits: dense, weight }, { hits: words, weight: 1 - weight }], wanted)
      : scorer === undefined
      ? dense
      : words;

    const allowed: Neighbour[] = [];
    const excluded: BankAnswer["excluded"][number][] = [];
    for (const hit of ranked) {
      if (allowed.length >= pooled || hit.similarity < least) break;
      const remainder = touched.get(hit.row);
      if (remainder === undefined || remainder.left !== undefined) allowed.push(hit);
      else if (allowed.length < question.groups) {
        excluded.push({ group: groups[hit.row]?.id ?? "", reason: remainder.reason, similarity: hit.similarity });
      }
    }
    const picked = relevance < 1
      ? diversify(allowed, vectors, question.groups, relevance)
      : allowed.slice(0, question.groups);
    const hits = picked.flatMap(({ row, similarity }) => {
      const group = touched.get(row)?.left ?? groups[row];
      return group === undefined ? [] : [{ group, similarity }];
    });
    return { hits, excluded, latency: { embed: embedded - start, search: clock.now() - embedded } };
  };
}

function rowsOf(groups: readonly InsightGroup[], site: string): number[] {
  return groups.flatMap((group, row) =>
    group.insights.some(({ sources }) => sources.some((source) => source.site === site)) ? [row] : []
  );
}

function* scored(scores: Float64Array, rows: readonly number[] | undefined): Generator<Neighbour> {
  for (const row of rows ?? scores.keys()) {
    const similarity = scores[row] ?? 0;
    if (similarity > 0) yield { row, similarity };
  }
}
