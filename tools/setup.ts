/**
 * Puts what M2Lab needs beside the repository: packages, the native vector index, a browser. Run it as often as you like:
 * what is there stays, and a second run takes less than a second.
 *
 * `deno task setup`
 *
 * @module
 */
import { join } from "node:path";
import { setUpAddon } from "./setup/addon.ts";
import { setUpBrowser } from "./setup/browser.ts";
import { setUpPackages } from "./setup/packages.ts";
import type { SetupPart } from "./setup/part.ts";

/**
 * Sets everything up in order, and says after each part what was found or done.
 *
 * @param root The repository.
 * @param say Takes one line a part.
 * @returns Whether all that is needed is there; the native index is not, since an exact one takes its place.
 */
export async function setUp(root: string, say: (line: string) => void): Promise<boolean> {
  const parts: readonly (readonly [name: string, run: (root: string) => Promise<SetupPart>])[] = [
    ["packages", setUpPackages],
    ["vector index", setUpAddon],
    ["browser", setUpBrowser],
  ];
  let isComplete = true;
  for (const [name, run] of parts) {
    const part = await run(root);
    if (part.state === "missing") isComplete = false;
    say(`${name.padEnd(13)}${part.said}`);
  }
  return isComplete;
}

if (import.meta.main) {
  const isComplete = await setUp(join(import.meta.dirname ?? ".", ".."), (line) => console.log(line));
  Deno.exit(isComplete ? 0 : 2);
}
