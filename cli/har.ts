import { ConfigError } from "../base/mod.ts";
import { exportHar, type HarImportReport, harText, importHar, openArchive, writeArchive } from "../env/replay/mod.ts";
import { EXIT } from "./exit_code.ts";
import { resolvePath, showPath } from "./paths.ts";
import { paint, type Screen } from "./screen.ts";
import type { World } from "./world.ts";

/** Flags of `m2 har import`. */
export interface HarImportFlags {
  /** Where the archive goes. */
  readonly out: string;
  readonly site?: string;
  readonly licence?: string;
  readonly secret?: readonly string[];
  readonly emails?: boolean;
  /** Print the report as JSON. */
  readonly json?: boolean;
}

/** Flags of `m2 har export`. */
export interface HarExportFlags {
  /** The file that is written. */
  readonly out: string;
  readonly layer?: readonly string[];
}

/** How many issues are shown; the JSON report names all. */
const SHOWN = 20;

/**
 * Makes an archive of a HAR.
 *
 * @param file The HAR, as typed.
 * @param flags Where to, and what the HAR does not say.
 * @param world The ambient world.
 * @returns `done`, or `missing` when something of the recording is not in the HAR: the archive is written all the same.
 */
export async function importFromHar(file: string, flags: HarImportFlags, world: World): Promise<number> {
  const { screen } = world;
  const { content, report } = await importHar(resolvePath(file, world.standing), {
    ...(flags.site === undefined ? {} : { site: flags.site }),
    ...(flags.licence === undefined ? {} : { licence: flags.licence }),
    ...(flags.secret === undefined ? {} : { secrets: flags.secret }),
    ...(flags.emails === undefined ? {} : { emails: flags.emails }),
  });
  const out = resolvePath(flags.out, world.standing);
  await writeArchive(out, content);
  if (flags.json === true) screen.out(JSON.stringify(report) + "\n");
  else showReport(report, showPath(out, world.standing), screen);
  return report.complete ? EXIT.done : EXIT.missing;
}

/**
 * Writes an archive as a HAR. The file appears when it is whole.
 *
 * @param folder The archive, as typed.
 * @param flags Where to, and what of it.
 * @param world The ambient world.
 * @returns The exit code.
 * @throws {M2Error} When the archive cannot be read, or holds no such layer.
 */
export async function exportToHar(folder: string, flags: HarExportFlags, world: World): Promise<number> {
  const archive = await openArchive(resolvePath(folder, world.standing));
  const names = archive.manifest.layers.map(({ name }) => name);
  const unknown = flags.layer?.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new ConfigError(`Cannot export layer "${unknown}" as the archive must hold it: it holds ${names.join(", ")}`);
  }
  const har = await exportHar(archive, flags.layer === undefined ? {} : { layers: flags.layer });
  const out = resolvePath(flags.out, world.standing);
  await writePieces(out, harText(har));
  world.screen.out(`${har.log.entries.length} entries in ${showPath(out, world.standing)}\n`);
  return EXIT.done;
}

async function writePieces(path: string, pieces: Iterable<string>): Promise<void> {
  const fresh = `${path}.new`;
  const encoder = new TextEncoder();
  {
    using file = await Deno.open(fresh, { write: true, create: true, truncate: true });
    for (const piece of pieces) {
      const bytes = encoder.encode(piece);
      for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
    }
  }
  await Deno.rename(fresh, path);
}

function showReport(report: HarImportReport, out: string, screen: Screen): void {
  const { note, repaired, lossy, dropped } = report.effects;
  const line = (what: string, said: string) => screen.out(`  ${what.padEnd(10)} ${said}\n`);
  line("har", `${report.source}${report.creator === "" ? "" : `, written by ${report.creator}`}`);
  line("entries", `${report.entries} read, ${report.exchanges} different exchanges kept`);
  line("issues", `${note} noted, ${repaired} repaired, ${lossy} lossy, ${dropped} dropped`);
  // What was lost comes first.
  const weight = { dropped: 0, lossy: 1, repaired: 2, note: 3 };
  const sorted = report.issues.toSorted((a, b) => weight[a.effect] - weight[b.effect] || a.entry - b.entry);
  for (const { entry, url, effect, what } of sorted.slice(0, SHOWN)) {
    const isBad = effect === "dropped" || effect === "lossy";
    screen.out(`  ${paint(screen, isBad ? "bad" : "dim", effect.padEnd(9))} entry ${entry}  ${url}: ${what}\n`);
  }
  if (sorted.length > SHOWN) screen.out(`            and ${sorted.length - SHOWN} more; --json names them\n`);
  line("archive", `${out}${report.complete ? "" : ` (${paint(screen, "bad", "incomplete")})`}`);
}
