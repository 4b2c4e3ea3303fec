import { sha256 } from "../../../../base/mod.ts";
import type { Archive } from "../../../../env/replay/archive/archive.ts";
import type { ArchiveManifest } from "../../../../env/replay/archive/archive_manifest.ts";
import type { Exchange } from "../../../../env/replay/archive/exchange.ts";
import { openArchive } from "../../../../env/replay/archive/open_archive.ts";
import { type ArchiveContent, writeArchive } from "../../../../env/replay/archive/write_archive.ts";
import { exchangeOf, MANIFEST, type Recorded } from "../fixture.ts";

const { entriesSha256: _, ...manifest } = MANIFEST;

/** A folder of its own, gone afterwards. */
export async function withFolder(use: (root: string) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "m2-archive-" });
  try {
    await use(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

/** Writes an archive of what a test says; a `layer` other than base goes into the ids too. */
export async function writeRecorded(
  dir: string,
  recorded: readonly (Recorded & { readonly layer?: string })[],
  change: Partial<ArchiveContent> & { readonly about?: Partial<ArchiveManifest> } = {},
): Promise<Archive> {
  const { about, ...content } = change;
  const bodies = new Map<string, Uint8Array>();
  const exchanges = recorded.map(({ layer = "base", ...entry }, index): Exchange => {
    const exchange = exchangeOf(entry, index, bodies);
    return { ...exchange, layer, id: layer === "base" ? exchange.id : `${exchange.id}@${layer}` };
  });
  await writeArchive(dir, { manifest: { ...manifest, ...about }, exchanges, bodies, ...content });
  return await openArchive(dir);
}

/** Changes a file of an archive, and `archive.json` with it where the list has changed: an attacker would do so too. */
export async function edit(dir: string, name: string, change: (text: string) => string): Promise<void> {
  await Deno.writeTextFile(`${dir}/${name}`, change(await Deno.readTextFile(`${dir}/${name}`)));
  if (name === "entries.jsonl") await rehash(dir);
}

/** Makes `archive.json` name the hash that the list has now. */
export async function rehash(dir: string): Promise<void> {
  const hash = sha256(await Deno.readFile(`${dir}/entries.jsonl`));
  const text = await Deno.readTextFile(`${dir}/archive.json`);
  await Deno.writeTextFile(`${dir}/archive.json`, text.replace(/"entriesSha256": "\w+"/, `"entriesSha256": "${hash}"`));
}

/** Every file of a folder with its text. */
export async function snapshot(dir: string, prefix = ""): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {};
  for (
    const { name, isDirectory } of (await Array.fromAsync(Deno.readDir(dir))).sort((a, b) => a.name < b.name ? -1 : 1)
  ) {
    if (isDirectory) Object.assign(files, await snapshot(`${dir}/${name}`, `${prefix}${name}/`));
    else files[`${prefix}${name}`] = await Deno.readTextFile(`${dir}/${name}`);
  }
  return files;
}
