import { ConfigError, MissingPrerequisiteError } from "../base/mod.ts";
import { openChromium } from "../env/chromium/mod.ts";
import { type Archive, createReplaySession, openArchive, type ReplaySession, serveReplay } from "../env/replay/mod.ts";
import { takeStep } from "../env/mod.ts";
import { readWalk } from "./record_addresses.ts";
import { archiveFolder } from "./archive_folder.ts";
import { EXIT } from "./exit_code.ts";
import { resolvePath } from "./paths.ts";
import { paint } from "./screen.ts";
import { allSites, locateChromium } from "./wire.ts";
import type { World } from "./world.ts";

/** Flags of `m2 replay`. */
export interface ReplayFlags {
  /** Addresses to open, one after another; the first recorded page when left out. */
  readonly url?: readonly string[];
  /** A JSON file with the steps of a walk, taken after the addresses. */
  readonly script?: string;
  /** Whether the addresses are opened without a window, and the command ends after the last. */
  readonly headless?: boolean;
  /** Layers that are left out. */
  readonly without?: readonly string[];
  /** Whether the summary is printed as JSON. */
  readonly json?: boolean;
}

/** How far the page's time moves with each look while a person has the window, in milliseconds. */
const PACE_MS = 100;

/**
 * Opens a recorded site in a browser that reaches nothing but the recording, and tells what the recording did not hold.
 *
 * @param path The archive's folder, or the name of a site of this repository.
 * @param flags What to open, and whether in a window.
 * @param world The ambient world.
 * @returns The exit code: 3 where a document, data or a mutation was missing.
 * @throws {M2Error} When the archive cannot be opened, an address is none, or there is no display for a window.
 */
export async function replay(path: string, flags: ReplayFlags, world: World): Promise<number> {
  const { screen } = world;
  const site = allSites().find(({ name }) => name === path);
  const archive = await openArchive(
    archiveFolder(path, world),
    flags.without === undefined ? {} : { without: flags.without },
  );
  const urls = flags.url ?? [firstPage(archive)];
  for (const url of urls) {
    if (URL.canParse(url) && /^https?:/.test(url)) continue;
    throw new ConfigError(`Cannot open "${url}" as it must be an address: it is not`, {
      hint: `write it whole: https://${url.replace(/^\w+:\/*/, "")}`,
    });
  }
  const steps = flags.script === undefined ? [] : await readWalk(resolvePath(flags.script, world.standing));
  const headed = flags.headless !== true;
  if (headed) requireDisplay(world);
  const session = createReplaySession(archive, {
    onMiss: "soft404",
    ...(site === undefined ? {} : { handlers: site.handlers }),
  });
  const transport = await serveReplay(session);
  screen.err(`replay ${archive.manifest.site}   ${archive.exchanges.length} exchanges; nothing leaves this machine\n`);
  let told = 0;
  const tellMisses = () => {
    const misses = session.misses();
    for (const { kind, url, reason, step } of misses.slice(told)) {
      screen.err(
        `  ${paint(screen, "bad", "miss")} ${kind.padEnd(9)} ${
          step < 0 ? "start" : `step ${step}`
        }  ${url}\n       ${reason}\n`,
      );
    }
    told = misses.length;
  };
  let leaks = 0;
  try {
    const chromium = locateChromium(world);
    const browser = await openChromium({ chromium, transport, screenshots: false, headed, signal: world.interrupted });
    try {
      for (const [index, url] of urls.entries()) {
        if (index === 0) await browser.reset(url);
        else await browser.act({ kind: "goto", url });
        const { observation } = await browser.observe();
        screen.err(`  ${observation.url}   ${observation.title}\n`);
        tellMisses();
      }
      for (const step of steps) {
        await takeStep(browser, step);
        const { observation } = await browser.observe();
        screen.err(`  ${observation.url}   ${observation.title}\n`);
        tellMisses();
      }
      if (headed) {
        let isOpen = true;
        const gone = browser.gone.then(() => void (isOpen = false));
        while (isOpen) {
          // The window may close in the middle of a look; that is how this command ends.
          await Promise.race([browser.passTime(PACE_MS).catch(() => undefined), gone]);
          tellMisses();
        }
      }
      leaks = browser.report().leaks;
    } finally {
      await browser.close();
    }
  } finally {
    await transport.close();
  }
  tell(session, leaks, flags.json === true, world);
  return session.validity() === "diverged" || leaks > 0 ? EXIT.missing : EXIT.done;
}

function firstPage({ exchanges, location }: Archive): string {
  const pages = exchanges.filter(({ destination, request }) => destination === "document" && request.method === "GET");
  const first = pages.reduce<typeof pages[number] | undefined>(
    (best, page) => best === undefined || page.step < best.step ? page : best,
    undefined,
  );
  if (first !== undefined) return first.request.url;
  throw new ConfigError(`Cannot open a page of ${location} as one must be recorded: none is`, {
    hint: "name an address with --url",
  });
}

function requireDisplay({ environment }: World): void {
  const hasDisplay = Deno.build.os !== "linux" ||
    ["DISPLAY", "WAYLAND_DISPLAY"].some((name) => (environment(name) ?? "") !== "");
  if (hasDisplay) return;
  throw new MissingPrerequisiteError("Cannot open a window as there must be a display: DISPLAY is not set", {
    hint: "add --headless to open the addresses of --url without one",
  });
}

function tell(session: ReplaySession, leaks: number, json: boolean, { screen }: World): void {
  const tally = session.tally();
  const levels = Object.entries(tally).filter(([name, count]) => count > 0 && !name.endsWith("-answers"));
  const summary = {
    validity: session.validity(),
    divergedAt: session.divergedAt() ?? null,
    levels: Object.fromEntries(levels),
    unchained: tally["unchained-answers"],
    exhausted: tally["exhausted-answers"],
    used: session.used().length,
    recorded: session.archive.exchanges.length,
    leaks,
    misses: session.misses(),
  };
  if (json) return screen.out(`${JSON.stringify(summary, null, 2)}\n`);
  const answers = levels.map(([name, count]) => `${count} ${name}`).join(", ");
  screen.out(
    `${summary.validity}: ${answers || "nothing was asked"}; ` +
      `${summary.used} of ${summary.recorded} exchanges used, ${leaks} leaks\n`,
  );
}
