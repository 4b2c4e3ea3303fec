import type { MatchLevel } from "../match/level.ts";
import type { SessionUse } from "./watch_use.ts";

/** What one episode used, and who it was. */
export interface EpisodeUse {
  /** The episode. */
  readonly id: string;
  /** The arm that it belongs to. */
  readonly arm: string;
  /** Id of the memory policy. */
  readonly policy: string;
  /** The site that it went to. */
  readonly site: string;
  /** Connections that left the machine. */
  readonly leaks: number;
  /** What its session used and missed. */
  readonly use: SessionUse;
}

/** One episode's line of a use report. */
export interface EpisodeUseSummary {
  /** The episode. */
  readonly id: string;
  /** The arm that it belongs to. */
  readonly arm: string;
  /** The arm's memory policy. */
  readonly policy: string;
  /** The site that it went to. */
  readonly site: string;
  /** Whether it stayed in the recording. */
  readonly validity: SessionUse["validity"];
  /** Step at which it left the recording. */
  readonly divergedAt?: number;
  /** Share of its document and data requests that the recording answered as what they were; see {@linkcode coverage}. */
  readonly coverage: number;
  /** Answers by the level that gave them. */
  readonly levels: SessionUse["levels"];
  /** Different exchanges that answered. */
  readonly exchanges: number;
  /** Answers that were recorded under another chain of changes. */
  readonly unchained: number;
  /** Answers given again after their last recording. */
  readonly exhausted: number;
  /** Answers that were only alike. */
  readonly fuzzy: SessionUse["fuzzy"];
  /** What the recording did not hold. */
  readonly misses: SessionUse["misses"];
  /** Connections that left this machine; must be 0. */
  readonly leaks: number;
}

/** How often one memory policy left the recording: where policies differ in it, plain success rates are biased. */
export interface PolicyUse {
  /** The memory policy. */
  readonly policy: string;
  /** Arms that ran it. */
  readonly arms: readonly string[];
  /** How many episodes it ran. */
  readonly episodes: number;
  /** Episodes that missed nothing. */
  readonly clean: number;
  /** Episodes that missed assets only. */
  readonly degraded: number;
  /** Episodes that left the recording. */
  readonly diverged: number;
  /** `diverged` over `episodes`. */
  readonly divergenceRate: number;
  /** Mean step at which those that left did so. */
  readonly meanDivergedAt?: number;
  /** Over all document and data requests of its episodes. */
  readonly coverage: number;
}

/** What a run used of the recordings that it stood on: `use.json`. */
export interface RunUse {
  /** Version of the file. */
  readonly schema: 1;
  /** One an episode. */
  readonly episodes: readonly EpisodeUseSummary[];
  /** One a memory policy. */
  readonly policies: readonly PolicyUse[];
  /** One an archive: how much of it was used. */
  readonly archives: readonly {
    readonly site: string;
    readonly exchanges: number;
    readonly used: number;
    /** Ids of those that no episode used. */
    readonly unused: readonly string[];
  }[];
  /** Exchanges that were used, with how often, and in how many episodes. */
  readonly exchanges: readonly {
    readonly id: string;
    readonly site: string;
    readonly uses: number;
    readonly episodes: number;
  }[];
  /** Connections that left the machine; must be 0. */
  readonly leaks: number;
}

/** Levels that count as covered: everything but blocked, which is outside, and fuzzy and miss, which are not. */
const COVERED: readonly MatchLevel[] = ["stateful", "pinned", "exact", "canonical", "volatile", "derived", "rule"];

/**
 * The share of an agent's document and data requests that a recording answers as what they were.
 *
 * @param agent Decisions about documents and data, by level.
 * @returns 0 to 1; 1 where there were none.
 *
 * @example A miss in four
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { coverage } from "./run_use.ts";
 *
 * equal(coverage({ exact: 2, stateful: 1, miss: 1, blocked: 9 }), 0.75);
 * ```
 */
export function coverage(agent: SessionUse["agent"]): number {
  const covered = COVERED.reduce((sum, level) => sum + (agent[level] ?? 0), 0);
  const all = covered + (agent.fuzzy ?? 0) + (agent.miss ?? 0);
  return all === 0 ? 1 : covered / all;
}

/**
 * Sums up what a run used.
 *
 * @param episodes Its episodes.
 * @param archives Ids of all exchanges of each recording, by site.
 * @returns The report; equal whatever the order of the episodes.
 */
export function runUse(
  episodes: readonly EpisodeUse[],
  archives: Readonly<Record<string, readonly string[]>>,
): RunUse {
  const sorted = episodes.toSorted((a, b) => compare(a.id, b.id));
  const uses = new Map<string, { id: string; site: string; uses: number; episodes: number }>();
  for (const { site, use } of sorted) {
    for (const [id, times] of Object.entries(use.exchanges)) {
      const before = uses.get(`${site} ${id}`) ?? { id, site, uses: 0, episodes: 0 };
      uses.set(`${site} ${id}`, { ...before, uses: before.uses + times, episodes: before.episodes + 1 });
    }
  }
  return {
    schema: 1,
    episodes: sorted.map(episodeSummary),
    policies: [...Map.groupBy(sorted, ({ policy }) => policy)].sort(([a], [b]) => compare(a, b)).map(policyUse),
    archives: Object.entries(archives).sort(([a], [b]) => compare(a, b)).map(([site, ids]) => {
      const unused = ids.filter((id) => !uses.has(`${site} ${id}`)).sort();
      return { site, exchanges: ids.length, used: ids.length - unused.length, unused };
    }),
    exchanges: [...uses.values()].sort((a, b) => compare(a.site, b.site) || compare(a.id, b.id)),
    leaks: sorted.reduce((sum, { leaks }) => sum + leaks, 0),
  };
}

function episodeSummary({ id, arm, policy, site, leaks, use }: EpisodeUse): EpisodeUseSummary {
  const { validity, divergedAt, levels, unchained, exhausted, fuzzy, misses } = use;
  return {
    id,
    arm,
    policy,
    site,
    validity,
    ...(divergedAt === undefined ? {} : { divergedAt }),
    coverage: coverage(use.agent),
    levels,
    exchanges: Object.keys(use.exchanges).length,
    unchained,
    exhausted,
    fuzzy,
    misses,
    leaks,
  };
}

function policyUse([policy, episodes]: [string, readonly EpisodeUse[]]): PolicyUse {
  const of = (validity: SessionUse["validity"]) => episodes.filter(({ use }) => use.validity === validity).length;
  const steps = episodes.flatMap(({ use: { divergedAt } }) => divergedAt ?? []);
  const agent: SessionUse["agent"] = {};
  for (const { use } of episodes) {
    for (const [level, times] of Object.entries(use.agent) as [MatchLevel, number][]) {
      agent[level] = (agent[level] ?? 0) + times;
    }
  }
  const diverged = of("diverged");
  return {
    policy,
    arms: [...new Set(episodes.map(({ arm }) => arm))].sort(),
    episodes: episodes.length,
    clean: of("clean"),
    degraded: of("degraded"),
    diverged,
    divergenceRate: diverged / episodes.length,
    ...(steps.length === 0 ? {} : { meanDivergedAt: steps.reduce((sum, step) => sum + step, 0) / steps.length }),
    coverage: coverage(agent),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
