import { ConfigError } from "../../base/mod.ts";
import type { Embedder } from "../../models/mod.ts";
import { type Bank, bankOf, groupId, insightId } from "../bank/bank.ts";
import type { InsightGroup } from "../bank/insight.ts";
import type { DistilledInsight } from "./distilled.ts";

/**
 * Puts distilled lessons together as a bank: one group a query, the most telling lesson first.
 *
 * @param insights In any order.
 * @param embedderFor Makes the embedder, once the queries are known.
 * @returns The bank. The same lessons give the same bank, byte for byte.
 * @throws {ConfigError} When there is no lesson, or a query has no word that the embedder knows.
 */
export async function bankOfInsights(
  insights: readonly DistilledInsight[],
  embedderFor: (queries: readonly string[]) => Embedder,
): Promise<Bank> {
  if (insights.length === 0) {
    throw new ConfigError("Cannot build a bank as at least one lesson must be found: there is none", {
      hint: "give more trajectories: a lesson needs three that support it",
    });
  }
  const groups = groupsOf(insights);
  const queries = groups.map((group) => group.query);
  const embedder = embedderFor(queries);
  const values = new Float32Array(groups.length * embedder.dimensions);
  for (const [row, vector] of (await embedder.embed(queries)).entries()) {
    if (vector.length !== embedder.dimensions || !vector.some((value) => value !== 0)) {
      throw new ConfigError(
        `Cannot build a bank as ${embedder.id} must give every query a direction: ${
          JSON.stringify(queries[row])
        } has none`,
        { hint: "use another embedder" },
      );
    }
    values.set(vector, row * embedder.dimensions);
  }
  return bankOf(embedder.id, groups, { values, dimensions: embedder.dimensions });
}

function groupsOf(insights: readonly DistilledInsight[]): InsightGroup[] {
  const byQuery = Map.groupBy(insights, ({ query }) => query);
  return [...byQuery].map(([query, lessons]): InsightGroup => {
    const id = groupId(query);
    const byText = Map.groupBy(lessons, ({ text }) => text);
    const merged = [...byText.values()].flatMap((same) => {
      const [first] = [...same].sort((a, b) => b.weight - a.weight);
      return first === undefined ? [] : [{ ...first, sources: same.flatMap(({ sources }) => sources) }];
    });
    merged.sort((a, b) => b.weight - a.weight || (a.text < b.text ? -1 : 1));
    return {
      id,
      query,
      insights: merged.map(({ kind, text, sources }) => ({
        id: insightId(id, text),
        group: id,
        kind,
        text,
        sources: sources.map((source) => ({ ...source, steps: [...source.steps] })),
      })),
    };
  }).sort((a, b) => a.id < b.id ? -1 : 1);
}
