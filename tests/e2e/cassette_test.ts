import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { runCommandLine } from "../../cli/program.ts";
import { ambientWorld } from "../../cli/wire.ts";
import type { World } from "../../cli/world.ts";
import { readRun } from "../../lab/mod.ts";
import { readerPreset, simulatedEndpoint } from "../../models/simulated/mod.ts";
import { sites } from "../../replay-fixtures/mod.ts";

const EXPERIMENT = {
  version: 1,
  name: "taped",
  sites: ["shop"],
  tasks: { limit: 1 },
  arms: [
    { name: "full", history: { policy: "full" }, insights: { policy: "none" } },
    { name: "last-1", history: { policy: "last-k", k: 1 }, insights: { policy: "none" } },
  ],
  reference: "full",
  seeds: [1],
  observation: "aria-png-1",
  embedder: "hashed-tfidf-512-v1",
  limits: { steps: 3 },
};

Deno.test("a run whose model was recorded is the same run again without the model, and no other prompt is answered", async () => {
  const folder = await Deno.makeTempDir();
  let asked = 0;
  const answer = simulatedEndpoint({
    preset: readerPreset("gpt-4o-curve"),
    playbooks: sites.flatMap((site) => site.playbooks),
  });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    asked++;
    const response = await answer(request);
    response.headers.delete("x-m2-latency-ms");
    return response;
  });
  const environment: Record<string, string> = {
    M2_OPENAI_URL: `http://127.0.0.1:${server.addr.port}/v1`,
    M2_OPENAI_KEY: "sk-never-on-disk-4711",
  };
  let [err, time] = ["", 0];
  const m2 = async (experiment: Record<string, unknown>, out: string, extra: Record<string, string>) => {
    await Deno.writeTextFile(`${folder}/experiment.json`, JSON.stringify(experiment));
    const ambient = ambientWorld(["ablate", "experiment.json", "--out", out, "--workers", "1"]);
    err = "";
    const world: World = {
      ...ambient,
      standing: folder,
      // Every call takes another time, which a replay must repeat.
      clock: { now: () => time += 1 + time % 13 },
      screen: { out: () => {}, err: (text) => void (err += text), live: false, color: false },
      environment: (name) =>
        ["CI", "M2_OPENAI_URL", "M2_OPENAI_KEY"].includes(name) ? extra[name] : ambient.environment(name),
    };
    return await runCommandLine(world);
  };
  const model = (mode: string, more = {}) => ({
    kind: "openai",
    model: "gpt-4o-curve",
    imageTokens: "openai-tiles",
    endpoint: { images: "reference" },
    cassette: { mode, path: "cassettes" },
    ...more,
  });
  try {
    assertEquals(
      await m2({ ...EXPERIMENT, model: model("record") }, "recorded", { ...environment, CI: "true" }),
      2,
      err,
    );
    assertStringIncludes(err, "CI is set");
    assertEquals(asked, 0);
    assertEquals(await m2({ ...EXPERIMENT, model: model("record") }, "recorded", environment), 0, err);
    const calls = asked;
    assert(calls > 0);
    await server.shutdown();

    assertEquals(await m2({ ...EXPERIMENT, model: model("replay") }, "replayed", { CI: "true" }), 0, err);
    const [recorded, replayed] = [await readRun(`${folder}/recorded`), await readRun(`${folder}/replayed`)];
    const hashes = (rows: typeof recorded.results) => rows.map(({ id, transcript }) => [id, transcript]);
    assertEquals(hashes(replayed.results), hashes(recorded.results));
    assertEquals(replayed.manifest.cassette?.length, 64);
    assertEquals(asked, calls);

    const used = await m2Use(folder, "replayed");
    assertEquals(used.code, 0, used.err);
    assertEquals(used.report.episodes.length, 2);
    assertEquals(used.report.leaks, 0);
    assert(used.report.exchanges.length > 0 && used.report.archives[0].unused.length > 0);
    assertEquals(JSON.parse(await Deno.readTextFile(`${folder}/replayed/use.json`)), used.report);

    const changed = { ...EXPERIMENT, model: model("replay", { maxOutputTokens: 999 }) };
    assert(await m2(changed, "changed", {}) !== 0);
    assertStringIncludes(err, "Cannot replay chat/completions gpt-4o-curve");
    assertStringIncludes(err, "first differ in /max_");
    assert(await m2({ ...EXPERIMENT, seeds: [2], model: model("replay") }, "other", {}) !== 0);
    assertStringIncludes(err, "2 of 2 have none");

    const texts = await everyFile(`${folder}/cassettes`);
    assert(texts.length > 0);
    for (const text of texts) assert(!text.includes("never-on-disk"));
  } finally {
    await server.shutdown();
    await Deno.remove(folder, { recursive: true });
  }
});

/** Asks what a run used. */
async function m2Use(folder: string, run: string) {
  let [out, err] = ["", ""];
  const code = await runCommandLine({
    ...ambientWorld(["use", run, "--json"]),
    standing: folder,
    screen: { out: (text) => void (out += text), err: (text) => void (err += text), live: false, color: false },
  });
  return { code, err, report: JSON.parse(out === "" ? "null" : out) };
}

async function everyFile(path: string): Promise<string[]> {
  const texts: string[] = [];
  for await (const entry of Deno.readDir(path)) {
    const name = `${path}/${entry.name}`;
    if (entry.isDirectory) texts.push(...await everyFile(name));
    else texts.push(await Deno.readTextFile(name));
  }
  return texts;
}
