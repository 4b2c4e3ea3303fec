import { ConfigError } from "../base/mod.ts";
import {
  archiveStats,
  checkArchive,
  diffArchives,
  type DiffField,
  type Finding,
  layerConflicts,
  mergeArchives,
  openArchive,
  pruneArchive,
  readUsedIds,
  redactArchive,
  repairArchive,
  type StatsLine,
} from "../env/replay/mod.ts";
import { archiveFolder } from "./archive_folder.ts";
import { EXIT } from "./exit_code.ts";
import { resolvePath, showPath } from "./paths.ts";
import type { World } from "./world.ts";

/** Flags that every `m2 archive` command takes. */
export interface ArchiveFlags {
  /** One JSON value on stdout and nothing else there. */
  readonly json?: true;
  /** Where a result is written. */
  readonly out?: string;
}

/** Findings of one code that are shown to a person; `--json` shows all. */
const MOST_SHOWN = 5;

/**
 * `m2 archive check`: everything that may be wrong with an archive; `--repair` writes what is sound into a new one.
 *
 * @param folder The archive.
 * @param flags What to do about it.
 * @param world The ambient world.
 * @returns 0 when it can be replayed as it is, the threshold's code when it cannot.
 */
export async function archiveCheck(
  folder: string,
  flags: ArchiveFlags & { readonly repair?: true },
  world: World,
): Promise<number> {
  const { screen, standing } = world;
  const dir = resolvePath(folder, standing);
  if (flags.repair) {
    if (flags.out === undefined) {
      throw new ConfigError(`Cannot repair archive ${folder} as the result needs a folder: --out was not given`, {
        hint: `add --out ${folder.replace(/\/+$/, "")}-repaired`,
      });
    }
    const out = resolvePath(flags.out, standing);
    const report = await repairArchive(dir, out);
    if (flags.json) screen.out(json({ out: showPath(out, standing), ...report }));
    else {
      for (const loss of report.losses) screen.out(`  ${loss}\n`);
      screen.out(
        `${count(report.exchanges, "exchange")} in ${showPath(out, standing)}, ${given(report.losses.length)}\n`,
      );
    }
    return EXIT.done;
  }
  const check = await checkArchive(dir);
  const errors = check.findings.filter(({ severity }) => severity === "error").length;
  if (flags.json) screen.out(json({ ...check, location: showPath(check.location, standing) }));
  else {
    for (const [code, findings] of Map.groupBy(check.findings, ({ code }) => code)) {
      screen.out(findingLines(code, findings));
    }
    screen.out(
      `${showPath(check.location, standing)}: ${check.sound ? "sound" : "damaged"}, ` +
        `${count(check.exchanges, "exchange")}, ${count(check.bodies, "body", "bodies")}, ${size(check.bytes)}; ` +
        `${count(errors, "error")}, ${count(check.findings.length - errors, "warning")}\n`,
    );
  }
  return check.sound ? EXIT.done : EXIT.threshold;
}

/**
 * `m2 archive stats`: what is in an archive.
 *
 * @param folder The archive.
 * @param flags How it is shown.
 * @param world The ambient world.
 * @returns The exit code.
 */
export async function archiveStatistics(folder: string, flags: ArchiveFlags, world: World): Promise<number> {
  const { screen } = world;
  const stats = archiveStats(await openArchive(archiveFolder(folder, world)));
  if (flags.json) {
    screen.out(json(stats));
    return EXIT.done;
  }
  screen.out(
    `${stats.site}: ${count(stats.exchanges, "exchange")}, ${count(stats.bodies, "body", "bodies")}, ` +
      `${size(stats.bytes)} (${size(stats.savedBytes)} saved by storing equal bodies once)\n` +
      `${stats.failed} failed, ${stats.incomplete} incomplete\n`,
  );
  const groups = {
    layers: "layer",
    hosts: "host",
    methods: "method",
    destinations: "for",
    types: "type",
    statuses: "status",
  };
  for (const [name, title] of Object.entries(groups)) {
    screen.out(`\n${table(title, stats[name as keyof typeof groups])}`);
  }
  if (stats.largest.length > 0) screen.out("\nlargest\n");
  for (const { bytes, type, url } of stats.largest) screen.out(`  ${size(bytes).padStart(9)}  ${type}  ${url}\n`);
  return EXIT.done;
}

/**
 * `m2 archive diff`: how two archives differ.
 *
 * @param before The older archive.
 * @param after The newer one.
 * @param flags How it is shown.
 * @param world The ambient world.
 * @returns 0 when they are equal, the threshold's code when they differ.
 */
export async function archiveDiff(before: string, after: string, flags: ArchiveFlags, world: World): Promise<number> {
  const { screen } = world;
  const diff = diffArchives(
    await openArchive(archiveFolder(before, world)),
    await openArchive(archiveFolder(after, world)),
  );
  const differences = diff.added.length + diff.removed.length + diff.changed.length + diff.manifest.length;
  if (flags.json) screen.out(json(diff));
  else {
    for (const field of diff.manifest) screen.out(fieldLine("archive.json ", field));
    for (const { method, url } of diff.removed) screen.out(`- ${method} ${url}\n`);
    for (const { method, url } of diff.added) screen.out(`+ ${method} ${url}\n`);
    for (const { method, url, fields } of diff.changed) {
      screen.out(`~ ${method} ${url}\n`);
      for (const field of fields) screen.out(fieldLine("    ", field));
    }
    screen.out(
      `${diff.same} the same, ${diff.added.length} added, ${diff.removed.length} removed, ${diff.changed.length} changed\n`,
    );
  }
  return differences === 0 ? EXIT.done : EXIT.threshold;
}

/**
 * `m2 archive prune`: takes out what no run uses, or whole layers.
 *
 * @param folder The archive.
 * @param flags What goes.
 * @param world The ambient world.
 * @returns The exit code.
 */
export async function archivePrune(
  folder: string,
  flags: ArchiveFlags & { readonly unusedBy?: readonly string[]; readonly withoutLayer?: readonly string[] },
  world: World,
): Promise<number> {
  const { screen, standing } = world;
  const { unusedBy, withoutLayer } = flags;
  if (unusedBy === undefined && withoutLayer === undefined) {
    throw new ConfigError(`Cannot prune ${folder} as it must be said what may go: nothing was`, {
      hint: "add --unused-by RUN/use.json, which m2 use RUN writes, or --without-layer NAME",
    });
  }
  const archive = await openArchive(archiveFolder(folder, world));
  const before = archiveStats(archive);
  const used = unusedBy === undefined ? undefined : new Set<string>();
  for (const report of unusedBy ?? []) {
    const ids = readUsedIds(await readReport(resolvePath(report, standing)), `use report ${report}`);
    for (const id of ids) used?.add(id);
  }
  const out = flags.out === undefined ? archive.location : resolvePath(flags.out, standing);
  const report = await pruneArchive(archive, {
    ...(used === undefined ? {} : { used }),
    ...(withoutLayer === undefined ? {} : { withoutLayers: withoutLayer }),
    out,
  });
  const freedBytes = before.bytes - archiveStats(await openArchive(out)).bytes;
  if (flags.json) screen.out(json({ out: showPath(out, standing), ...report, freedBytes }));
  else {
    if (report.keptForChains.length > 0) {
      screen.out(
        `  ${count(report.keptForChains.length, "unused mutation")} kept: pages that stay were recorded after them\n`,
      );
    }
    screen.out(
      `${count(report.kept, "exchange")} kept, ${report.removed} removed, ${size(freedBytes)} less in ${
        showPath(out, standing)
      }\n`,
    );
  }
  return EXIT.done;
}

/**
 * `m2 archive redact`: replaces secrets by today's rules.
 *
 * @param folder The archive.
 * @param flags What else is secret: names of environment variables, so that no secret stands on a command line.
 * @param world The ambient world.
 * @returns The exit code.
 */
export async function archiveRedact(
  folder: string,
  flags: ArchiveFlags & { readonly secret?: readonly string[] },
  world: World,
): Promise<number> {
  const { screen, standing } = world;
  const secrets = (flags.secret ?? []).map((name) => {
    const value = world.environment(name) ?? "";
    if (value.length >= 4) return value;
    throw new ConfigError(`Cannot redact by ${name} as it must hold a secret of 4 characters or more: it does not`, {
      hint: `set ${name} in the environment, or leave --secret ${name} out`,
    });
  });
  const archive = await openArchive(archiveFolder(folder, world));
  const out = flags.out === undefined ? archive.location : resolvePath(flags.out, standing);
  const report = await redactArchive(archive, { secrets, out });
  if (flags.json) screen.out(json({ out: showPath(out, standing), ...report }));
  else {
    const places = Object.entries(report.replaced);
    const width = Math.max(0, ...places.map(([place]) => place.length));
    for (const [place, values] of places) screen.out(`  ${place.padEnd(width)}  ${count(values, "value")}\n`);
    screen.out(`${count(report.changed, "exchange")} redacted in ${showPath(out, standing)}\n`);
  }
  return EXIT.done;
}

/**
 * `m2 archive layers`: the recordings in an archive, and where they say different things; with `--merge`, the layers of other
 * archives are put under them.
 *
 * @param folder The archive.
 * @param flags What to merge, and how it is shown.
 * @param world The ambient world.
 * @returns The exit code.
 */
export async function archiveLayers(
  folder: string,
  flags: ArchiveFlags & { readonly merge?: readonly string[] },
  world: World,
): Promise<number> {
  const { screen, standing } = world;
  let archive = await openArchive(archiveFolder(folder, world));
  if (flags.merge !== undefined) {
    if (flags.out === undefined) {
      throw new ConfigError(`Cannot merge archives into ${folder} as the result needs a folder: --out was not given`, {
        hint: `add --out ${folder.replace(/\/+$/, "")}-merged`,
      });
    }
    const others = [];
    for (const other of flags.merge) others.push(await openArchive(resolvePath(other, standing)));
    archive = await mergeArchives([archive, ...others], resolvePath(flags.out, standing));
  }
  const stats = archiveStats(archive);
  const layers = archive.manifest.layers.map((layer, at) => {
    const { exchanges, bytes } = stats.layers[at]!;
    return { ...layer, exchanges, bytes };
  });
  const conflicts = layerConflicts(archive);
  if (flags.json) screen.out(json({ layers, conflicts }));
  else {
    const width = Math.max(...layers.map(({ name }) => name.length));
    for (const { name, origin, source, exchanges, bytes } of layers) {
      screen.out(
        `${name.padEnd(width)}  ${count(exchanges, "exchange").padStart(16)}  ${size(bytes).padStart(9)}  ` +
          `${origin.padEnd(14)}  ${source}\n`,
      );
    }
    for (const { method, url, served, shadowed } of conflicts) {
      screen.out(`  ${method} ${url}\n    answered by ${served.layer}, and otherwise in ${shadowed.layer}\n`);
    }
    screen.out(`${count(conflicts.length, "conflict")}\n`);
  }
  return EXIT.done;
}

function findingLines(code: string, findings: readonly Finding[]): string {
  const shown = findings.slice(0, MOST_SHOWN).map(({ where, what }) => `  ${where}: ${what}\n`).join("");
  const rest = findings.length > MOST_SHOWN ? `  … and ${findings.length - MOST_SHOWN} more; --json shows all\n` : "";
  return `${findings[0]!.severity} ${code}\n${shown}${rest}`;
}

function table(title: string, lines: readonly StatsLine[]): string {
  const most = 12;
  const shown = lines.slice(0, most);
  const width = Math.max(title.length, ...shown.map(({ name }) => name.length));
  const rest = lines.length > most ? `  … and ${lines.length - most} more; --json shows all\n` : "";
  return `${title.padEnd(width)}  exchanges       size\n${
    shown.map(({ name, exchanges, bytes }) =>
      `${name.padEnd(width)}  ${String(exchanges).padStart(9)}  ${size(bytes).padStart(9)}\n`
    ).join("")
  }${rest}`;
}

function fieldLine(indent: string, { field, before, after }: DiffField): string {
  return `${indent}${field}: ${short(before)} → ${short(after)}\n`;
}

function short(value = "nothing"): string {
  if (/^[0-9a-f]{64}$/.test(value)) return value.slice(0, 12);
  const line = value.replaceAll("\n", " | ");
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

function given(losses: number): string {
  return losses === 0 ? "nothing lost" : count(losses, "loss", "losses");
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2) + "\n";
}

async function readReport(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    throw new ConfigError(`Cannot read use report ${path} as it must be there: there is no such file`, {
      hint: "name the use report of a run",
      cause,
    });
  }
}
