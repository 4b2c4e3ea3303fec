import type { ImportedTrajectory } from "../trajectories/trajectory.ts";
import { type Distilled, type DistilledSource, sourceOf } from "./distilled.ts";
import { DETAILS } from "./facets.ts";
import type { Pattern } from "./pattern.ts";
import { clicks } from "./patterns/clicks.ts";
import { forms } from "./patterns/forms.ts";
import { lists } from "./patterns/lists.ts";
import { overlays } from "./patterns/overlays.ts";
import { reading } from "./patterns/reading.ts";
import { searching } from "./patterns/search.ts";
import { anywhere, intents, siteKinds, type Situation, situationsOf } from "./situations.ts";
import { type Label, standingOf, weakest } from "./standing.ts";
import { trailOf } from "./trail.ts";
import { phrasesIn, valuesOf } from "./values.ts";

/** Everything that is looked for. */
export const patterns: readonly Pattern[] = [...searching, ...lists, ...forms, ...clicks, ...overlays, ...reading];

/** How the miner is set. */
export interface MineOptions {
  /** Fewest trajectories that must support a lesson. @default 3 */
  readonly atLeast?: number;
  /** Most lessons of one situation; those that mark it most are kept. @default 10 */
  readonly atMost?: number;
}

/** What of a trajectory is needed to the end. */
interface Entry {
  readonly label: Label;
  readonly source: DistilledSource;
}

/** Who shows a pattern in a situation. */
interface Sighting {
  readonly supporters: { readonly entry: Entry; readonly steps: readonly number[] }[];
  readonly details: Map<string, number>;
}

/**
 * Distils lessons without a model: looks for fixed patterns in actions and thoughts, and tells those that at least three
 * trajectories of a situation share, a situation being a kind of site or a kind of task.
 *
 * Deterministic. The words of a lesson are written in the patterns, and the few that are filled in come from fixed
 * lists, so nothing that a trajectory says can get into one. A trajectory whose own values happen to be words of a
 * lesson does not count as its support.
 *
 * Only successes teach what works; failed runs teach pitfalls, and a lesson that only they teach is labelled `failed`.
 * One pass; memory grows by a few hundred bytes a trajectory.
 *
 * @param trajectories Of any origin.
 * @param options How much support is asked for.
 * @returns Lessons, situation by situation, the most telling ones first.
 */
export async function* mineInsights(
  trajectories: AsyncIterable<ImportedTrajectory> | Iterable<ImportedTrajectory>,
  options: MineOptions = {},
): AsyncGenerator<Distilled> {
  const { atLeast = 3, atMost = 10 } = options;
  const sightings = new Map<string, Map<string, Sighting>>();
  const sizes = new Map<string, number>();
  const owners = new Map<string, Set<string>>();
  for await (const trajectory of trajectories) {
    const label = standingOf(trajectory.outcome);
    if (label === undefined) continue;
    const entry: Entry = { label, source: sourceOf(trajectory, label, []) };
    for (const value of valuesOf(trajectory)) {
      if (!VOCABULARY.has(value)) continue;
      const known = owners.get(value);
      if (known === undefined) owners.set(value, new Set([trajectory.id]));
      else known.add(trajectory.id);
    }
    look(trajectory, entry, sightings, sizes);
  }
  const everywhere = (pattern: Pattern) => share(sightings.get(anywhere.id)?.get(pattern.id), sizes.get(anywhere.id));
  for (const situation of [...siteKinds, ...intents, anywhere]) {
    const found = patterns.flatMap((pattern) => {
      const sighting = sightings.get(situation.id)?.get(pattern.id);
      if (sighting === undefined || !isTold(pattern, situation)) return [];
      const details = [...sighting.details].filter(([, count]) => count >= atLeast)
        .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name);
      const text = pattern.say(situation.place, details);
      const blind = new Set([...phrasesIn(text)].flatMap((phrase) => [...owners.get(phrase) ?? []]));
      const supporters = sighting.supporters.filter(({ entry }) => !blind.has(entry.source.trajectory));
      if (supporters.length < atLeast) return [];
      const here = share(sighting, sizes.get(situation.id));
      // Frequent here, and more so than elsewhere: that is what marks a situation.
      const weight = here * Math.min(3, here / Math.max(everywhere(pattern), 0.01));
      return [{ pattern, text, supporters, weight }];
    });
    found.sort((a, b) => b.weight - a.weight || (a.pattern.id < b.pattern.id ? -1 : 1));
    for (const { pattern, text, supporters, weight } of found.slice(0, atMost)) {
      yield {
        insight: {
          situation: situation.id,
          query: situation.query,
          kind: pattern.kind,
          text,
          label: weakest(supporters.map(({ entry }) => entry.label)),
          weight,
          sources: supporters.map(({ entry, steps }) => ({ ...entry.source, steps })),
        },
      };
    }
  }
}

/** Notes in which situations a trajectory shows which patterns. */
function look(
  trajectory: ImportedTrajectory,
  entry: Entry,
  sightings: Map<string, Map<string, Sighting>>,
  sizes: Map<string, number>,
): void {
  const { task } = trajectory;
  const homes = situationsOf(task.goal, task.startUrl ?? task.site);
  for (const { id } of homes) sizes.set(id, (sizes.get(id) ?? 0) + 1);
  const trail = trailOf(trajectory);
  for (const pattern of patterns) {
    if (pattern.teachers !== "both" && (pattern.teachers === "failed") !== (entry.label === "failed")) continue;
    const steps = pattern.find(trail);
    if (steps.length === 0) continue;
    const details = pattern.details?.(trail, steps) ?? [];
    for (const home of homes) {
      const byPattern = sightings.get(home.id) ?? new Map<string, Sighting>();
      sightings.set(home.id, byPattern);
      const sighting = byPattern.get(pattern.id) ?? { supporters: [], details: new Map<string, number>() };
      byPattern.set(pattern.id, sighting);
      sighting.supporters.push({ entry, steps });
      for (const detail of details) sighting.details.set(detail, (sighting.details.get(detail) ?? 0) + 1);
    }
  }
}

function isTold({ homes }: Pattern, situation: Situation): boolean {
  if (situation === anywhere) return homes.anywhere;
  return siteKinds.includes(situation) ? homes.sites : homes.intents.includes(situation.id);
}

function share(sighting: Sighting | undefined, size: number | undefined): number {
  return sighting === undefined || size === undefined ? 0 : sighting.supporters.length / size;
}

/** Every run of words that a lesson can have: only values that are among them need to be remembered. */
const VOCABULARY: ReadonlySet<string> = vocabulary();

function vocabulary(): Set<string> {
  const all = new Set<string>();
  for (const pattern of patterns) {
    for (const { place } of [...siteKinds, ...intents, anywhere]) {
      for (const phrase of phrasesIn(pattern.say(place, []))) all.add(phrase);
    }
    for (const detail of pattern.details === undefined ? [] : DETAILS) {
      for (const phrase of phrasesIn(pattern.say("", [detail]))) all.add(phrase);
    }
  }
  return all;
}
