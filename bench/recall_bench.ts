/**
 * What a recall costs at 1,000 and 10,000 groups: the exact index against the native one where it is built, and embedding
 * the goal apart.
 *
 * @module
 */
import { seededRandom } from "../base/mod.ts";
import { exactIndex, type FlatVectors, hashedTfidf, type VectorIndex } from "../memory/mod.ts";
import { loadHnswlib } from "../memory/retrieval/hnswlib/mod.ts";

const HITS = 5;
const GOAL = "What does the cheapest lamp in stock cost with its delivery fee?";

const VERBS = ["find", "compare", "book", "count", "order", "cancel", "check", "add up"];
const NOUNS = [
  "lamp",
  "kettle",
  "rug",
  "seat",
  "train",
  "fare",
  "review",
  "basket",
  "store",
  "ticket",
  "candle",
  "delivery",
];
const QUALITIES = ["cheapest", "fastest", "newest", "direct", "recycled", "heavy", "early", "late", "quiet", "large"];

/** Goals such as tasks have, from few words, so that many are alike. */
function makeGoals(count: number): string[] {
  const random = seededRandom(1);
  const pick = (words: readonly string[]) => words[Math.floor(random.next() * words.length)] ?? "";
  return Array.from(
    { length: count },
    (_, i) =>
      `${pick(VERBS)} the ${pick(QUALITIES)} ${pick(NOUNS)} with the ${pick(QUALITIES)} ${pick(NOUNS)} of maker m${i}`,
  );
}

async function embedAll(goals: readonly string[]): Promise<FlatVectors> {
  const embedder = hashedTfidf(goals);
  const vectors = await embedder.embed(goals);
  const values = new Float32Array(goals.length * embedder.dimensions);
  vectors.forEach((vector, row) => values.set(vector, row * embedder.dimensions));
  return { values, dimensions: embedder.dimensions };
}

const addon = await loadHnswlib();
if (addon.status === "missing") console.error(`The native index is left out: ${addon.reason}`);

for (const count of [1_000, 10_000]) {
  const goals = makeGoals(count);
  const embedder = hashedTfidf(goals);
  const vectors = await embedAll(goals);
  const [query = new Float32Array()] = await embedder.embed([GOAL]);
  const group = `${count} groups`;
  const indexes: VectorIndex[] = [exactIndex(vectors), ...(addon.status === "ready" ? [addon.index(vectors)] : [])];
  for (const index of indexes) {
    Deno.bench({
      name: `${index.id}, ${group}`,
      group,
      baseline: index.id === "exact",
      fn: () => void index.search(query, HITS),
    });
  }
  Deno.bench({ name: `embed the goal, ${group}`, group, fn: async () => void await embedder.embed([GOAL]) });
}
