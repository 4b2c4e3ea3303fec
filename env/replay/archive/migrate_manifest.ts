/** Steps from one schema of `archive.json` to the next; the n-th leads from schema n + 1. Each is pure. */
const MIGRATIONS: readonly ((manifest: Readonly<Record<string, unknown>>) => Record<string, unknown>)[] = [
  // 1 → 2: layers tell where they came from.
  (manifest) => {
    const { name = "", version = "" } = (manifest["recorder"] ?? {}) as { name?: string; version?: string };
    const layers = Array.isArray(manifest["layers"]) ? manifest["layers"] : [];
    return {
      ...manifest,
      schema: 2,
      layers: layers.map((layer) => ({ name: layer, origin: "recording", source: `${name} ${version}`.trim() })),
    };
  },
];

/**
 * Brings a parsed `archive.json` of any older schema to the present one.
 *
 * @param manifest As parsed; what is no object, or has no known schema, comes back as it is, for the schema to refuse.
 * @returns The same content under the present schema.
 *
 * @example A manifest of the first schema
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { migrateManifest } from "./migrate_manifest.ts";
 *
 * const old = { schema: 1, recorder: { name: "hand", version: "3" }, layers: ["base"] };
 * deepEqual(migrateManifest(old), {
 *   schema: 2,
 *   recorder: { name: "hand", version: "3" },
 *   layers: [{ name: "base", origin: "recording", source: "hand 3" }],
 * });
 * ```
 */
export function migrateManifest(manifest: unknown): unknown {
  if (manifest === null || typeof manifest !== "object") return manifest;
  let migrated = manifest as Record<string, unknown>;
  for (;;) {
    const schema = migrated["schema"];
    const step = typeof schema === "number" && schema >= 1 ? MIGRATIONS[schema - 1] : undefined;
    if (step === undefined) return migrated;
    migrated = step(migrated);
  }
}
