import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { type EpisodeOutput, runEpisode, transcriptHash, visibleHash } from "../../actors/mod.ts";
import type { PageTransport, Task } from "../../env/mod.ts";
import { findChromium, openChromium } from "../../env/chromium/mod.ts";
import { createReplaySession, openArchive, serveRecorder, serveReplay } from "../../env/replay/mod.ts";
import { composePolicy, historyPolicy, insightPolicy } from "../../memory/mod.ts";
import { tokenCounter } from "../../models/mod.ts";
import { readerPreset, simulatedModel } from "../../models/simulated/mod.ts";
import { tiddlywikiPlaybook } from "./tiddlywiki_playbook.ts";

const PACKAGE = "npm:tiddlywiki@5.4.1";

const TASK: Task = {
  id: "wiki-write-and-date-01",
  site: "wiki",
  template: "write-and-date",
  split: "heldout",
  goal:
    'Write a note titled "Harbour list" that says "Two ropes and a lamp", save it, and tell under which day it is listed.',
  startUrl: "https://wiki.test/",
  horizon: 6,
  params: {},
};

/** Starts a TiddlyWiki of its own folder on a free port; resolves once it answers. */
async function startWiki(): Promise<{ origin: string; stop: () => Promise<void> }> {
  const folder = await Deno.makeTempDir();
  const init = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-lock", PACKAGE, folder, "--init", "server"],
  })
    .output();
  if (!init.success) throw new Error(`Cannot make a wiki: ${new TextDecoder().decode(init.stderr)}`);
  const probe = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = probe.addr as Deno.NetAddr;
  probe.close();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-lock", PACKAGE, folder, "--listen", `port=${port}`, "host=127.0.0.1"],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array<ArrayBuffer>, string>)
    .getReader();
  for (let said = ""; !said.includes("Serving on");) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`Cannot start a wiki: it ended saying ${said}`);
    said += value;
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill("SIGKILL");
      await reader.cancel();
      await child.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (name: string) => Deno.env.get(name);
const chromium = findChromium({
  M2_CHROMIUM: read("M2_CHROMIUM"),
  PATH: read("PATH"),
  HOME: read("HOME"),
  PLAYWRIGHT_BROWSERS_PATH: read("PLAYWRIGHT_BROWSERS_PATH"),
}, { root });

function episode(transport: PageTransport): Promise<EpisodeOutput> {
  return runEpisode({
    id: "wiki-write-and-date-01/full/seed-1",
    task: TASK,
    policy: composePolicy(historyPolicy("full"), insightPolicy("none")),
    seed: 1,
    limits: { steps: 22, virtualMs: 1_800_000, tokens: 1_000_000, costUsd: 10, repeats: 3, wallMs: 120_000 },
    model: simulatedModel({ preset: readerPreset("perfect"), playbooks: [tiddlywikiPlaybook] }),
    maxOutputTokens: 1000,
    openBrowser: () => openChromium({ chromium, transport, screenshots: false }),
    countTokens: tokenCounter("openai-tiles"),
    price: () => undefined,
    wall: (ms, expired) => {
      const timer = setTimeout(expired, ms);
      return () => clearTimeout(timer);
    },
    stopwatch: { now: () => performance.now() },
    putBlob: () => {},
  });
}

Deno.test("an episode on TiddlyWiki is recorded, and replayed with the wiki gone", async () => {
  const out = await Deno.makeTempDir();
  const wiki = await startWiki();
  let recorded: EpisodeOutput;
  try {
    const recorder = await serveRecorder({
      site: "wiki",
      profile: {
        epochMs: Date.UTC(2026, 2, 9, 8, 30),
        seed: 11,
        viewport: { width: 1280, height: 720 },
        locale: "en-GB",
        timezone: "UTC",
      },
      map: { "wiki.test": wiki.origin },
      hosts: ["wiki.test"],
      out,
      browser: "chromium",
      licence: "made by this test; not kept",
    });
    recorded = await episode(recorder);
    await recorder.finish();
    await recorder.close();
  } finally {
    await wiki.stop();
  }
  assertEquals(recorded.end, "finished", recorded.message);
  assertEquals(recorded.answer, "Harbour list is listed under 9th March 2026");

  const archive = await openArchive(out);
  const replays: EpisodeOutput[] = [];
  for (let run = 0; run < 2; run++) {
    const transport = await serveReplay(createReplaySession(archive));
    replays.push(await episode(transport));
    await transport.close();
  }
  const [first, second] = replays;
  assert(first !== undefined && second !== undefined);
  assertEquals(first.report.misses, []);
  assertEquals(first.report.leaks, 0);
  assertEquals(first.report.validity, "clean");
  assertEquals(visibleHash(first.transcript), visibleHash(recorded.transcript));
  assertEquals(transcriptHash(second.transcript), transcriptHash(first.transcript));
  await Deno.remove(out, { recursive: true });
});
