import { ConfigError } from "../../base/mod.ts";
import { type Bank, bankFiles } from "./bank.ts";

/**
 * Writes a bank to a folder: `manifest.json`, `groups.jsonl`, `vectors.f32`. The same bank gives the same bytes.
 *
 * The files are written beside the folder and put in place as a whole, so that the folder never holds half a bank.
 *
 * @param dir The folder; a bank that stands there is replaced.
 * @param bank The bank.
 * @throws {ConfigError} When the folder holds anything but a bank.
 */
export async function writeBank(dir: string, bank: Bank): Promise<void> {
  const path = dir.replace(/[/\\]+$/, "");
  const [fresh, old] = [`${path}.new`, `${path}.old`];
  const stands = await entriesOf(path);
  const stranger = stands?.find((name) => !["manifest.json", "groups.jsonl", "vectors.f32"].includes(name));
  if (stranger !== undefined) {
    throw new ConfigError(
      `Cannot write a bank to ${path} as the folder must hold a bank or nothing: it has ${stranger}`,
      {
        hint: "name another folder",
      },
    );
  }
  await removeTree(fresh);
  await removeTree(old);
  await Deno.mkdir(fresh, { recursive: true });
  const files = bankFiles(bank);
  await Deno.writeTextFile(`${fresh}/groups.jsonl`, files.groups);
  await Deno.writeFile(`${fresh}/vectors.f32`, files.vectors);
  await Deno.writeTextFile(`${fresh}/manifest.json`, files.manifest);
  if (stands !== undefined) await Deno.rename(path, old);
  await Deno.rename(fresh, path);
  await removeTree(old);
}

async function entriesOf(path: string): Promise<string[] | undefined> {
  try {
    return (await Array.fromAsync(Deno.readDir(path), (entry) => entry.name)).sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

async function removeTree(path: string): Promise<void> {
  try {
    await Deno.remove(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
