import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { ConfigError, MissingPrerequisiteError } from "../../../base/mod.ts";
import {
  type Bank,
  BankDamagedError,
  type BankSource,
  BankVersionError,
  buildBank,
  hashedTfidf,
  openBank,
  writeBank,
} from "../../../memory/mod.ts";
import { bookSeat, cheapestLamp, trajectoryOf } from "./sample_trajectories.ts";

const FILES = ["groups.jsonl", "manifest.json", "vectors.f32"];

const sources = (): BankSource[] => [
  { trajectory: cheapestLamp(), model: "simulated/a" },
  { trajectory: bookSeat(), model: "simulated/a" },
  { trajectory: cheapestLamp(), model: "simulated/b" },
  { trajectory: cheapestLamp("shop-cheapest-02", "Norrwick"), model: "simulated/a" },
  { trajectory: { ...cheapestLamp("shop-cheapest-03", "Ostby"), judged: "failure" }, model: "simulated/a" },
];

const build = () => buildBank(sources(), hashedTfidf);

async function inFolder(run: (dir: string) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    await run(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

async function readFiles(dir: string): Promise<Record<string, string>> {
  const names = (await Array.fromAsync(Deno.readDir(dir), (entry) => entry.name)).sort();
  const pairs = names.map(async (name) => [name, (await Deno.readFile(`${dir}/${name}`)).toHex()] as const);
  return Object.fromEntries(await Promise.all(pairs));
}

/** Writes a bank, lets `harm` loose on its folder, and gives back what opening it then says. */
async function openAfter<E extends Error>(
  harm: (dir: string) => Promise<void>,
  errorClass: new (...args: never[]) => E,
): Promise<string> {
  let message = "";
  await inFolder(async (parent) => {
    const dir = `${parent}/bank`;
    await writeBank(dir, await build());
    await harm(dir);
    message = (await assertRejects(() => openBank(dir), errorClass)).message.replace(dir, "DIR");
  });
  return message;
}

Deno.test("buildBank() makes one group a goal, and merges equal texts with all their sources", async () => {
  const { groups, manifest } = await build();
  assertEquals(
    groups.map((group) => group.query).sort(),
    [bookSeat(), cheapestLamp(), cheapestLamp("x", "Norrwick")].map((t) => t.goal).sort(),
  );
  assertEquals([manifest.groups, manifest.trajectories], [3, 3]);
  assertEquals(groups.map((group) => group.id), groups.map((group) => group.id).sort());
  const lamp = groups.find((group) => group.query === cheapestLamp().goal);
  for (const insight of lamp?.insights ?? []) {
    assertEquals(insight.sources.map((source) => source.model), ["simulated/a", "simulated/b"]);
    assertEquals(insight.sources[0]?.template, "cheapest");
    assert(insight.sources.every((source) => source.steps.length > 0));
    assertEquals(insight.group, lamp?.id);
  }
  assertEquals(new Set(lamp?.insights.map((insight) => insight.text)).size, lamp?.insights.length);
});

Deno.test("buildBank() uses judged successes alone", async () => {
  const { groups } = await build();
  assert(groups.every((group) => !group.query.includes("Ostby")));
  const claimed = { ...cheapestLamp(), judged: "undecided" as const };
  const error = await assertRejects(() => buildBank([{ trajectory: claimed, model: "m" }], hashedTfidf), ConfigError);
  assertEquals(
    error.message,
    "Cannot build a bank as at least one trajectory must be judged a success: none of 1 is",
  );
});

Deno.test("buildBank() does not depend on the order of its sources, nor on a source given twice", async () => {
  const bank = await build();
  assertEquals(await buildBank(sources().reverse(), hashedTfidf), bank);
  assertEquals(await buildBank([...sources(), ...sources()], hashedTfidf), bank);
});

Deno.test("buildBank() refuses a goal without a direction", async () => {
  const silent = trajectoryOf({ id: "a", template: "a", goal: "123 456" }, []);
  const trajectory = { ...silent, steps: cheapestLamp().steps };
  const error = await assertRejects(() => buildBank([{ trajectory, model: "m" }], hashedTfidf), ConfigError);
  assertEquals(
    error.message,
    'Cannot build a bank as hashed-tfidf-512-v1 must give every goal a direction: "123 456" has none',
  );
});

Deno.test("a bank that is written and opened is the same, and written twice has the same bytes", () =>
  inFolder(async (dir) => {
    const bank: Bank = await build();
    await writeBank(`${dir}/a`, bank);
    assertEquals(await openBank(`${dir}/a`), bank);
    await writeBank(`${dir}/b/`, await openBank(`${dir}/a/`));
    const files = await readFiles(`${dir}/a`);
    assertEquals(Object.keys(files), FILES);
    assertEquals(await readFiles(`${dir}/b`), files);
  }));

Deno.test("writeBank() replaces a bank as a whole and leaves nothing beside it", () =>
  inFolder(async (dir) => {
    await writeBank(`${dir}/bank`, await build());
    const smaller = await buildBank(sources().slice(1, 2), hashedTfidf);
    await writeBank(`${dir}/bank`, smaller);
    assertEquals((await openBank(`${dir}/bank`)).hash, smaller.hash);
    assertEquals(await Array.fromAsync(Deno.readDir(dir), (entry) => entry.name), ["bank"]);
  }));

Deno.test("writeBank() refuses a folder that holds anything else", () =>
  inFolder(async (dir) => {
    await Deno.writeTextFile(`${dir}/thesis.md`, "mine");
    const error = await assertRejects(async () => writeBank(dir, await build()), ConfigError);
    assertEquals(
      error.message,
      `Cannot write a bank to ${dir} as the folder must hold a bank or nothing: it has thesis.md`,
    );
    assertEquals(await Deno.readTextFile(`${dir}/thesis.md`), "mine");
  }));

Deno.test("the hash of a bank changes with any of its words", async () => {
  const other = sources().map(({ trajectory, model }) => ({ trajectory, model: model.replace("b", "c") }));
  assertNotEquals((await buildBank(other, hashedTfidf)).hash, (await build()).hash);
});

Deno.test("openBank() says that there is no bank", async () => {
  const error = await assertRejects(() => openBank("/nonexistent/bank"), MissingPrerequisiteError);
  assertEquals(
    error.message,
    "Cannot open bank /nonexistent/bank as it must be a folder with a manifest.json: there is none",
  );
});

Deno.test("openBank() refuses another version by name", async () => {
  const message = await openAfter(
    async (dir) => {
      const manifest = JSON.parse(await Deno.readTextFile(`${dir}/manifest.json`));
      await Deno.writeTextFile(`${dir}/manifest.json`, JSON.stringify({ ...manifest, version: 2 }));
    },
    BankVersionError,
  );
  assertEquals(message, "Cannot open bank DIR as its version must be 1: it is 2");
});

/** Changes the manifest as one who knows hashes would, so that the checks behind the hash are reached. */
async function rewrite(dir: string, file: "groups.jsonl" | "vectors.f32", change: (bytes: Uint8Array) => Uint8Array) {
  const bytes = change(await Deno.readFile(`${dir}/${file}`));
  await Deno.writeFile(`${dir}/${file}`, bytes);
  const manifest = JSON.parse(await Deno.readTextFile(`${dir}/manifest.json`));
  manifest.files[file] = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes.slice())).toHex();
  await Deno.writeTextFile(`${dir}/manifest.json`, JSON.stringify(manifest));
}

const asText = (change: (text: string) => string) => (bytes: Uint8Array) =>
  new TextEncoder().encode(change(new TextDecoder().decode(bytes)));

const DAMAGES: readonly (readonly [what: string, harm: (dir: string) => Promise<void>, says: string])[] = [
  ["a flipped bit in the vectors", async (dir) => {
    const bytes = await Deno.readFile(`${dir}/vectors.f32`);
    bytes[7] = (bytes[7] ?? 0) ^ 1;
    await Deno.writeFile(`${dir}/vectors.f32`, bytes);
  }, "vectors.f32 must have the hash"],
  ["a changed word in the groups", async (dir) => {
    const text = await Deno.readTextFile(`${dir}/groups.jsonl`);
    await Deno.writeTextFile(`${dir}/groups.jsonl`, text.replace("lowest", "highest"));
  }, "groups.jsonl must have the hash"],
  ["a missing file", (dir) => Deno.remove(`${dir}/vectors.f32`), "it must have a file vectors.f32: there is none"],
  ["a manifest that is cut off", (dir) => Deno.truncate(`${dir}/manifest.json`, 40), "its manifest.json must be JSON"],
  ["a manifest without a field", async (dir) => {
    const { embedder: _, ...rest } = JSON.parse(await Deno.readTextFile(`${dir}/manifest.json`));
    await Deno.writeTextFile(`${dir}/manifest.json`, JSON.stringify(rest));
  }, "its manifest.json must be complete: embedder"],
  [
    "one vector too few",
    (dir) => rewrite(dir, "vectors.f32", (bytes) => bytes.slice(2048)),
    "vectors.f32 must have 6144 bytes, one vector a group: it has 4096",
  ],
  [
    "a vector of zeros",
    (dir) => rewrite(dir, "vectors.f32", (bytes) => bytes.fill(0, 2048, 4096)),
    "every vector must be finite and not all zeros: one is not",
  ],
  [
    "a vector with NaN",
    (dir) => rewrite(dir, "vectors.f32", (bytes) => bytes.fill(255, 0, 4)),
    "every vector must be finite and not all zeros: one is not",
  ],
  [
    "a group too few",
    (dir) => rewrite(dir, "groups.jsonl", asText((text) => text.slice(text.indexOf("\n") + 1))),
    "it must hold what its manifest says, 3 groups",
  ],
  [
    "groups out of order",
    (dir) => rewrite(dir, "groups.jsonl", asText((text) => text.trimEnd().split("\n").reverse().join("\n") + "\n")),
    "groups must be ordered by id, each once",
  ],
  [
    "an insight whose text was changed",
    (dir) => rewrite(dir, "groups.jsonl", asText((text) => text.replace("press ", "never press "))),
    "an insight's id must be the hash of its group and text",
  ],
  [
    "a query that was changed",
    (dir) => rewrite(dir, "groups.jsonl", asText((text) => text.replace('"query":"', '"query":"Please '))),
    "a group's id must be the hash of its query",
  ],
  [
    "a last line that is cut off",
    (dir) => rewrite(dir, "groups.jsonl", (bytes) => bytes.slice(0, -20)),
    "groups.jsonl must end in a line feed: it is cut off",
  ],
  [
    "a line that is no group",
    (dir) => rewrite(dir, "groups.jsonl", asText((text) => text + "{}\n")),
    "every line of groups.jsonl must be an insight group: line 4 is not",
  ],
];

for (const [what, harm, says] of DAMAGES) {
  Deno.test(`openBank() refuses ${what}`, async () => {
    const message = await openAfter(harm, BankDamagedError);
    assert(message.startsWith(`Cannot open bank DIR as ${says}`), message);
  });
}
