import { fileURLToPath } from "node:url";
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { hashedFiles } from "../lab/fakes.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const arms = [
  { name: "full-context", history: { policy: "full" }, insights: { policy: "none" } },
  { name: "internal", history: { policy: "summary-chain" }, insights: { policy: "none" } },
  { name: "last-1", history: { policy: "last-k", k: 1 }, insights: { policy: "none" } },
];

/** Three short episodes on each site. */
const experiment = {
  version: 1,
  name: "tiny",
  sites: ["shop", "rail"],
  tasks: { limit: 1 },
  arms,
  reference: "full-context",
  seeds: [1],
  model: { kind: "simulated", preset: "gpt-4o-curve" },
  observation: "aria-png-1",
  embedder: "hashed-tfidf-512-v1",
  limits: { steps: 4 },
};

/** The command line in a process of its own. */
function m2(args: readonly string[], standing: string): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--quiet", `${root}main.ts`, ...args],
    cwd: root,
    env: { INIT_CWD: standing, NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** What a process said, once it has ended. */
async function ended(child: Deno.ChildProcess): Promise<{ code: number; out: string; err: string }> {
  const { code, stdout, stderr } = await child.output();
  return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
}

/** Reads stderr until `count` episodes have ended, then does something to the process, and reads the rest. */
async function afterEpisodes(
  child: Deno.ChildProcess,
  count: number,
  act: () => void,
): Promise<{ code: number; err: string }> {
  const drained = child.stdout.pipeTo(new WritableStream());
  let [err, acted] = ["", false];
  for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
    err += text;
    if (acted || (err.match(/\d+\/6 {2}(ok|no)/g)?.length ?? 0) < count) continue;
    acted = true;
    act();
  }
  await drained;
  return { code: (await child.status).code, err };
}

Deno.test("one experiment gives one set of files, however it is run", async (t) => {
  const folder = await Deno.makeTempDir({ prefix: "m2-ablate-" });
  const write = (name: string, change: Record<string, unknown> = {}) =>
    Deno.writeTextFile(`${folder}/${name}`, JSON.stringify({ ...experiment, ...change }));
  try {
    await write("tiny.json");
    await write("turned.json", { arms: [...arms].reverse(), sites: ["rail", "shop"] });
    const first = await ended(m2(["ablate", "tiny.json", "--out", "a"], folder));
    const files = await hashedFiles(`${folder}/a`);

    await t.step("it says what it will do, prints its table, and says what to type next", () => {
      assertEquals(first.code, 0, first.err);
      assertStringIncludes(
        first.err,
        "tiny   6 episodes: 2 tasks x 3 arms x 1 seed, 2 at a time, replay of rail, shop\n",
      );
      assertStringIncludes(first.out, "simulated success");
      assertStringIncludes(first.out, "; 0 misses");
      assertStringIncludes(first.out, "! only 2 tasks: below 20 a difference says little");
      assertMatch(first.err, /report {3}a\/report\/index\.html\n {2}verify {3}deno task m2 verify a\n$/);
    });

    await t.step("another folder, another order of arms and sites, one worker: the same hashed files", async () => {
      const { code, err } = await ended(m2(["ablate", "turned.json", "--out", "b", "--workers", "1"], folder));
      assertEquals(code, 0, err);
      assertEquals(withoutReport(await hashedFiles(`${folder}/b`)), withoutReport(files));
    });

    await t.step("killed half-way, it finishes the rest only, with the same files", async () => {
      const child = m2(["ablate", "tiny.json", "--out", "c"], folder);
      await afterEpisodes(child, 2, () => child.kill("SIGKILL"));
      const before = (await Deno.readTextFile(`${folder}/c/results.jsonl`)).split("\n").length - 1;
      assertEquals(before >= 2 && before < 6, true, `${before} episodes were kept`);
      const { code, err } = await ended(m2(["ablate", "tiny.json", "--out", "c"], folder));
      assertEquals(code, 0, err);
      assertStringIncludes(err, `${before} of 6 episodes are there already`);
      assertEquals(withoutReport(await hashedFiles(`${folder}/c`)), withoutReport(files));
    });

    await t.step("Ctrl-C keeps what ended, says how to resume, and exits with 130", async () => {
      const child = m2(["ablate", "tiny.json", "--out", "d"], folder);
      const { code, err } = await afterEpisodes(child, 1, () => child.kill("SIGINT"));
      assertEquals(code, 130, err);
      assertMatch(
        err,
        /interrupted: [1-5] of 6 episodes are kept\n\n {2}resume {3}deno task m2 ablate tiny\.json --out d\n$/,
      );
      assertEquals((await ended(m2(["ablate", "tiny.json", "--out", "d"], folder))).code, 0);
      assertEquals(withoutReport(await hashedFiles(`${folder}/d`)), withoutReport(files));
    });

    await t.step("a complete run prints its table again and runs nothing", async () => {
      const { code, out, err } = await ended(m2(["ablate", "tiny.json", "--out", "a"], folder));
      assertEquals([code, out], [0, first.out]);
      assertStringIncludes(err, "6 of 6 episodes are there already");
    });

    await t.step("it is verified, and another seed in the same folder is refused", async () => {
      const { code, out } = await ended(m2(["verify", "a", "--only", "shop"], folder));
      assertEquals([code, out], [0, "verified: 3 episodes, every event the same\n"]);
      await write("other.json", { seeds: [2] });
      const other = await ended(m2(["ablate", "other.json", "--out", "a"], folder));
      assertEquals(other.code, 2);
      assertStringIncludes(other.err, "as it must be made of the same parts: experiment.seeds differ");
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** The report is made from the files and is none of them; it names the order of arms and the command. */
function withoutReport(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith("report/")));
}
