import { canonicalJson, ConfigError } from "../base/mod.ts";
import { diskFiles, importTrajectories, type LossReport } from "../memory/mod.ts";
import { EXIT } from "./exit_code.ts";
import { resolvePath, showPath } from "./paths.ts";
import { paint, type Screen } from "./screen.ts";
import type { World } from "./world.ts";

/** Flags of `m2 import trajectories`. */
export interface ImportFlags {
  /** A format's id, or `auto`. */
  readonly format: string;
  /** The file that is written. */
  readonly out?: string;
  readonly licence?: string;
  readonly revision?: string;
  /** Print the report as JSON. */
  readonly json?: boolean;
}

/** How many refused rows are shown; the JSON report names more. */
const SHOWN = 10;

/**
 * Imports trajectories, writes them one a line, and reports what was kept and lost.
 *
 * The file appears when it is complete; a former one is replaced then. Without `--out` only the report is made.
 *
 * @param path A file or a folder, as typed.
 * @param flags What was asked for.
 * @param world The ambient world.
 * @returns The exit code.
 */
export async function importFiles(path: string, flags: ImportFlags, world: World): Promise<number> {
  const { screen } = world;
  const found = importTrajectories(diskFiles(resolvePath(path, world.standing)), {
    format: flags.format,
    ...(flags.licence === undefined ? {} : { licence: flags.licence }),
    ...(flags.revision === undefined ? {} : { revision: flags.revision }),
  });
  const out = flags.out === undefined ? undefined : resolvePath(flags.out, world.standing);
  const sink = out === undefined ? undefined : await openSink(out);
  try {
    let count = 0;
    for await (const trajectory of found.trajectories) {
      if (world.interrupted.aborted) break;
      await sink?.write(canonicalJson(trajectory) + "\n");
      if (++count % 1000 === 0 && screen.live) screen.err(`\r${count} trajectories`);
    }
    if (count >= 1000 && screen.live) screen.err("\r\x1b[K");
    if (world.interrupted.aborted) {
      await sink?.discard();
      return EXIT.interrupted;
    }
    await sink?.keep();
  } catch (error) {
    await sink?.discard();
    throw error;
  }
  const report = found.report();
  if (flags.json === true) screen.out(canonicalJson(report) + "\n");
  else showReport(report, screen);
  if (out !== undefined) {
    const shown = showPath(out, world.standing);
    screen.err(`\n  trajectories   ${shown}\n  bank           deno task m2 bank build --from ${shown} --out BANK\n`);
  }
  return EXIT.done;
}

interface Sink {
  write(text: string): Promise<void>;
  keep(): Promise<void>;
  discard(): Promise<void>;
}

/** Lines are gathered, so that a small trajectory does not cost a system call. */
async function openSink(path: string): Promise<Sink> {
  const fresh = `${path}.new`;
  let file: Deno.FsFile;
  try {
    file = await Deno.open(fresh, { write: true, create: true, truncate: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new ConfigError(`Cannot write ${path} as its folder must be there: it is not`, {
      hint: "make the folder first, or name another with --out",
      cause: error,
    });
  }
  const encoder = new TextEncoder();
  let waiting = "";
  const flush = async () => {
    const bytes = encoder.encode(waiting);
    waiting = "";
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
  };
  return {
    async write(text) {
      waiting += text;
      if (waiting.length > 1024 * 1024) await flush();
    },
    async keep() {
      await flush();
      await file.sync();
      file.close();
      await Deno.rename(fresh, path);
    },
    async discard() {
      file.close();
      await Deno.remove(fresh);
    },
  };
}

function showReport(report: LossReport, screen: Screen): void {
  const line = (what: string, said: string) => screen.out(`  ${what.padEnd(14)} ${said}\n`);
  const counts = (of: Readonly<Record<string, number>>) =>
    Object.entries(of).filter(([, n]) => n > 0).map(([name, n]) => `${n} ${name}`).join(", ");
  const formats = new Map<string, string>();
  for (const { format, checked } of report.files) formats.set(format, checked);
  line("format", [...formats].map(([id, checked]) => `${id} (${checked})`).join(", "));
  line("rows", `${report.rowsRead} read from ${report.files.length} ${report.files.length === 1 ? "file" : "files"}`);
  line(
    "trajectories",
    `${report.accepted} accepted, ${report.repaired} of them repaired; ${report.refused} rows refused`,
  );
  line("end", counts(report.ends));
  const { claimed, judged, rewarded } = report.success;
  line("claimed", counts(claimed));
  line("judged", counts(judged));
  line("rewarded", counts(rewarded));
  const absent = counts(report.absent);
  if (absent !== "") line("absent", `in so many trajectories: ${absent}`);
  line("steps", `${report.steps}: ${counts(report.actions)}`);
  if (report.repeatedThoughts > 0) line("thoughts", `${report.repeatedThoughts} repeat the one before, and are kept`);
  for (const [repair, times] of Object.entries(report.repairedFor)) line("repaired", `${times} x ${repair}`);
  for (const [reason, times] of Object.entries(report.refusedFor)) line("refused", `${times} x ${reason}`);
  for (const { file, row, reason } of report.refusals.slice(0, SHOWN)) {
    screen.out(`  ${paint(screen, "bad", "no")}  ${file}, row ${row}: ${reason}\n`);
  }
  if (report.refused > SHOWN) screen.out(`      and ${report.refused - SHOWN} more; --json names them\n`);
  if (report.passedOver.length > 0) line("passed over", `${report.passedOver.length} files in no known format`);
}
