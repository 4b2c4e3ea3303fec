import { createHash } from "node:crypto";
import { sha256 } from "../../base/mod.ts";
import type { Draft, SourceFile, Taken, TrajectoryFormat } from "./format.ts";
import { detectFormat, formatNamed } from "./formats/registry.ts";
import { ImportFormatError } from "./import_error.ts";
import { LossCount, type LossReport } from "./loss_report.ts";
import { readRows, ROW_LIMIT } from "./rows/read_rows.ts";
import { sampleFile } from "./rows/sample_file.ts";
import type { ImportedTrajectory } from "./trajectory.ts";

/** How trajectories are imported. */
export interface ImportOptions {
  /** A format's id, or `auto`: by what stands in each file. @default "auto" */
  readonly format?: string;
  /** Licence of the data, where the format does not state it or states another. */
  readonly licence?: string;
  /** Revision of the data. */
  readonly revision?: string;
  /** The longest row, in bytes. @default 64 MiB */
  readonly rowLimit?: number;
  /** Told after each file. */
  readonly onFile?: (file: string, accepted: number) => void;
}

/** An import under way. */
export interface Import {
  /** In the order of files and rows. To be read once. */
  readonly trajectories: AsyncIterable<ImportedTrajectory>;
  /** What was kept and lost so far; complete when `trajectories` is at its end. */
  report(): LossReport;
}

/**
 * Imports trajectories of any known format into one form, file by file and row by row: memory holds one row.
 *
 * What models wrote stays text: actions are read by grammars, never run. Rows that cannot be read are refused with their
 * number and the reason, and the others go on.
 *
 * @param files The files, in the order in which they count.
 * @param options Format, licence, revision.
 * @returns Trajectories and the report. Reading rejects with {@linkcode ImportFormatError} where no file is in a known
 * format, and with {@linkcode PolarityConflictError} where a row calls the same attempt a success and a failure.
 * @throws {ImportFormatError} When there is no format of that name.
 */
export function importTrajectories(
  files: Iterable<SourceFile> | AsyncIterable<SourceFile>,
  options: ImportOptions = {},
): Import {
  const count = new LossCount();
  const named = options.format === undefined || options.format === "auto" ? undefined : formatNamed(options.format);
  return { trajectories: importAll(files, named, options, count), report: () => count.report() };
}

async function* importAll(
  files: Iterable<SourceFile> | AsyncIterable<SourceFile>,
  named: TrajectoryFormat | undefined,
  options: ImportOptions,
  count: LossCount,
): AsyncGenerator<ImportedTrajectory> {
  let read = 0;
  const strangers: string[] = [];
  for await (const file of files) {
    const sample = await sampleFile(file);
    const detected = named ?? detectFormat(sample);
    if (typeof detected === "string" || (named !== undefined && sample.layout === "binary")) {
      const reason = typeof detected === "string" ? detected : "it must be text or JSON: it is binary";
      count.passOver(file.name, reason);
      strangers.push(`${file.name}: ${reason}`);
      continue;
    }
    yield* importFile(file, detected, sample, options, count);
    read++;
    options.onFile?.(file.name, count.report().accepted);
  }
  if (read > 0) return;
  const why = strangers[0] ?? "there is no file";
  const more = strangers.length > 1 ? ` (and ${strangers.length - 1} more)` : "";
  throw new ImportFormatError(
    `Cannot import trajectories as at least one file must be in a known format: ${why}${more}`,
    { hint: "m2 list formats lists what can be read; name one with --format" },
  );
}

async function* importFile(
  file: SourceFile,
  format: TrajectoryFormat,
  sample: Parameters<typeof readRows>[2],
  options: ImportOptions,
  count: LossCount,
): AsyncGenerator<ImportedTrajectory> {
  const { digest, bytes } = await hashOf(file);
  const reader = await format.open(file);
  let [rows, trajectories] = [0, 0];
  const settle = (taken: readonly Taken[]): ImportedTrajectory[] =>
    taken.flatMap((one) => {
      if ("refused" in one) {
        count.refuse({ file: file.name, row: one.row, reason: one.refused });
        return [];
      }
      trajectories++;
      const trajectory = "whole" in one ? one.whole : complete(one.draft, format, file, digest, options);
      count.accept(trajectory);
      return [trajectory];
    });
  for await (const row of readRows(file, format.layout, sample, options.rowLimit ?? ROW_LIMIT)) {
    rows++;
    if ("problem" in row) count.refuse({ file: file.name, row: row.number, reason: row.problem });
    else yield* settle(reader.take(row));
  }
  yield* settle(reader.end?.() ?? []);
  const { id, checked } = format;
  count.file({ file: file.name, format: id, checked, sha256: digest, bytes, rows, trajectories });
}

/** The hash is part of every trajectory, so a file is read twice; the second time from the cache of the disk. */
async function hashOf(file: SourceFile): Promise<{ digest: string; bytes: number }> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of file.bytes()) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { digest: hash.digest("hex"), bytes };
}

function complete(
  draft: Draft,
  format: TrajectoryFormat,
  file: SourceFile,
  digest: string,
  options: ImportOptions,
): ImportedTrajectory {
  const { task, row, model } = draft;
  const licence = options.licence ?? format.licence;
  const absent = new Set(draft.absent);
  if (task.id === undefined || task.id === "") absent.add("task-id");
  if (task.startUrl === undefined) absent.add("start-url");
  const site = task.site ?? hostOf(task.startUrl);
  return {
    version: 1,
    id: `t-${sha256(`${format.id} ${digest} ${row}`).slice(0, 16)}`,
    source: {
      format: format.id,
      file: file.name,
      sha256: digest,
      row,
      ...(licence === undefined ? {} : { licence }),
      ...(options.revision === undefined ? {} : { revision: options.revision }),
      ...(model === undefined ? {} : { model }),
    },
    task: {
      id: task.id === undefined || task.id === "" ? `goal-${sha256(task.goal).slice(0, 12)}` : task.id,
      ...(task.template === undefined ? {} : { template: task.template }),
      goal: task.goal,
      ...(site === undefined ? {} : { site }),
      ...(task.startUrl === undefined ? {} : { startUrl: task.startUrl }),
      ...(task.isStartInferred === undefined ? {} : { isStartInferred: true }),
    },
    outcome: draft.outcome,
    steps: draft.steps.map((step, index) => ({ index, ...step })),
    absent: [...absent].sort(),
    repairs: [...draft.repairs],
  };
}

/**
 * The host of an address, without `www.`.
 *
 * @param url An address, or anything else.
 * @returns The host, or undefined where it is none.
 */
export function hostOf(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const host = new URL(url).hostname.replace(/^www\./, "");
  return host === "" ? undefined : host;
}
