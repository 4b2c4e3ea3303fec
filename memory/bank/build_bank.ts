import { canonicalJson, ConfigError, sha256 } from "../../base/mod.ts";
import type { Trajectory } from "../../env/mod.ts";
import type { Embedder } from "../../models/mod.ts";
import { abstractInsights } from "./abstractor.ts";
import { type Bank, bankOf, groupId, insightId } from "./bank.ts";
import type { Insight, InsightGroup, InsightSource } from "./insight.ts";

/** A trajectory that a bank may be built from. */
export interface BankSource {
  /** Used only where it was judged a success. */
  readonly trajectory: Trajectory;
  /** Model that drove it. */
  readonly model: string;
}

/**
 * Distils a bank from trajectories: one group a goal, with what the abstractor finds in its successes.
 *
 * Only trajectories that a judge called a success are used; a goal without any finding gives no group. The order of the
 * sources does not matter: the same ones give the same bank, byte for byte.
 *
 * @param sources Trajectories of training tasks.
 * @param embedderFor Makes the embedder, once the bank's queries are known: `hashedTfidf`, or `() => embedder`.
 * @returns The bank.
 * @throws {ConfigError} When no source is a success, or a goal has no word that the embedder knows.
 */
export async function buildBank(
  sources: readonly BankSource[],
  embedderFor: (queries: readonly string[]) => Embedder,
): Promise<Bank> {
  const successes = sources.filter(({ trajectory }) => trajectory.judged === "success");
  if (successes.length === 0) {
    throw new ConfigError(
      `Cannot build a bank as at least one trajectory must be judged a success: none of ${sources.length} is`,
      { hint: "run the agent on training tasks first" },
    );
  }
  const groups = groupsOf(successes);
  const queries = groups.map((group) => group.query);
  const embedder = embedderFor(queries);
  const embedded = await embedder.embed(queries);
  const values = new Float32Array(groups.length * embedder.dimensions);
  for (const [row, vector] of embedded.entries()) {
    if (vector.length !== embedder.dimensions || !vector.some((value) => value !== 0)) {
      const query = JSON.stringify(queries[row]);
      throw new ConfigError(
        `Cannot build a bank as ${embedder.id} must give every goal a direction: ${query} has none`,
        {
          hint: "leave that trajectory out, or use another embedder",
        },
      );
    }
    values.set(vector, row * embedder.dimensions);
  }
  return bankOf(embedder.id, groups, { values, dimensions: embedder.dimensions });
}

function groupsOf(successes: readonly BankSource[]): InsightGroup[] {
  const byQuery = new Map<string, Map<string, Insight>>();
  const hashed = successes.map((source) => ({ ...source, hash: sha256(canonicalJson(source.trajectory)) }));
  const key = ({ hash, model }: typeof hashed[number]) => `${hash} ${model}`;
  const seen = new Set<string>();
  for (const item of hashed.sort((a, b) => compare(key(a), key(b)))) {
    if (seen.has(key(item))) continue;
    seen.add(key(item));
    const { trajectory, model, hash } = item;
    const query = trajectory.goal;
    const id = groupId(query);
    const insights = byQuery.get(query) ?? new Map<string, Insight>();
    byQuery.set(query, insights);
    const { taskId, site, template } = trajectory;
    for (const { kind, text, steps } of abstractInsights(trajectory)) {
      const source: InsightSource = { taskId, site, template, trajectory: hash, model, steps: [...steps] };
      const known = insights.get(text);
      insights.set(
        text,
        known === undefined
          ? { id: insightId(id, text), group: id, kind, text, sources: [source] }
          : { ...known, sources: [...known.sources, source] },
      );
    }
  }
  return [...byQuery].filter(([, insights]) => insights.size > 0)
    .map(([query, insights]) => ({ id: groupId(query), query, insights: [...insights.values()] }))
    .sort((a, b) => compare(a.id, b.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
