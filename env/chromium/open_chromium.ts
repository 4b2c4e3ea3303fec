import { EnvironmentError } from "../../base/mod.ts";
import type { ActOutcome, Browser, BrowserReport, Capture, PageAction, PageTransport } from "../mod.ts";
import { chromiumFlags } from "./chromium_flags.ts";
import type { ChromiumInstallation } from "./find_chromium.ts";
import { callAgent } from "./frame_agent.ts";
import { type Lifeline, lifeline } from "./lifeline.ts";
import { loadChromiumLauncher } from "./load_playwright.ts";
import { watchNetwork } from "./network_watch.ts";
import { observePage, type Reference } from "./observe_page.ts";
import { agentScript, workerScript } from "./page_script.ts";
import { followWorkers } from "./workers.ts";
import { performAction, type Refusal } from "./perform_action.ts";
import { createSettler } from "./settler.ts";
import { followTabs } from "./tabs.ts";
import { createCamera } from "./camera.ts";

/** What {@linkcode openChromium} takes. */
export interface OpenChromiumOptions {
  /** The browser, as `findChromium` finds it. */
  readonly chromium: ChromiumInstallation;
  /** What answers the pages' requests. It stays the caller's: closing the browser does not close it. */
  readonly transport: PageTransport;
  /** Whether observations carry a picture. */
  readonly screenshots: boolean;
  /** Whether a person sees the window. @default false */
  readonly headed?: boolean;
  /** Closes the browser when it fires, even while a page hangs. */
  readonly signal?: AbortSignal;
}

/** A Chromium, with what a person or a recorder needs beside an agent. */
export interface ChromiumBrowser extends Browser {
  /** Addresses that the links of the page and its frames lead to, as the page has them now. */
  links(): Promise<readonly string[]>;
  /** Lets the page's time go on by `ms`, and settles: for a person who looks on. */
  passTime(ms: number): Promise<void>;
  /** Resolves once the browser is gone, whoever closed it. */
  readonly gone: Promise<void>;
}

/** How far an agent's `wait` moves the page's time, at least. */
const WAIT_MS = 3_000;

/**
 * Starts a Chromium for one episode.
 *
 * Its pages live in virtual time: timers, animations, dates and random numbers give the same page for the same answers
 * of the transport, however long these take. Refusals are told at once; nothing waits on the real clock.
 *
 * @param options The browser, the transport, pictures or not.
 * @returns The browser. Close it: it is a process.
 * @throws {EnvironmentError} When it does not start.
 */
export async function openChromium(options: OpenChromiumOptions): Promise<ChromiumBrowser> {
  const { transport, signal } = options;
  const { profile } = transport;
  signal?.throwIfAborted();
  const home = await Deno.makeTempDir({ prefix: "m2-chromium-" });
  const removeHome = async () => await Deno.remove(home, { recursive: true });
  const process = await launch(options, home).catch(async (error: unknown) => {
    await removeHome();
    throw error;
  });
  const line = lifeline();
  const gone = Promise.withResolvers<void>();
  let closing: Promise<void> | undefined;
  const close = (reason: string): Promise<void> => {
    line.end(new EnvironmentError(`Cannot go on as the browser must be running: ${reason}`));
    return closing ??= process.close().finally(removeHome);
  };
  const abort = () => void close("it was closed from outside");
  signal?.addEventListener("abort", abort, { once: true });
  process.on("disconnected", () => {
    signal?.removeEventListener("abort", abort);
    gone.resolve();
    line.end(new EnvironmentError("Cannot go on as the browser must be running: its process ended"));
  });

  try {
    return await open(options, line, process, close);
  } catch (error) {
    await close("it could not be prepared");
    throw error;
  }

  async function open(
    { screenshots }: OpenChromiumOptions,
    line: Lifeline,
    process: Awaited<ReturnType<typeof launch>>,
    close: (reason: string) => Promise<void>,
  ): Promise<ChromiumBrowser> {
    const context = await line.hold(process.newContext({
      viewport: { ...profile.viewport },
      deviceScaleFactor: 1,
      locale: profile.locale,
      timezoneId: profile.timezone,
      reducedMotion: "reduce",
      colorScheme: "light",
      serviceWorkers: "block",
      acceptDownloads: false,
      ignoreHTTPSErrors: true,
    }));
    const network = watchNetwork(context);
    await line.hold(context.addInitScript(agentScript(profile)));
    const first = await line.hold(context.newPage());
    const tabs = followTabs(context, first, (what) => {
      line.end(new EnvironmentError(`Cannot go on as the page must be alive: ${what}`));
    });
    transport.beginWorkersWith?.(workerScript(profile));
    const workers = followWorkers({ context, lifeline: line });
    await workers.follow(first);
    // A window that closes before it is followed has no workers to follow.
    context.on("page", (page) => void workers.follow(page).catch(() => undefined));
    const settler = await createSettler({
      context,
      tabs,
      network,
      transport,
      lifeline: line,
      workers,
    });
    const camera = createCamera(line, profile.viewport);
    let references: readonly Reference[] = [];
    let notes: readonly string[] = [];
    let step = -1;

    const outcome = (start: number, refusal?: Refusal): ActOutcome => {
      const virtualMs = settler.now() - start;
      const miss = transport.diverged();
      if (miss !== undefined) return { status: "off-tape", message: miss, virtualMs };
      return refusal === undefined ? { status: "done", virtualMs } : { status: "refused", ...refusal, virtualMs };
    };

    return {
      async reset(startUrl) {
        const start = settler.now();
        step = -1;
        transport.setStep(step);
        await settler.beginStep(step);
        const scene = { lifeline: line, tabs, references: [], resolverRules: transport.resolverRules };
        const refusal = await performAction(scene, { kind: "goto", url: startUrl });
        await settler.settle();
        const result = outcome(start, refusal);
        if (result.status !== "refused") return result;
        throw new EnvironmentError(`Cannot begin the episode as the start page must open: ${result.message}`);
      },
      async observe(): Promise<Capture> {
        notes = [...notes, ...tabs.takeNotes()];
        for (let attempt = 0; attempt < 5; attempt++) {
          const page = tabs.active();
          const view = await observePage(line, page, notes);
          if (view === undefined) {
            await settler.settle();
            continue;
          }
          references = view.references;
          if (!screenshots) return { observation: view.observation };
          const screenshot = await camera.take(page);
          return { observation: view.observation, screenshot };
        }
        throw new EnvironmentError("Cannot look at the page as it must stand still: it was replaced 5 times meanwhile");
      },
      async act(action: PageAction): Promise<ActOutcome> {
        const start = settler.now();
        notes = [];
        step += 1;
        transport.setStep(step);
        await settler.beginStep(step);
        const scene = { lifeline: line, tabs, references, resolverRules: transport.resolverRules };
        const refusal = await performAction(scene, action);
        await settler.settle(action.kind === "wait" ? WAIT_MS : 0);
        return outcome(start, refusal);
      },
      report(): BrowserReport {
        const told = transport.report();
        return { ...told, leaks: told.leaks + network.strays(), finalUrl: tabs.active().url() };
      },
      async links() {
        const found: string[] = [];
        for (const frame of tabs.active().frames()) {
          const reply = await callAgent(line, frame, "links");
          if (reply.status === "said") found.push(...reply.value);
        }
        return found;
      },
      passTime: (ms) => settler.settle(ms),
      gone: gone.promise,
      close: () => close("it was closed"),
    };
  }
}

async function launch({ chromium, transport, headed = false }: OpenChromiumOptions, home: string) {
  const launcher = await loadChromiumLauncher();
  try {
    return await launcher.launch({
      executablePath: chromium.executable,
      headless: !headed,
      args: chromiumFlags({ resolverRules: transport.resolverRules, withoutSandbox: Deno.uid() === 0 }),
      env: { ...chromium.env, HOME: home, TZ: "UTC" },
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  } catch (error) {
    throw new EnvironmentError(
      `Cannot start the browser as ${chromium.executable} must run: ${firstLine(error)}`,
      { hint: "Run `deno task setup`, or name another browser in M2_CHROMIUM.", cause: error },
    );
  }
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split("\n")[0] ?? "";
}
