import { join } from "node:path";
import { canonicalJson, ConfigError, parseOrExplain, sha256 } from "../base/mod.ts";
import { explainDiskError, readIfThere, writeWhole } from "./disk.ts";
import { Ledger, parseLines, writeLines } from "./ledger.ts";
import { differingFields, type Manifest, manifestSchema } from "./manifest.ts";
import { compareText } from "./order.ts";
import { type ResultRow, resultSchema, type TimingRow, timingSchema } from "./result.ts";

/** What an episode leaves on disk beside its line in results.jsonl. */
export interface EpisodeFiles {
  /** transcript.jsonl, whole. */
  readonly transcript: string;
  /** evidence.jsonl, whole. */
  readonly evidence: string;
  /** use.json, whole: what it used of its recording. Left out where there was none. */
  readonly use?: string;
  /** Prompts, observations, replies and screenshots, by SHA-256. */
  readonly blobs: ReadonlyMap<string, string | Uint8Array>;
}

/**
 * A run on disk. Whatever moment its process dies at, the next one finds whole files: an episode counts once its line
 * in results.jsonl is whole, and that line is written last.
 */
export class RunDirectory {
  /** Where it lies. */
  readonly path: string;
  readonly #results: Ledger<ResultRow>;
  readonly #timings: Ledger<TimingRow>;
  /** Blobs that are there, or on their way: episodes that end together share some. */
  readonly #blobs: Map<string, Promise<void>>;

  private constructor(path: string, results: Ledger<ResultRow>, timings: Ledger<TimingRow>, blobs: Iterable<string>) {
    this.path = path;
    this.#results = results;
    this.#timings = timings;
    this.#blobs = new Map([...blobs].map((name) => [name, Promise.resolve()]));
  }

  /**
   * Begins a run, or finds the one that was begun.
   *
   * @param path The folder; made where it is missing.
   * @param manifest What the run is made of.
   * @returns The run, with the episodes that are whole.
   * @throws {ConfigError} When the folder holds another run, or a file that no crash of ours leaves.
   */
  static async open(path: string, manifest: Manifest): Promise<RunDirectory> {
    try {
      await Deno.mkdir(join(path, "blobs"), { recursive: true });
    } catch (error) {
      throw explainDiskError(error, path);
    }
    const file = join(path, "manifest.json");
    const before = await readIfThere(file);
    if (before === undefined) await writeWhole(file, `${canonicalJson(manifest)}\n`);
    else refuseOther(path, before, manifest);
    await dropUnprovenRows(path);
    return new RunDirectory(
      path,
      await Ledger.open(join(path, "results.jsonl"), resultSchema),
      await Ledger.open(join(path, "timings.jsonl"), timingSchema),
      await listBlobs(join(path, "blobs")),
    );
  }

  /** The episodes that are whole, in the order in which they ended. */
  get results(): readonly ResultRow[] {
    return this.#results.rows;
  }

  /**
   * Keeps an episode: first its blobs, then its files, last its line.
   *
   * @param files What it left.
   * @param result Its line.
   * @param timing Its wall times.
   * @throws {EnvironmentError} When the disk is full; what was kept before stays whole.
   */
  async keep(files: EpisodeFiles, result: ResultRow, timing: TimingRow): Promise<void> {
    for (const [name, content] of files.blobs) {
      const written = this.#blobs.get(name) ?? writeWhole(join(this.path, "blobs", name), content);
      this.#blobs.set(name, written);
      await written;
    }
    const folder = join(this.path, "episodes", result.id);
    try {
      await Deno.mkdir(folder, { recursive: true });
    } catch (error) {
      throw explainDiskError(error, folder);
    }
    await writeWhole(join(folder, "transcript.jsonl"), files.transcript);
    await writeWhole(join(folder, "evidence.jsonl"), files.evidence);
    if (files.use !== undefined) await writeWhole(join(folder, "use.json"), files.use);
    this.#timings.append(timing);
    this.#results.append(result);
  }

  /** Sorts results.jsonl by episode id, once every episode is there. */
  async complete(): Promise<void> {
    const rows = [...this.#results.rows].sort((a, b) => compareText(a.id, b.id));
    await writeLines(join(this.path, "results.jsonl"), rows);
  }

  /** Ends writing. */
  close(): void {
    this.#results.close();
    this.#timings.close();
  }
}

/**
 * Reads a run that somebody else writes or wrote.
 *
 * @param path The folder.
 * @returns The manifest, and the episodes that are whole, by id.
 * @throws {ConfigError} When there is no run there, or a file is damaged.
 */
export async function readRun(
  path: string,
): Promise<{ manifest: Manifest; results: ResultRow[]; timings: TimingRow[] }> {
  const text = await readIfThere(join(path, "manifest.json"));
  if (text === undefined) {
    throw new ConfigError(`Cannot read run ${path} as its folder must hold manifest.json: there is none`, {
      hint: "name a folder that m2 ablate made, such as one below runs/",
    });
  }
  const manifest = parseManifest(text, path);
  const lines = async <Row>(name: string, parse: (whole: string, file: string) => Row[]): Promise<Row[]> => {
    const file = join(path, name);
    const content = await readIfThere(file) ?? "";
    return parse(content.slice(0, content.lastIndexOf("\n") + 1), file);
  };
  const results = await lines("results.jsonl", (whole, file) => parseLines(whole, resultSchema, file));
  const timings = await lines("timings.jsonl", (whole, file) => parseLines(whole, timingSchema, file));
  return { manifest, results: results.sort((a, b) => compareText(a.id, b.id)), timings };
}

function parseManifest(text: string, path: string): Manifest {
  const hint = "the folder is damaged or of another version; choose another one with --out";
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw new ConfigError(`Cannot read run ${path} as manifest.json must be JSON: ${(cause as Error).message}`, {
      hint,
      cause,
    });
  }
  return parseOrExplain(manifestSchema, data, `manifest.json of run ${path}`, hint);
}

function refuseOther(path: string, before: string, manifest: Manifest): void {
  if (before === `${canonicalJson(manifest)}\n`) return;
  const fields = differingFields(parseManifest(before, path), manifest);
  throw new ConfigError(
    `Cannot go on with run ${path} as it must be made of the same parts: ${fields.join(", ")} differ`,
    {
      hint: "choose another folder with --out, or leave --out away: each make-up has a folder of its own",
    },
  );
}

/** A line whose transcript is missing or another one is no proof: its episode is run again. */
async function dropUnprovenRows(path: string): Promise<void> {
  const file = join(path, "results.jsonl");
  const text = await readIfThere(file);
  if (text === undefined) return;
  const rows = parseLines(text.slice(0, text.lastIndexOf("\n") + 1), resultSchema, file);
  const proven: ResultRow[] = [];
  for (const row of rows) {
    const transcript = await readIfThere(join(path, "episodes", row.id, "transcript.jsonl"));
    if (transcript !== undefined && sha256(transcript) === row.transcript) proven.push(row);
  }
  if (proven.length < rows.length) await writeLines(file, proven);
}

async function listBlobs(path: string): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const entry of Deno.readDir(path)) {
    if (entry.name.endsWith(".tmp")) await Deno.remove(join(path, entry.name));
    else names.add(entry.name);
  }
  return names;
}
