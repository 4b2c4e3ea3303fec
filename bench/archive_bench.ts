/**
 * How long a large archive takes to open, and how much memory: 20,000 exchanges and 600 MB of bodies, made up in a folder of
 * its own. Cold figures come from a fresh process each; the benches after them are ratios within one run.
 *
 * @module
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openArchive } from "../env/replay/mod.ts";
import { writeLargeArchive } from "./large_archive.ts";
import type { OpenSample } from "./open_archive_sample.ts";

const ENTRIES = 20_000;
const BODY_BYTES = 30_000;
const SAMPLES = 5;

const root = await Deno.makeTempDir({ prefix: "m2-bench-" });
const dir = join(root, "archive");
addEventListener("unload", () => Deno.removeSync(root, { recursive: true }));
await writeLargeArchive(dir, ENTRIES, BODY_BYTES);
const listMb = (await Deno.stat(join(dir, "entries.jsonl"))).size / 1e6;

console.log(
  `an archive of ${ENTRIES.toLocaleString("en")} exchanges: ${listMb.toFixed(1)} MB of entries.jsonl, ` +
    `${(ENTRIES * BODY_BYTES / 1e6).toFixed(0)} MB of bodies`,
);
const empty = await cold([]);
const samples: OpenSample[] = [];
for (let at = 0; at < SAMPLES; at++) samples.push(await cold([dir]));
const median = (of: (sample: OpenSample) => number) => samples.map(of).sort((a, b) => a - b)[SAMPLES >> 1]!;
const parse = median(({ parseMs }) => parseMs);
for (
  const [name, ms] of [
    ["the modules, loaded", median(({ importMs }) => importMs)],
    ["openArchive", median(({ openMs }) => openMs)],
    ["a session and its first answer", median(({ firstMs }) => firstMs)],
    ["JSON.parse of every line, no more", parse],
  ] as const
) {
  console.log(`  ${name.padEnd(36)} ${ms.toFixed(0).padStart(5)} ms   ${(ms / parse).toFixed(2)} of JSON.parse`);
}
console.log(
  `  ${"memory above an empty process".padEnd(36)} ${
    median(({ rssMb }) => rssMb - empty.rssMb).toFixed(0).padStart(5)
  } MB   ${(median(({ rssMb }) => rssMb - empty.rssMb) / listMb).toFixed(1)} of entries.jsonl\n`,
);

/** One process that opens the archive once, or nothing. */
async function cold(args: readonly string[]): Promise<OpenSample> {
  const script = fileURLToPath(new URL("open_archive_sample.ts", import.meta.url));
  const { stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--quiet", "--no-check", script, ...args],
    stderr: "inherit",
  }).output();
  if (!success) throw new Error("a sample failed");
  return JSON.parse(new TextDecoder().decode(stdout)) as OpenSample;
}

const lines = await Deno.readTextFile(join(dir, "entries.jsonl"));
Deno.bench({ name: "JSON.parse of every line", group: "open", baseline: true, n: 10, warmup: 2 }, () => {
  for (const line of lines.split("\n")) if (line !== "") JSON.parse(line);
});
Deno.bench({ name: "openArchive, files in the system's cache", group: "open", n: 10, warmup: 2 }, async () => {
  await openArchive(dir);
});
