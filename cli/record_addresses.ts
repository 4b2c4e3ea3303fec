import { ConfigError, MissingPrerequisiteError, parseOrExplain } from "../base/mod.ts";
import { takeStep, walkSchema, type WalkStep } from "../env/mod.ts";
import { type ChromiumBrowser, openChromium } from "../env/chromium/mod.ts";
import {
  type Archive,
  crawl,
  createReplaySession,
  openArchive,
  type RecorderTransport,
  serveRecorder,
} from "../env/replay/mod.ts";
import { PROFILE } from "../replay-fixtures/profile.ts";
import { EXIT } from "./exit_code.ts";
import { resolvePath, showPath } from "./paths.ts";
import { locateChromium } from "./wire.ts";
import type { World } from "./world.ts";

/** Flags of `m2 record` for sites that live elsewhere. */
export interface RecordAddressesFlags {
  /** `wiki.test=http://127.0.0.1:8080`, as often as there are hosts. */
  readonly map?: readonly string[];
  /** Where the archive goes. */
  readonly out?: string;
  /** Whether an archive that is there may be replaced. */
  readonly replace?: boolean;
  /** Pages to visit at most, following links from the addresses. */
  readonly crawl?: number;
  /** A JSON file with the steps of a walk. */
  readonly script?: string;
  /** Whether a person walks, in a window, until it is closed. */
  readonly headed?: boolean;
  /** An archive: only what it lacks is fetched, and added to it as a layer. */
  readonly missing?: string;
  /** Further hosts that may be asked, with what is below them. */
  readonly also?: readonly string[];
  /** Whether any host may be asked. */
  readonly allHosts?: boolean;
  /** Names of environment variables whose values are secret. */
  readonly secret?: readonly string[];
  /** Whether addresses of people are replaced. */
  readonly emails?: boolean;
}

/**
 * Records sites by their addresses: a crawl, a walk from a file, or a person's own way in a window.
 *
 * @param addresses Where to begin; the hosts of `--map` when there are none.
 * @param flags How, and where to.
 * @param world The ambient world.
 * @returns The exit code.
 * @throws {M2Error} When something is left out, a site does not answer, or a secret would be kept.
 */
export async function recordAddresses(
  addresses: readonly string[],
  flags: RecordAddressesFlags,
  world: World,
): Promise<number> {
  const { screen, standing } = world;
  const map = Object.fromEntries((flags.map ?? []).map(readMapping));
  const base = flags.missing === undefined ? undefined : await openArchive(resolvePath(flags.missing, standing));
  const starts = startsOf(addresses, map, base);
  refuseInCi(starts, map, world);
  const out = outOf(flags, starts, base, world);
  if (base === undefined && flags.replace !== true) await refuseToReplace(out, world);
  const secrets = new Map((flags.secret ?? []).map((name) => [name, secretOf(name, world)]));
  const steps = flags.script === undefined
    ? undefined
    : (await readWalk(resolvePath(flags.script, standing))).map((step) => withSecrets(step, secrets, world));
  const hosts = [...new Set(starts.map(({ hostname }) => hostname))];
  const reachable = [...hosts, ...flags.also ?? []];
  await Promise.all(Object.values(map).map((origin) => checkAnswers(origin, world)));
  const chromium = locateChromium(world);
  const transport = await serveRecorder({
    site: base?.manifest.site ?? hosts[0]!,
    profile: base?.profile ?? PROFILE,
    map,
    reach: ({ hostname }) =>
      flags.allHosts === true || reachable.some((host) => hostname === host || hostname.endsWith(`.${host}`)),
    hosts,
    out,
    browser: "chromium",
    licence: base?.manifest.licence ?? "unknown: yours to clear before you share it",
    clock: world.clock,
    secrets: [...secrets.values()],
    emails: flags.emails === true,
    ...(base === undefined ? {} : {
      missing: {
        session: createReplaySession(base, { onMiss: "soft404" }),
        layer: freeLayer(base),
      },
    }),
  });
  const how = flags.headed === true
    ? "until the window is closed"
    : steps === undefined
    ? `at most ${flags.crawl} pages`
    : `${steps.length} steps of ${flags.script}`;
  screen.err(`record ${hosts.join(", ")}   ${how}\n`);
  let archive: Archive;
  let left: readonly string[] = [];
  let visited = 0;
  try {
    const headed = flags.headed === true;
    const browser = await openChromium({ chromium, transport, screenshots: false, headed, signal: world.interrupted });
    try {
      const look = (url: string) => screen.err(`  ${String(++visited).padStart(4)}  ${url}\n`);
      if (headed) await byHand(browser, starts, look);
      else if (steps !== undefined) await bySteps(browser, starts, steps, look);
      else left = await byLinks(browser, starts, flags.crawl ?? 1, look);
      archive = await transport.finish();
    } finally {
      await browser.close();
    }
  } finally {
    await transport.close();
  }
  if (base !== undefined) {
    const added = archive.exchanges.length - base.exchanges.length;
    screen.err(added === 0 ? "  nothing was missing: the archive is as it was\n" : `  ${added} exchanges are new\n`);
  }
  tell(archive, transport, left, visited, world);
  return EXIT.done;
}

/** Follows links, breadth first, on the hosts of the addresses. */
async function byLinks(
  browser: ChromiumBrowser,
  starts: readonly URL[],
  limit: number,
  look: (url: string) => void,
): Promise<readonly string[]> {
  const origins = new Set(starts.map(({ origin }) => origin));
  const { left } = await crawl({
    start: starts[0]!.href,
    extra: starts.slice(1).map(({ href }) => href),
    limit,
    inScope: ({ origin }) => origins.has(origin),
    async visit(url, index) {
      if (index === 0) await browser.reset(url);
      else await browser.act({ kind: "goto", url });
      look(url);
      return await browser.links();
    },
  });
  return left;
}

async function bySteps(
  browser: ChromiumBrowser,
  [start]: readonly URL[],
  steps: readonly WalkStep[],
  look: (url: string) => void,
): Promise<void> {
  await browser.reset(start!.href);
  look(start!.href);
  for (const step of steps) {
    await takeStep(browser, step);
    look(sayStep(step));
  }
}

/** A step in words. What was typed is not shown: it may be a password. */
function sayStep(step: WalkStep): string {
  if (step.kind === "goto") return step.url;
  return "role" in step ? `${step.kind} ${step.role} "${step.name}"` : step.kind;
}

const SECRET = /\{\{secret:(\w+)\}\}/g;

/** Puts the values of `{{secret:NAME}}` into what a step types, and notes them, so that none is kept. */
function withSecrets(step: WalkStep, secrets: Map<string, string>, world: World): WalkStep {
  if (step.kind !== "type") return step;
  const text = step.text.replaceAll(SECRET, (_, name: string) => {
    const value = secretOf(name, world);
    secrets.set(name, value);
    return value;
  });
  return { ...step, text };
}

async function refuseToReplace(out: string, { standing }: World): Promise<void> {
  try {
    await Deno.stat(`${out}/archive.json`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  const shown = showPath(out, standing);
  throw new ConfigError(`Cannot record into ${shown} as nothing must be lost: there is an archive already`, {
    hint: `add --replace to replace it, or --missing ${shown} to add what it lacks`,
  });
}

/** How far the page's time moves with each look while a person has the window, in milliseconds. */
const PACE_MS = 100;

async function byHand(browser: ChromiumBrowser, [start]: readonly URL[], look: (url: string) => void): Promise<void> {
  await browser.reset(start!.href);
  look(start!.href);
  let isOpen = true;
  const gone = browser.gone.then(() => void (isOpen = false));
  while (isOpen) await Promise.race([browser.passTime(PACE_MS).catch(() => undefined), gone]);
}

function readMapping(text: string): [host: string, origin: string] {
  const [, host, origin] = /^([a-z0-9.-]+(?::\d+)?)=(https?:\/\/[^/]+)\/?$/.exec(text) ?? [];
  if (host !== undefined && origin !== undefined) return [host, origin];
  throw new ConfigError(`Cannot record "${text}" as --map must be HOST=URL: it is not`, {
    hint: "write it like --map wiki.test=http://127.0.0.1:8080, once for each host",
  });
}

function startsOf(
  addresses: readonly string[],
  map: Readonly<Record<string, string>>,
  base: Archive | undefined,
): readonly URL[] {
  const given = addresses.map((address) => {
    if (URL.canParse(address) && /^https?:/.test(address)) return new URL(address);
    throw new ConfigError(`Cannot record "${address}" as it must be an address: it is not`, {
      hint: "write it whole, such as https://example.org/",
    });
  });
  if (given.length > 0) return given;
  const mapped = Object.keys(map).map((host) => new URL(`https://${host}/`));
  if (mapped.length > 0) return mapped;
  const first = base?.exchanges.find(({ destination }) => destination === "document");
  if (first !== undefined) return [new URL(first.request.url)];
  throw new ConfigError("Cannot record as it must be known where to begin: no address was given");
}

/** A red build must never be one that went to the network by itself. */
function refuseInCi(starts: readonly URL[], map: Readonly<Record<string, string>>, world: World): void {
  const beyond = starts.find(({ host, hostname }) => map[host] === undefined && map[hostname] === undefined);
  if (beyond === undefined || (world.environment("CI") ?? "") === "") return;
  throw new ConfigError(`Cannot record ${beyond.host} as CI may only replay: the variable CI is set`, {
    hint: "record at your desk and commit the archive, or map the host to a server of the build with --map",
  });
}

function outOf(
  { out, missing }: RecordAddressesFlags,
  starts: readonly URL[],
  base: Archive | undefined,
  world: World,
): string {
  if (out !== undefined) return resolvePath(out, world.standing);
  if (base !== undefined && missing !== undefined) return resolvePath(missing, world.standing);
  throw new ConfigError(`Cannot record ${starts[0]!.host} as its archive needs a folder: --out was not given`, {
    hint: `add --out ${starts[0]!.hostname}-archive`,
  });
}

/**
 * Reads a walk.
 *
 * @param path A JSON file.
 * @returns Its steps.
 * @throws {ConfigError} When it cannot be read, or is no walk.
 */
export async function readWalk(path: string): Promise<readonly WalkStep[]> {
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (cause) {
    throw new ConfigError(`Cannot record as the walk must be read: ${path} cannot be`, { cause });
  }
  try {
    return parseOrExplain(walkSchema, JSON.parse(text), path);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new ConfigError(`Cannot record as the walk must be JSON: ${path} is not`, {
      hint: 'write a list such as [{ "kind": "click", "role": "link", "name": "Help" }]',
      cause,
    });
  }
}

async function checkAnswers(origin: string, world: World): Promise<void> {
  try {
    await (await world.fetch(origin)).body?.cancel();
  } catch (cause) {
    throw new MissingPrerequisiteError(`Cannot record as ${origin} must answer: it does not`, {
      hint: "start the site first, or correct the address",
      cause,
    });
  }
}

function secretOf(name: string, world: World): string {
  const value = world.environment(name) ?? "";
  if (value !== "") return value;
  throw new ConfigError(
    `Cannot keep the secret ${name} out of the recording as its value must be known: it is not set`,
    {
      hint: `set the environment variable ${name}, and name it, never its value, on the command line`,
    },
  );
}

function freeLayer({ manifest }: Archive): string {
  for (let number = 1;; number++) {
    const name = `missing-${number}`;
    if (manifest.layers.every((layer) => layer.name !== name)) return name;
  }
}

function tell(
  archive: Archive,
  transport: RecorderTransport,
  left: readonly string[],
  visited: number,
  { screen, standing }: World,
): void {
  const where = showPath(archive.location, standing);
  const steps = visited === 1 ? "1 step" : `${visited} steps`;
  screen.out(`${archive.manifest.site}: ${steps}, ${archive.exchanges.length} exchanges in ${where}\n`);
  const open = transport.stillStreaming();
  if (open > 0) {
    const streams = open === 1 ? "1 stream was" : `${open} streams were`;
    screen.err(`  ${streams} still open at the end: kept as far as it came; add "wait" steps to hear more\n`);
  }
  const { misses } = transport.report();
  for (const sentence of misses.slice(0, 5)) screen.err(`  ${sentence}\n`);
  if (misses.length > 5) screen.err(`  and ${misses.length - 5} more\n`);
  const layers = archive.manifest.layers.length;
  if (layers > 1) screen.err(`  ${layers} layers: ${archive.manifest.layers.map(({ name }) => name).join(", ")}\n`);
  if (left.length > 0) screen.err(`  ${left.length} pages are left: raise --crawl to record them too\n`);
  screen.err(`\n  replay   deno task m2 replay ${where}\n  check    deno task m2 archive check ${where}\n`);
}
