import { assertEquals, assertStringIncludes } from "@std/assert";
import { runCommandLine } from "../../cli/program.ts";
import { fakeWorld } from "./fake_world.ts";

/** A row that is imported, with what is changed. */
const row = (n: number, change: Record<string, unknown> = {}) =>
  JSON.stringify({
    task_id: n,
    query: "Find the cheapest red shoes and add them to my cart",
    think_list: ["A cookie banner is shown. Let me accept the cookies.", "Let me sort by lowest price."],
    action_list: ["click('1')", "click('2')"],
    status: "success",
    ...change,
  }) + "\n";

async function withFile(text: string, body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "m2-import-" });
  try {
    await Deno.writeTextFile(`${folder}/bank.jsonl`, text);
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function m2(standing: string, ...typed: string[]): Promise<{ code: number; out: string; err: string }> {
  const world = fakeWorld(typed, { standing });
  return { code: await runCommandLine(world), out: world.out(), err: world.err() };
}

Deno.test("an import says what was read, kept and refused, and writes one trajectory a line", () =>
  withFile(row(1) + "{\n" + row(2, { query: 5 }) + row(3, { status: "failure" }), async (folder) => {
    const { code, out, err } = await m2(folder, "import", "trajectories", "bank.jsonl", "--out", "t.jsonl");
    assertEquals(code, 0);
    assertStringIncludes(out, "  format         reasoning-bank (from description)\n");
    assertStringIncludes(out, "  rows           4 read from 1 file\n");
    assertStringIncludes(out, "  trajectories   2 accepted, 0 of them repaired; 2 rows refused\n");
    assertStringIncludes(out, "  judged         1 success, 1 failure\n");
    assertStringIncludes(out, "  claimed        2 none\n");
    assertStringIncludes(out, "bank.jsonl, row 2: it must be JSON: it is not\n");
    assertStringIncludes(err, "deno task m2 bank build --from t.jsonl --out BANK\n");
    assertEquals((await Deno.readTextFile(`${folder}/t.jsonl`)).split("\n").length, 3);
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), ["bank.jsonl", "t.jsonl"]);
  }));

Deno.test("the report as JSON is alone on stdout, and two imports give the same bytes", () =>
  withFile(row(1) + row(2), async (folder) => {
    const { out } = await m2(folder, "import", "trajectories", "bank.jsonl", "--out", "a.jsonl", "--json");
    assertEquals([JSON.parse(out).accepted, out.split("\n").length], [2, 2]);
    await m2(folder, "import", "trajectories", ".", "--format", "reasoning-bank", "--out", "b.jsonl");
    const [a, b] = await Promise.all(["a", "b"].map((name) => Deno.readTextFile(`${folder}/${name}.jsonl`)));
    assertEquals(a?.split("\n")[0]?.includes('"licence"'), false);
    // A file given alone is named with its folder; everything else agrees.
    assertEquals(
      a?.replaceAll(/"file":"[^"]*"/g, ""),
      b?.split("\n").slice(0, 2).join("\n").replaceAll(/"file":"[^"]*"/g, "") + "\n",
    );
  }));

Deno.test("an import that stops leaves no file, and a former one stays", () =>
  withFile(row(1) + row(2, { reward: 0 }), async (folder) => {
    await Deno.writeTextFile(`${folder}/t.txt`, "former");
    const { code, err } = await m2(folder, "import", "trajectories", "bank.jsonl", "--out", "t.txt");
    assertEquals(code, 2);
    assertStringIncludes(err, "as status and reward must agree: the status is success and the reward 0\nhint: ");
    assertEquals(await Deno.readTextFile(`${folder}/t.txt`), "former");
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), ["bank.jsonl", "t.txt"]);
  }));

Deno.test("a bank is distilled from trajectories without a model", () =>
  withFile([1, 2, 3].map((n) => row(n)).join(""), async (folder) => {
    const { code, out, err } = await m2(folder, "bank", "build", "--from", "bank.jsonl", "--out", "bank");
    assertEquals([code, err.includes("error")], [0, false]);
    assertStringIncludes(out, "(");
    assertStringIncludes(out, " judged) from 3 of 3 trajectories, ");
    const groups = await Deno.readTextFile(`${folder}/bank/groups.jsonl`);
    assertStringIncludes(groups, "In online shops, a cookie banner lies over the foot of the page");
    const { out: json } = await m2(folder, "bank", "build", "--from", "bank.jsonl", "--out", "bank", "--json");
    assertEquals([JSON.parse(json).imported, JSON.parse(json).quarantined], [{ accepted: 3, refused: 0 }, []]);
  }));

Deno.test("wrong use of import and of bank build --from is one sentence, a hint and exit code 2", async (t) => {
  const cases: readonly [typed: string[], said: string][] = [
    [["import", "trajectories", "none"], "none as it must be a file or a folder: it is not there\n"],
    [
      ["import", "trajectories", "bank.jsonl", "--format", "x"],
      'as the format must be known: "x" is not\nhint: choose auto, or one of webvoyager, ',
    ],
    [["import", "trajectories", "bank.jsonl", "--out", "no/t.jsonl"], "as its folder must be there: it is not\n"],
    [["bank", "build", "--from", "bank.jsonl"], "--out is missing\nhint: add --out and a folder\n"],
    [
      ["bank", "build", "--from", "bank.jsonl", "--out", "bank"],
      "Cannot build a bank as at least one lesson must be found: there is none\n",
    ],
  ];
  await withFile(row(1), async (folder) => {
    for (const [typed, said] of cases) {
      await t.step(typed.join(" "), async () => {
        const { code, err, out } = await m2(folder, ...typed);
        assertEquals([code, out], [2, ""]);
        assertStringIncludes(err, said);
      });
    }
  });
});

Deno.test("the formats are listed with how far each can be trusted", async () => {
  const { out } = await m2("/nowhere", "list", "formats");
  assertStringIncludes(out, "abp                          verified on a real file  ");
  assertStringIncludes(out, "agent-trek                   from description         ");
});
