import { ConfigError, MissingPrerequisiteError } from "../base/mod.ts";
import { openChromium } from "../env/chromium/mod.ts";
import { type Archive, crawl, serveRecorder } from "../env/replay/mod.ts";
import { recordSite } from "../replay-fixtures/record.ts";
import { PROFILE } from "../replay-fixtures/profile.ts";
import type { Recordable } from "../replay-fixtures/recordable.ts";
import { EXIT } from "./exit_code.ts";
import { resolvePath, showPath } from "./paths.ts";
import { allSites, locateChromium } from "./wire.ts";
import type { World } from "./world.ts";

/** Flags of `m2 record`. */
export interface RecordFlags {
  /** `wiki.test=http://127.0.0.1:8080`: a site that runs elsewhere, and the name that it is recorded under. */
  readonly map?: string;
  /** Where the archive goes. */
  readonly out?: string;
  /** Pages of a mapped site, at most. */
  readonly pages: number;
}

/**
 * Records sites of this repository, or one that runs elsewhere.
 *
 * @param name A site of this repository; all of them when left out.
 * @param flags What else to record, and where to.
 * @param world The ambient world.
 * @returns The exit code.
 * @throws {M2Error} When the site is unknown or cannot be recorded whole.
 */
export async function record(name: string | undefined, flags: RecordFlags, world: World): Promise<number> {
  if (flags.map !== undefined) return await recordMapped(flags.map, flags, world);
  const known = allSites().map((site) => site.name);
  if (name !== undefined && !known.includes(name)) {
    throw new ConfigError(`Cannot record "${name}" as there is no such site in this repository`, {
      hint: `choose among ${
        known.join(", ")
      }, or record a site that runs elsewhere with --map wiki.test=http://127.0.0.1:8080`,
    });
  }
  const { screen } = world;
  const chromium = locateChromium(world);
  for (const site of name === undefined ? known : [name]) {
    screen.err(`record ${site}   a complete crawl, and one walk through what depends on the visitor\n`);
    const { recordable } = await import(`../replay-fixtures/${site}/record.ts`) as { recordable: Recordable };
    const out = flags.out === undefined
      ? recordable.site.archive
      : new URL(`file://${resolvePath(flags.out, world.standing)}/`);
    const { archive, pages, unreachable } = await recordSite(recordable, chromium, out);
    screen.out(
      `${site}: ${pages} pages, ${archive.exchanges.length} exchanges in ${
        showPath(archive.location, world.standing)
      }\n`,
    );
    for (const sentence of unreachable) screen.err(`  ${sentence}\n`);
  }
  return EXIT.done;
}

async function recordMapped(map: string, flags: RecordFlags, world: World): Promise<number> {
  const [, host, origin] = /^([a-z0-9.-]+)=(https?:\/\/[^/]+)\/?$/.exec(map) ?? [];
  if (host === undefined || origin === undefined) {
    throw new ConfigError(`Cannot record "${map}" as --map must be HOST=URL: it is not`, {
      hint: "write it like --map wiki.test=http://127.0.0.1:8080",
    });
  }
  if (flags.out === undefined) {
    throw new ConfigError(`Cannot record ${host} as its archive needs a folder: --out was not given`, {
      hint: `add --out ${host}-archive`,
    });
  }
  try {
    await (await world.fetch(origin)).body?.cancel();
  } catch (cause) {
    throw new MissingPrerequisiteError(`Cannot record ${host} as ${origin} must answer: it does not`, {
      hint: "start the site first, or correct the address",
      cause,
    });
  }
  const { screen } = world;
  screen.err(`record ${host}   from ${origin}, at most ${flags.pages} pages\n`);
  const chromium = locateChromium(world);
  const transport = await serveRecorder({
    site: host,
    profile: PROFILE,
    map: { [host]: origin },
    hosts: [host],
    out: resolvePath(flags.out, world.standing),
    browser: "chromium",
    licence: "unknown: yours to clear before you share it",
  });
  let archive: Archive;
  let left: readonly string[];
  let pages = 0;
  try {
    const browser = await openChromium({ chromium, transport, screenshots: false, signal: world.interrupted });
    try {
      const start = `https://${host}/`;
      const walked = await crawl({
        start,
        limit: flags.pages,
        inScope: (url) => url.host === host,
        async visit(url, index) {
          if (index === 0) await browser.reset(url);
          else await browser.act({ kind: "goto", url });
          screen.err(`  ${String(++pages).padStart(4)}  ${url}\n`);
          return linksOf(await (await world.fetch(url.replace(`https://${host}`, origin))).text(), url);
        },
      });
      left = walked.left;
      archive = await transport.finish();
    } finally {
      await browser.close();
    }
  } finally {
    await transport.close();
  }
  screen.out(
    `${host}: ${pages} pages, ${archive.exchanges.length} exchanges in ${showPath(archive.location, world.standing)}\n`,
  );
  if (left.length > 0) screen.err(`  ${left.length} pages are left: raise --pages to record them too\n`);
  return EXIT.done;
}

/** Addresses that a page's anchors name. A crawl needs no more than this of HTML. */
function linksOf(html: string, base: string): string[] {
  return [...html.matchAll(/<a\s[^>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].flatMap((match) => {
    const href = (match[1] ?? match[2] ?? "").replaceAll("&amp;", "&");
    return URL.canParse(href, base) ? [new URL(href, base).href] : [];
  });
}
