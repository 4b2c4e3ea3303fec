/**
 * Distils 55,000 synthetic trajectories end to end: written, imported, distilled, put into a bank. Prints what it took.
 *
 *     deno run -A bench/distill.ts [count] [folder]
 *
 * @module
 */
import { canonicalJson } from "../base/mod.ts";
import {
  bankOfInsights,
  diskFiles,
  distill,
  type DistilledInsight,
  hashedTfidf,
  importTrajectories,
  writeBank,
} from "../memory/mod.ts";
import { syntheticTrajectories } from "./synthetic_trajectories.ts";

const count = Number(Deno.args[0] ?? 55_000);
const folder = Deno.args[1] ?? await Deno.makeTempDir({ prefix: "m2-distill-" });
const path = `${folder}/trajectories.jsonl`;

let most = 0;
const note = () => most = Math.max(most, Deno.memoryUsage().rss);

await writeAll(path);
const start = performance.now();
const found = importTrajectories(diskFiles(path));
const insights: DistilledInsight[] = [];
async function* watched() {
  let seen = 0;
  for await (const trajectory of found.trajectories) {
    if (++seen % 500 === 0) note();
    yield trajectory;
  }
}
for await (const one of distill(watched())) if ("insight" in one) insights.push(one.insight);
const distilled = performance.now();
note();
const untilBank = most;
const bank = await bankOfInsights(insights, hashedTfidf);
note();
await writeBank(`${folder}/bank`, bank);
note();
const end = performance.now();

const size = (await Deno.stat(path)).size;
const sources = insights.reduce((sum, insight) => sum + insight.sources.length, 0);
console.log(canonicalJson({
  trajectories: found.report().accepted,
  fileMegabytes: Math.round(size / 1e6),
  importAndDistilSeconds: Number(((distilled - start) / 1000).toFixed(1)),
  bankSeconds: Number(((end - distilled) / 1000).toFixed(1)),
  distilMemoryMegabytes: Math.round(untilBank / 1e6),
  mostMemoryMegabytes: Math.round(most / 1e6),
  groups: bank.manifest.groups,
  distinctInsights: new Set(insights.map(({ text }) => text)).size,
  supports: sources,
}));

async function writeAll(to: string): Promise<void> {
  using file = await Deno.open(to, { write: true, create: true, truncate: true });
  const encoder = new TextEncoder();
  let waiting = "";
  const flush = async () => {
    const bytes = encoder.encode(waiting);
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
    waiting = "";
  };
  for (const trajectory of syntheticTrajectories(count)) {
    waiting += canonicalJson(trajectory) + "\n";
    if (waiting.length > 4_000_000) await flush();
  }
  await flush();
}
