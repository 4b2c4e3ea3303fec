import { join } from "node:path";
import { runProgram, type SetupPart } from "./part.ts";

/**
 * Installs the npm packages of deno.json where one is not there.
 *
 * @param root The repository.
 * @returns What was found or done.
 */
export async function setUpPackages(root: string): Promise<SetupPart> {
  const config: { readonly imports?: Readonly<Record<string, string>> } = JSON.parse(
    await Deno.readTextFile(join(root, "deno.json")),
  );
  const wanted = Object.values(config.imports ?? {}).flatMap((specifier) => {
    const name = /^npm:((?:@[^/]+\/)?[^@/]+)/.exec(specifier)?.[1];
    return name === undefined ? [] : [name];
  });
  const missing = await absent(root, wanted);
  if (missing.length === 0) return { state: "ready", said: `all ${wanted.length} are there` };
  const { success, output } = await runProgram(Deno.execPath(), ["install", "--frozen"], { cwd: root });
  const left = await absent(root, wanted);
  if (success && left.length === 0) return { state: "ready", said: `installed ${missing.join(", ")}` };
  const reason = output.trim().split("\n").at(-1) ?? "";
  return { state: "missing", said: `not installed: ${left.join(", ")}: ${reason}. Run \`deno install\` to see why` };
}

async function absent(root: string, names: readonly string[]): Promise<readonly string[]> {
  const there = await Promise.all(
    names.map(async (name) => await Deno.stat(join(root, "node_modules", name)).then(() => true, () => false)),
  );
  return names.filter((_, i) => there[i] !== true);
}
