/**
 * Records the sites written for this project, each by a complete crawl of the pages that depend on no visitor, and one
 * walk through the pages that do.
 *
 * Run `deno run -A replay-fixtures/record.ts shop`; without a name, all sites are recorded.
 *
 * @module
 */
import { parseHTML } from "linkedom";
import { HarnessError } from "../base/mod.ts";
import { type Browser, takeStep } from "../env/mod.ts";
import { type ChromiumInstallation, findChromium, openChromium } from "../env/chromium/mod.ts";
import { type Archive, crawl, serveRecorder } from "../env/replay/mod.ts";
import { PROFILE } from "./profile.ts";
import { isStateful, type Recordable } from "./recordable.ts";

/** Pages that a site may have; more than that is a crawl that went astray. */
const MOST_PAGES = 500;

/** What a recording came to. */
export interface RecordReport {
  readonly archive: Archive;
  /** Pages of the crawl. */
  readonly pages: number;
  /** What could not be reached, one sentence each. */
  readonly unreachable: readonly string[];
}

/**
 * Records a site into its archive folder, or into another one.
 *
 * @param recordable The site.
 * @param chromium The browser to record with.
 * @param out The folder.
 * @returns What it came to.
 * @throws {HarnessError} When the crawl is not complete, or a step of the walk cannot be made.
 */
export async function recordSite(
  recordable: Recordable,
  chromium: ChromiumInstallation,
  out: URL = recordable.site.archive,
): Promise<RecordReport> {
  const { site, hosts, extra, walk } = recordable;
  const origin = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, asSite(recordable.serve()));
  const address = `http://127.0.0.1:${origin.addr.port}`;
  const transport = await serveRecorder({
    site: site.name,
    profile: PROFILE,
    map: Object.fromEntries(hosts.map((host) => [host, address])),
    hosts,
    out,
    browser: "chromium",
    licence: "Invented content written for this project; Apache-2.0",
  });
  try {
    const browser = await openChromium({ chromium, transport, screenshots: false });
    try {
      const pages = await crawlSite(recordable, browser);
      for (const step of walk) await takeStep(browser, step);
      const { misses } = transport.report();
      return { archive: await transport.finish(), pages, unreachable: misses };
    } finally {
      await browser.close();
    }
  } finally {
    await transport.close();
    await origin.shutdown();
  }

  async function crawlSite({ site, serve }: Recordable, browser: Browser): Promise<number> {
    const read = serve();
    const { visited, left } = await crawl({
      start: `${site.origin}/`,
      extra,
      limit: MOST_PAGES,
      inScope: (url) => url.origin === site.origin && !isStateful(site, url),
      async visit(url, index) {
        if (index === 0) await browser.reset(url);
        else await expectDone(browser, { kind: "goto", url });
        return linksOf(await (await read(new Request(url))).text());
      },
    });
    if (left.length === 0) return visited.length;
    throw new HarnessError(
      `Cannot record ${site.name} as its crawl must be complete: ${left.length} pages are left after ${MOST_PAGES}`,
    );
  }
}

/**
 * Puts a site behind a plain loopback server, which is asked for one host in the name of another.
 *
 * @param handle The site.
 * @returns What the server runs: the site sees the host in the header, which is the one that the browser asked.
 */
export function asSite(handle: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = request.body === null ? undefined : await request.bytes();
    const headers = new Headers(request.headers);
    const host = headers.get("host") ?? "";
    headers.delete("host");
    return await handle(
      new Request(`https://${host}${pathname}${search}`, {
        method: request.method,
        headers,
        ...(body === undefined || body.length === 0 ? {} : { body }),
      }),
    );
  };
}

function linksOf(html: string): string[] {
  const { document } = parseHTML(html);
  return [...document.querySelectorAll("a[href]")].map((link) => link.getAttribute("href") ?? "");
}

async function expectDone(browser: Browser, action: Parameters<Browser["act"]>[0]): Promise<void> {
  const outcome = await browser.act(action);
  if (outcome.status === "done") return;
  throw new HarnessError(`Cannot record ${JSON.stringify(action)} as every step must be done: ${outcome.message}`);
}

if (import.meta.main) {
  const names = Deno.args.length > 0 ? Deno.args : ["shop", "rail"];
  const chromium = findChromium(Deno.env.toObject());
  for (const name of names) {
    const { recordable } = await import(`./${name}/record.ts`) as { recordable: Recordable };
    const { archive, pages, unreachable } = await recordSite(recordable, chromium);
    console.log(`${name}: ${pages} pages, ${archive.exchanges.length} exchanges`);
    for (const sentence of unreachable) console.log(`  ${sentence}`);
  }
}
