import { assertEquals, assertStringIncludes } from "@std/assert";
import { runCommandLine } from "../../cli/program.ts";
import { fakeWorld } from "./fake_world.ts";

/** An experiment that is right, but for what is changed. */
const experiment = {
  version: 1,
  name: "probe",
  sites: ["shop"],
  tasks: { limit: 1 },
  arms: [{ name: "full", history: { policy: "full" }, insights: { policy: "none" } }],
  reference: "full",
  seeds: [1],
  model: { kind: "simulated", preset: "gpt-4o-curve" },
  observation: "aria-png-1",
  embedder: "hashed-tfidf-512-v1",
};

async function withFile(text: string, body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "m2-cli-" });
  try {
    await Deno.writeTextFile(`${folder}/e.json`, text);
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a wrong experiment is one sentence, a hint and exit code 2, and begins no run", async (t) => {
  const cases: readonly [name: string, change: Record<string, unknown>, error: string, hint: string][] = [
    [
      "an unknown field",
      { policy: "full" },
      'Cannot read experiment e.json as a field is wrong: (top level): Unrecognized key: "policy"',
      "compare the file with experiments/first-light.json; each field is described in lab/experiment.ts",
    ],
    [
      "an unknown site",
      { sites: ["zoo"] },
      'Cannot plan the experiment as every site must be known: "zoo" is not',
      "choose among rail, shop",
    ],
    [
      "an unknown policy",
      { arms: [{ name: "full", history: { policy: "fool" }, insights: { policy: "none" } }] },
      'Cannot use history policy "fool" as there is no such policy: known are "full", "none", "last-k", "summary-chain", "compaction"',
      "use one of the known names",
    ],
    [
      "an unknown embedder",
      { embedder: "word2vec" },
      'Cannot use embedder "word2vec" as there is no such embedder',
      "choose among hashed-tfidf-512-v1, glove-100-v1",
    ],
    [
      "a recalling arm without a bank",
      { arms: [{ name: "full", history: { policy: "full" }, insights: { policy: "retrieved" } }] },
      'Cannot plan the experiment as arm "full" must have a bank to recall from: none is named',
      'add "bank": "first-light" to the experiment',
    ],
    [
      "an endpoint without an address",
      { model: { kind: "openai", model: "some-model", imageTokens: "openai-tiles" } },
      'Cannot use model "some-model" as its endpoint must be known: M2_OPENAI_URL or M2_OPENAI_KEY is not set',
      "set both, such as M2_OPENAI_URL=https://api.openai.com/v1",
    ],
  ];
  for (const [name, change, error, hint] of cases) {
    await t.step(name, () =>
      withFile(JSON.stringify({ ...experiment, ...change }), async (folder) => {
        const world = fakeWorld(["ablate", "e.json"], { standing: folder });
        assertEquals(await runCommandLine(world), 2);
        assertEquals(world.err(), `error: ${error}\nhint: ${hint}\n`);
        assertEquals(world.out(), "");
        assertEquals([...Deno.readDirSync(folder)].map((entry) => entry.name), ["e.json"]);
      }));
  }
});

Deno.test("an unknown model lists those there are", () =>
  withFile(JSON.stringify({ ...experiment, model: { kind: "simulated", preset: "gpt-9" } }), async (folder) => {
    const world = fakeWorld(["ablate", "e.json"], { standing: folder });
    assertEquals(await runCommandLine(world), 2);
    assertStringIncludes(world.err(), 'error: Cannot simulate the reader "gpt-9" as it must be one of gpt-4o-curve, ');
  }));

Deno.test("an unknown reader parameter lists those there are", () =>
  withFile(
    JSON.stringify({ ...experiment, model: { kind: "simulated", preset: "gpt-4o-curve", overrides: { luck: 1 } } }),
    async (folder) => {
      const world = fakeWorld(["ablate", "e.json"], { standing: folder });
      assertEquals(await runCommandLine(world), 2);
      assertStringIncludes(
        world.err(),
        'error: Cannot change reader gpt-4o-curve as it must have the parameter "luck": it has none of that name\nhint: choose among lookup, ',
      );
    },
  ));

Deno.test("no browser is a missing prerequisite", () =>
  withFile(JSON.stringify(experiment), async (folder) => {
    const environment = (name: string) => name === "M2_CHROMIUM" ? "/no/such/browser" : undefined;
    const world = fakeWorld(["ablate", "e.json"], { standing: folder, environment });
    assertEquals(await runCommandLine(world), 2);
    assertStringIncludes(
      world.err(),
      "error: Cannot start a browser as M2_CHROMIUM must be an executable: no file at /no/such/browser\nhint: ",
    );
  }));

Deno.test("wrong use of the command line is said with a hint and exit code 2", async (t) => {
  const cases: readonly [typed: string[], said: string][] = [
    [["frobnicate"], "error: unknown command 'frobnicate'\n"],
    [["ablate"], "error: missing required argument 'experiment'\n"],
    [["ablate", "a.json", "--workers", "none"], "It must be a whole number from 1 on."],
    [
      ["ablate", "missing.json"],
      "error: Cannot read experiment missing.json as there must be such a file: /nowhere/missing.json is none\n",
    ],
    [
      ["verify", "runs/none"],
      "error: Cannot read run /nowhere/runs/none as its folder must hold manifest.json: there is none\n",
    ],
    [
      ["list", "cats"],
      'error: Cannot list "cats" as there is no such list\nhint: choose among experiments, sites, tasks, policies, models, banks, formats\n',
    ],
    [["record", "zoo"], 'error: Cannot record "zoo" as there is no such site in this repository\n'],
    [["record", "--map", "nonsense"], 'error: Cannot record "nonsense" as --map must be HOST=URL: it is not\n'],
    [["bank", "check", "none"], "must be a folder with a manifest.json: there is none\n"],
  ];
  for (const [typed, said] of cases) {
    await t.step(typed.join(" "), async () => {
      const world = fakeWorld(typed);
      assertEquals(await runCommandLine(world), 2);
      assertStringIncludes(world.err(), said);
      assertStringIncludes(world.err(), "hint");
      assertEquals(world.out(), "");
    });
  }
});

Deno.test("a stack is shown only where M2_DEBUG asks for it", async () => {
  const plain = fakeWorld(["list", "cats"]);
  await runCommandLine(plain);
  assertEquals(plain.err().includes("    at "), false);
  const debug = fakeWorld(["list", "cats"], { environment: (name) => name === "M2_DEBUG" ? "1" : undefined });
  await runCommandLine(debug);
  assertEquals(debug.err().includes("    at "), true);
});

Deno.test("help is a result, with two examples a command", async () => {
  for (const command of ["ablate", "verify", "record", "list", "doctor"]) {
    const world = fakeWorld([command, "--help"]);
    assertEquals(await runCommandLine(world), 0);
    assertEquals(world.out().split(`  deno task m2 ${command}`).length, 3, command);
    assertEquals(world.err(), "");
  }
});

Deno.test("lists go to stdout, one name a line", async () => {
  const world = fakeWorld(["list", "policies"]);
  assertEquals(await runCommandLine(world), 0);
  assertStringIncludes(world.out(), "history   summary-chain\n");
  assertStringIncludes(world.out(), "insights  retrieved\n");
});

Deno.test("a dry run prints the episodes and makes no folder", () =>
  withFile(JSON.stringify(experiment), async (folder) => {
    const environment = (name: string) => name === "M2_CHROMIUM" ? "/bin/sh" : undefined;
    const world = fakeWorld(["ablate", "e.json", "--dry-run"], { standing: folder, environment });
    assertEquals([await runCommandLine(world), world.out().split("\n").length], [0, 2]);
    assertEquals([...Deno.readDirSync(folder)].map((entry) => entry.name), ["e.json"]);
    assertStringIncludes(world.err(), "probe   1 episode: 1 task x 1 arm x 1 seed, 2 at a time, replay of shop\n");
  }));
