import { z } from "zod";
import { ConfigError, parseOrExplain } from "../base/mod.ts";
import { drift, type DriftLocator, type DriftReport, locatorSchema, openArchive } from "../env/replay/mod.ts";
import { archiveFolder } from "./archive_folder.ts";
import { EXIT } from "./exit_code.ts";
import { resolvePath } from "./paths.ts";
import { paint, type Screen } from "./screen.ts";
import type { World } from "./world.ts";

/** Flags of `m2 drift`. */
export interface DriftFlags {
  readonly map?: readonly string[];
  /** A file. */
  readonly locators?: string;
  readonly sample: number;
  /** Milliseconds. */
  readonly delay: number;
  /** Print the report as JSON. */
  readonly json?: boolean;
}

/**
 * Holds a recording against the live site.
 *
 * @param folder The archive, as typed.
 * @param flags How much, and where the site runs.
 * @param world The ambient world.
 * @returns `done`, whatever became of the pages: that is what was asked; `missing` where the site did not answer at all.
 */
export async function showDrift(folder: string, flags: DriftFlags, world: World): Promise<number> {
  const { screen } = world;
  const archive = await openArchive(archiveFolder(folder, world));
  const locators = flags.locators === undefined ? [] : await readLocators(resolvePath(flags.locators, world.standing));
  let done = 0;
  const report = await drift(archive, {
    fetch: world.fetch,
    wall: world.wall,
    sample: flags.sample,
    perHostDelayMs: flags.delay,
    map: readMap(flags.map ?? []),
    locators,
    nowMs: Date.now(),
    signal: world.interrupted,
    onPage: () => screen.live ? screen.err(`\r${++done} compared`) : undefined,
  });
  if (screen.live) screen.err("\r\x1b[K");
  if (flags.json === true) screen.out(JSON.stringify(report) + "\n");
  else showTable(report, screen);
  // A site that does not answer at all says nothing about the recording.
  const isDown = report.pages.length > 0 &&
    report.pages.every(({ reasons }) => reasons.some((reason) => reason.includes("cannot be reached")));
  if (isDown) screen.err("the site could not be reached: nothing was compared\n");
  return isDown ? EXIT.missing : EXIT.done;
}

function showTable(report: DriftReport, screen: Screen): void {
  for (const { class: kind, url, reasons } of report.pages) {
    const tone = kind === "fresh" ? "good" : kind === "values-moved" ? "dim" : "bad";
    screen.out(
      `  ${paint(screen, tone, kind.padEnd(13))} ${url}${reasons.length === 0 ? "" : `: ${reasons.join("; ")}`}\n`,
    );
  }
  if (report.stateful > 0) {
    screen.out(`  ${report.stateful} addresses were not asked for: they hang on a login or on what was done before\n`);
  }
  if (report.newHosts.length > 0) screen.out(`  new hosts     ${report.newHosts.join(", ")}\n`);
  screen.out(`${report.summary}\n`);
}

function readMap(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(pairs.map((pair) => {
    const [, host, origin] = /^([a-z0-9.:-]+)=(https?:\/\/[^/]+)\/?$/.exec(pair) ?? [];
    if (host !== undefined && origin !== undefined) return [host, origin];
    throw new ConfigError(`Cannot ask "${pair}" as --map must be HOST=URL: it is not`, {
      hint: "write it like --map wiki.test=http://127.0.0.1:8080",
    });
  }));
}

async function readLocators(path: string): Promise<readonly DriftLocator[]> {
  try {
    return parseOrExplain(z.array(locatorSchema), JSON.parse(await Deno.readTextFile(path)), `locators ${path}`);
  } catch (cause) {
    if (cause instanceof ConfigError || !(cause instanceof Error)) throw cause;
    throw new ConfigError(`Cannot read locators ${path} as they must be a JSON list: ${cause.message}`, {
      hint: 'write a list like [{"url": "https://shop.test/", "role": "link", "name": "Cart"}]',
      cause,
    });
  }
}
