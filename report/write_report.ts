import { join } from "node:path";
import { ConfigError } from "../base/mod.ts";
import type { TranscriptEvent } from "../actors/mod.ts";
import type { InsightGroup } from "../memory/mod.ts";
import { readRun, type ResultRow, runId, summarizeRun, type SweepSummary } from "../lab/mod.ts";
import { episodePage } from "./episode_page.ts";
import { episodePath } from "./episode_path.ts";
import { indexPage } from "./index_page.ts";
import { readEpisode } from "./read_episode.ts";

/** What {@linkcode writeReport} cannot read from the run's folder. */
export interface ReportOptions {
  /** Groups of the bank that the run used; empty where it used none. */
  readonly groups: readonly InsightGroup[];
  readonly sweep?: SweepSummary;
  /** Arms in the order of the table. */
  readonly armOrder: readonly string[];
  /** What makes the run again, whole and copyable. */
  readonly command: string;
}

/**
 * Writes a run's report into `report/` inside its folder: an index, and a page an episode. It works from disk, offline,
 * as long as it stays beside the run's `blobs/`.
 *
 * @param directory The run's folder.
 * @param options What else it shows.
 * @returns Path of the index.
 * @throws {ConfigError} When there is no run, or one of its files is missing.
 */
export async function writeReport(directory: string, options: ReportOptions): Promise<string> {
  const { manifest, results } = await readRun(directory);
  const order = (name: string) => (options.armOrder.indexOf(name) + 1) || Infinity;
  const arms = [...manifest.experiment.arms].sort((a, b) => order(a.name) - order(b.name));
  const target = join(directory, "report");
  await Deno.mkdir(join(target, "episodes"), { recursive: true });
  for (const [index, result] of results.entries()) {
    await Deno.writeTextFile(
      join(target, episodePath(result.id)),
      await episodeText(directory, results, index, options),
    );
  }
  const index = indexPage({
    manifest,
    runId: runId(manifest),
    results,
    summary: summarizeRun({ ...manifest.experiment, arms }, results),
    groups: new Map(
      options.groups.map((group) => [group.id, { query: group.query, texts: group.insights.map((one) => one.text) }]),
    ),
    environment: await readEnvironment(directory),
    command: options.command,
    ...(options.sweep === undefined ? {} : { sweep: options.sweep }),
  });
  const path = join(target, "index.html");
  await Deno.writeTextFile(path, index);
  return path;
}

async function episodeText(
  directory: string,
  results: readonly ResultRow[],
  index: number,
  options: ReportOptions,
): Promise<string> {
  const result = results[index];
  if (result === undefined) throw new RangeError(`Cannot render episode ${index} as the run has ${results.length}`);
  const folder = join(directory, "episodes", result.id);
  const lines = async <Line>(name: string): Promise<Line[]> => {
    try {
      return (await Deno.readTextFile(join(folder, name))).split("\n").filter((line) => line !== "").map((line) =>
        JSON.parse(line)
      );
    } catch (cause) {
      throw new ConfigError(`Cannot render ${result.id} as its ${name} must be readable: ${(cause as Error).message}`, {
        hint: "run the same ablate command again: it repairs what is missing",
        cause,
      });
    }
  };
  const evidence = await lines<{ step: number; screenshot: string }>("evidence.jsonl");
  const [previous, next] = [results[index - 1]?.id, results[index + 1]?.id];
  return episodePage(readEpisode({
    result,
    transcript: await lines<TranscriptEvent>("transcript.jsonl"),
    screenshots: new Map(evidence.map(({ step, screenshot }) => [step, screenshot])),
    blob: (sha256) => Deno.readTextFileSync(join(directory, "blobs", sha256)),
    blobPath: (sha256) => `../../blobs/${sha256}`,
    groups: options.groups,
    ...(previous === undefined ? {} : { previous }),
    ...(next === undefined ? {} : { next }),
  }));
}

async function readEnvironment(directory: string): Promise<Record<string, unknown>> {
  try {
    return JSON.parse(await Deno.readTextFile(join(directory, "environment.json")));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return {};
    throw error;
  }
}
