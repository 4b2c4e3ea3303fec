import { canonicalJson } from "../base/mod.ts";
import { type BankAnswer, chooseIndex, type Hit, openBank, searchBank } from "../memory/mod.ts";
import { loadHnswlib } from "../memory/retrieval/hnswlib/mod.ts";
import { EXIT } from "./exit_code.ts";
import { resolvePath } from "./paths.ts";
import { paint } from "./screen.ts";
import { bankFolder, embedderNamed } from "./wire.ts";
import type { World } from "./world.ts";

/** Flags of `m2 bank query`. */
export interface BankQueryFlags {
  /** The bank's folder, or its name. */
  readonly bank: string;
  /** What is to be done. */
  readonly goal: string;
  /** How many groups at most. */
  readonly groups: number;
  /** Only lessons seen on this site. */
  readonly site?: string;
  /** Id of the task whose own lessons must not help. */
  readonly leaveTask?: string;
  /** The same by template. */
  readonly leaveTemplate?: string;
  /** The same by site. */
  readonly leaveSite?: string;
  /** How groups are ranked. */
  readonly method: string;
  /** Pass over groups that repeat others. */
  readonly diverse?: boolean;
  /** Print JSON. */
  readonly json?: boolean;
}

/** How much a group's own worth counts against its likeness to those already picked. */
const RELEVANCE = 0.7;

/** So many sources are named for a lesson; the rest is counted. */
const SOURCES_SHOWN = 5;

/**
 * Asks a bank for the lessons that help with a goal, and prints them with whom they come from.
 *
 * @param flags What is asked.
 * @param world The ambient world.
 * @returns The exit code: done, also where the bank has nothing to say.
 * @throws {M2Error} When the bank is missing or damaged, or the goal has no word that it knows.
 */
export async function bankQuery(flags: BankQueryFlags, world: World): Promise<number> {
  const { screen, clock } = world;
  const start = clock.now();
  const bank = await openBank(await folderOf(flags.bank, world));
  const embedder = embedderNamed(bank.manifest.embedder.id)(bank.groups.map(({ query }) => query));
  const { index, reason } = await chooseIndex(bank.vectors, { native: await loadHnswlib() });
  // An embedder may read its table at the first text: that is loading.
  await embedder.embed([""]);
  const ask = searchBank(bank, embedder, index, clock);
  const load = clock.now() - start;
  const { goal, groups, method, site, leaveTask, leaveTemplate, leaveSite } = flags;
  const answer = await ask({
    goal,
    groups,
    method,
    ...(site === undefined ? {} : { site }),
    leave: {
      ...(leaveTask === undefined ? {} : { task: leaveTask }),
      ...(leaveTemplate === undefined ? {} : { template: leaveTemplate }),
      ...(leaveSite === undefined ? {} : { site: leaveSite }),
    },
    ...(flags.diverse === true ? { relevance: RELEVANCE } : {}),
  });
  const loaded = clock.now();
  const text = flags.json === true ? undefined : words(answer, index.id);
  const hits = answer.hits.map(readable);
  const latency = { ...answer.latency, load, render: clock.now() - loaded };
  const said = {
    hits,
    excluded: answer.excluded,
    latency: Object.fromEntries(Object.entries(latency).map(([part, ms]) => [part, Math.round(ms * 1000) / 1000])),
    index: { id: index.id, reason },
    bank: bank.hash,
    embedder: embedder.id,
    method,
  };
  screen.out(text ?? canonicalJson(said) + "\n");
  if (flags.json !== true) {
    const parts = Object.entries(latency).map(([part, ms]) => `${part} ${ms.toFixed(2)}`).join(", ");
    screen.err(paint(screen, "dim", `  ${index.id}: ${reason}; ms: ${parts}\n`));
  }
  return EXIT.done;
}

/** A folder as typed; where there is none, a committed bank of that name. */
async function folderOf(typed: string, world: World): Promise<string> {
  const folder = resolvePath(typed, world.standing);
  if (/^[\w-]+$/.test(typed) && !await isThere(folder)) return bankFolder(typed, world);
  return folder;
}

async function isThere(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** A hit as a person or an agent reads it: lessons with what they stand on. */
function readable({ group, similarity }: Hit) {
  return {
    group: group.id,
    query: group.query,
    similarity,
    insights: group.insights.map(({ id, kind, text, sources }) => ({
      id,
      kind,
      text,
      support: {
        trajectories: new Set(sources.map(({ trajectory }) => trajectory)).size,
        tasks: new Set(sources.map(({ taskId }) => taskId)).size,
        sites: new Set(sources.map(({ site }) => site)).size,
        labels: [...new Set(sources.map(({ label }) => label ?? "judged"))].sort(),
      },
      sources: sources.slice(0, SOURCES_SHOWN),
      moreSources: Math.max(0, sources.length - SOURCES_SHOWN),
    })),
  };
}

function some(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function words(answer: BankAnswer, index: string): string {
  if (answer.hits.length === 0) return `nothing in the bank helps with this (${index})\n`;
  const lines = answer.hits.map(readable).flatMap((hit, i) => [
    `${i + 1}  ${hit.similarity.toFixed(3)}  ${hit.group}  ${JSON.stringify(hit.query)}`,
    ...hit.insights.map(({ id, kind, text, support }) =>
      `   ${kind} ${id}: ${JSON.stringify(text)}\n      ${
        some(support.trajectories, "trajectory", "trajectories")
      } of ${some(support.tasks, "task")} on ${some(support.sites, "site")}, ${support.labels.join(", ")}`
    ),
  ]);
  for (const { group, reason } of answer.excluded) lines.push(`-  left out  ${group}  ${reason}`);
  return lines.join("\n") + "\n";
}
