import { canonicalJson, ConfigError } from "../base/mod.ts";
import {
  bankOfInsights,
  diskFiles,
  distill,
  type DistilledInsight,
  importTrajectories,
  type Quarantined,
  writeBank,
} from "../memory/mod.ts";
import type { BankBuildFlags } from "./bank.ts";
import { EXIT } from "./exit_code.ts";
import { resolvePath, showPath } from "./paths.ts";
import { paint } from "./screen.ts";
import { embedderNamed } from "./wire.ts";
import type { World } from "./world.ts";

const EMBEDDER = "hashed-tfidf-512-v1";

/** How many lessons are shown as a taste. */
const SHOWN = 3;

/**
 * Distils a bank from trajectories without any model, and writes it.
 *
 * @param path A file or folder of trajectories, as typed.
 * @param flags Where the bank goes.
 * @param world The ambient world.
 * @returns The exit code.
 * @throws {ConfigError} When it is not said where the bank goes, or nothing can be learnt.
 */
export async function bankFrom(path: string, flags: BankBuildFlags, world: World): Promise<number> {
  const { screen } = world;
  if (flags.out === undefined) {
    throw new ConfigError("Cannot build a bank from trajectories as it must be told where it goes: --out is missing", {
      hint: "add --out and a folder",
    });
  }
  const embedderFor = embedderNamed(flags.embedder ?? EMBEDDER);
  const found = importTrajectories(diskFiles(resolvePath(path, world.standing)));
  const insights: DistilledInsight[] = [];
  const quarantined: Quarantined[] = [];
  for await (const one of distill(found.trajectories)) {
    if (world.interrupted.aborted) return EXIT.interrupted;
    if ("insight" in one) insights.push(one.insight);
    else quarantined.push(one.quarantined);
  }
  const bank = await bankOfInsights(insights, embedderFor);
  const folder = resolvePath(flags.out, world.standing);
  await writeBank(folder, bank);
  const report = found.report();
  const labels = Object.fromEntries(
    [...Map.groupBy(insights, ({ label }) => label)].map(([label, those]) => [label, those.length]),
  );
  const { manifest, hash } = bank;
  if (flags.json === true) {
    const { groups, insights: lessons } = manifest;
    const imported = { accepted: report.accepted, refused: report.refused };
    screen.out(canonicalJson({ bank: folder, hash, groups, insights: lessons, labels, quarantined, imported }) + "\n");
    return EXIT.done;
  }
  const shownLabels = Object.entries(labels).map(([label, count]) => `${count} ${label}`).join(", ");
  screen.out(
    `bank ${
      showPath(folder, world.standing)
    }: ${manifest.groups} groups with ${manifest.insights} insights (${shownLabels}) from ${manifest.trajectories} of ${report.accepted} trajectories, ${
      hash.slice(0, 12)
    }\n`,
  );
  for (const { text, reason } of quarantined) {
    screen.err(`  ${paint(screen, "bad", "no")}  ${reason}: ${JSON.stringify(text.slice(0, 100))}\n`);
  }
  const best = [...insights].sort((a, b) => b.sources.length - a.sources.length).slice(0, SHOWN);
  for (const { text, sources } of best) screen.err(`  ${String(sources.length).padStart(4)} trajectories: ${text}\n`);
  return EXIT.done;
}
