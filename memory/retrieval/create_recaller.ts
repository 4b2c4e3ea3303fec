import { HarnessError } from "../../base/mod.ts";
import type { Embedder } from "../../models/mod.ts";
import type { Bank } from "../bank/bank.ts";
import { BankEmbedderError } from "../bank/error.ts";
import type { Hit, InsightGroup } from "../bank/insight.ts";
import type { Recall, Recaller, RecallGuard } from "../recall.ts";
import type { VectorIndex } from "./vector_index.ts";

/**
 * Makes the external memory of a bank: the groups whose queries are most like a goal, by cosine, ties by group id.
 *
 * A group is left out as a whole where any of its sources is the task at hand or shares its template; the next best ones
 * take its place, so that as many groups come back as were asked for, as long as the bank has them.
 *
 * @param bank The bank.
 * @param embedder The embedder that the bank was built with.
 * @param index An index over `bank.vectors`.
 * @returns The recaller. It rejects with {@linkcode BankEmbedderError} where the embedder turns out to give other vectors
 * than the bank's, and with a RangeError for a goal that has no direction.
 * @throws {BankEmbedderError} When the embedder has another id or another number of dimensions than the bank's.
 * @throws {HarnessError} When the index is over other vectors.
 */
export function createRecaller(bank: Bank, embedder: Embedder, index: VectorIndex): Recaller {
  assertEmbedder(bank, embedder);
  const { dimensions } = bank.manifest.embedder;
  if (index.size !== bank.groups.length || index.dimensions !== dimensions) {
    throw new HarnessError(
      `Cannot search the bank as its index must have ${bank.groups.length} vectors: it has ${index.size}`,
    );
  }
  const reasonsOf = guardOf(bank.groups);
  let verified: Promise<void> | undefined;
  return {
    bankHash: bank.hash,
    async recall(query, groups, guard) {
      await (verified ??= verify(bank, embedder));
      const [vector] = await embedder.embed([query]);
      const reasons = reasonsOf(guard);
      const hits: Hit[] = [];
      const excluded: Recall["excluded"][number][] = [];
      for (const { row, similarity } of index.search(vector ?? new Float32Array(), groups + reasons.size)) {
        const group = bank.groups[row];
        if (group === undefined || hits.length >= groups) break;
        const reason = reasons.get(group.id);
        if (reason === undefined) hits.push({ group, similarity });
        else excluded.push({ group: group.id, reason });
      }
      return { hits, excluded };
    },
  };
}

/**
 * Refuses an embedder that is not the bank's.
 *
 * @param bank The bank.
 * @param embedder The embedder.
 * @throws {BankEmbedderError} When it has another id or another number of dimensions.
 */
export function assertEmbedder(bank: Bank, embedder: Embedder): void {
  const { id, dimensions } = bank.manifest.embedder;
  if (embedder.id === id && embedder.dimensions === dimensions) return;
  const got = `${embedder.id} with ${embedder.dimensions} dimensions`;
  throw new BankEmbedderError(
    `Cannot search the bank as it must be searched with ${id}, ${dimensions} dimensions: got ${got}`,
    { hint: "use the bank's embedder, or build the bank again" },
  );
}

type Reason = Recall["excluded"][number]["reason"];

/** Looks up, by task and by template, which groups a guard leaves out: a recall must not look at every group. */
function guardOf(groups: readonly InsightGroup[]): (guard: RecallGuard) => ReadonlyMap<string, Reason> {
  const byTask = new Map<string, Set<string>>();
  const byTemplate = new Map<string, Set<string>>();
  const note = (map: Map<string, Set<string>>, key: string, group: string) => {
    const those = map.get(key);
    if (those === undefined) map.set(key, new Set([group]));
    else those.add(group);
  };
  for (const group of groups) {
    for (const source of group.insights.flatMap(({ sources }) => sources)) {
      note(byTask, source.taskId, group.id);
      note(byTemplate, source.template, group.id);
    }
  }
  const entries = (ids: ReadonlySet<string> | undefined, reason: Reason) =>
    [...ids ?? []].map((id) => [id, reason] as const);
  return ({ taskId, template }) =>
    new Map([
      ...entries(byTemplate.get(template), "same-template"),
      ...entries(byTask.get(taskId), "same-task"),
    ]);
}

/** How many of a bank's vectors are made again to see whether the embedder is the bank's. */
const SAMPLES = 8;

/** An id is a promise; this looks whether it is kept: the embedder must give some of the bank's vectors again. */
async function verify({ groups, vectors }: Bank, embedder: Embedder): Promise<void> {
  const stride = Math.max(1, Math.ceil(groups.length / SAMPLES));
  const rows = groups.map((_, row) => row).filter((row) => row % stride === 0);
  const again = await embedder.embed(rows.map((row) => groups[row]?.query ?? ""));
  const { values, dimensions } = vectors;
  const other = rows.find((row, i) =>
    !again[i]?.every((value, at) => Math.abs(value - (values[row * dimensions + at] ?? NaN)) < 1e-4)
  );
  if (other === undefined) return;
  throw new BankEmbedderError(
    `Cannot search the bank as ${embedder.id} must give its vectors again: it gives others for ${groups[other]?.id}`,
    { hint: "make the embedder with the bank's queries, or build the bank again" },
  );
}
