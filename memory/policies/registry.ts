import { z } from "zod";
import { ConfigError, parseOrExplain } from "../../base/mod.ts";
import type { HistoryPolicy, InsightPolicy } from "../policy.ts";
import { compaction, compactionParameters } from "./compaction.ts";
import { full } from "./full.ts";
import { lastK, lastKParameters } from "./last_k.ts";
import { noInsights } from "./no_insights.ts";
import { none } from "./none.ts";
import { placebo } from "./placebo.ts";
import { retrieved, retrievedParameters } from "./retrieved.ts";
import { summaryChain, summaryChainParameters } from "./summary_chain.ts";

type Make<P> = (parameters: unknown, what: string) => P;

function entry<S extends z.ZodType, P>(schema: S, make: (parameters: z.infer<S>) => P): Make<P> {
  return (parameters, what) => make(parseOrExplain(schema, parameters, what));
}

const nothing = z.strictObject({});

const HISTORIES: Readonly<Record<string, Make<HistoryPolicy>>> = {
  "full": entry(nothing, full),
  "none": entry(nothing, none),
  "last-k": entry(lastKParameters, lastK),
  "summary-chain": entry(summaryChainParameters, summaryChain),
  "compaction": entry(compactionParameters, compaction),
};

const INSIGHTS: Readonly<Record<string, Make<InsightPolicy>>> = {
  "none": entry(nothing, noInsights),
  "retrieved": entry(retrievedParameters, retrieved),
  "placebo": entry(retrievedParameters, placebo),
};

/**
 * Makes a history policy by name.
 *
 * @param name One of {@linkcode historyPolicyNames}.
 * @param parameters The policy's parameters; those left out take their defaults.
 * @returns The policy.
 * @throws {ConfigError} When the name is unknown, with the valid ones, or a parameter is wrong.
 *
 * @example By name
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { historyPolicy } from "../mod.ts";
 *
 * equal(historyPolicy("last-k", { k: 2 }).id, "last-k(2)");
 * ```
 */
export function historyPolicy(name: string, parameters: unknown = {}): HistoryPolicy {
  return find(HISTORIES, "history", name)(parameters, `the parameters of history policy "${name}"`);
}

/**
 * Makes an insight policy by name.
 *
 * @param name One of {@linkcode insightPolicyNames}.
 * @param parameters The policy's parameters; those left out take their defaults.
 * @returns The policy.
 * @throws {ConfigError} When the name is unknown, with the valid ones, or a parameter is wrong.
 *
 * @example By name
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { insightPolicy } from "../mod.ts";
 *
 * equal(insightPolicy("retrieved").id, "retrieved(5)");
 * ```
 */
export function insightPolicy(name: string, parameters: unknown = {}): InsightPolicy {
  return find(INSIGHTS, "insight", name)(parameters, `the parameters of insight policy "${name}"`);
}

/**
 * Lists the history policies.
 *
 * @returns The names that {@linkcode historyPolicy} knows, in the order in which they are shown to people.
 */
export function historyPolicyNames(): string[] {
  return Object.keys(HISTORIES);
}

/**
 * Lists the insight policies.
 *
 * @returns The names that {@linkcode insightPolicy} knows, in the order in which they are shown to people.
 */
export function insightPolicyNames(): string[] {
  return Object.keys(INSIGHTS);
}

function find<P>(known: Readonly<Record<string, P>>, half: string, name: string): P {
  const found = Object.hasOwn(known, name) ? known[name] : undefined;
  if (found !== undefined) return found;
  const names = Object.keys(known).map((item) => `"${item}"`).join(", ");
  throw new ConfigError(`Cannot use ${half} policy "${name}" as there is no such policy: known are ${names}`, {
    hint: "use one of the known names",
  });
}
