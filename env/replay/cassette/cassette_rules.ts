import type { ArchiveManifest } from "../archive/archive_manifest.ts";
import { type ReplayRules, replayRulesSchema } from "../archive/replay_rules.ts";

/** Host that stands for every provider: where a model is reached does not change what it says. */
export const MODEL_ORIGIN = "https://model.invalid";

/**
 * The rules of every cassette: a call changes nothing on the server, and nothing of a call is volatile. No alias, no site
 * rule and no other rendition may answer for it.
 */
export const CASSETTE_RULES: ReplayRules = replayRulesSchema.parse({
  schema: 1,
  cacheBusters: false,
  readOnly: [{ path: "/" }],
});

/**
 * Tells a cassette from the recording of a site.
 *
 * @param manifest Its `archive.json`.
 * @returns Whether all of its layers hold calls to models.
 */
export function isCassette(manifest: ArchiveManifest): boolean {
  return manifest.layers.every(({ origin }) => origin === "cassette");
}
