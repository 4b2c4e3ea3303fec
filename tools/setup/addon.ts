import { dirname, join } from "node:path";
import { findProgram, isFile, runProgram, type SetupPart } from "./part.ts";

/** Pinned, so that the same sources are built the same way tomorrow. */
const NODE_GYP = "npm:node-gyp@13.1.0";
const TOOLS = ["node", "python3", "make", "g++"] as const;
const INSTEAD = "searches use the exact index, which finds the same insights";

/**
 * Builds hnswlib-node, which brings sources but no install script.
 *
 * A build that failed is not tried again until a tool that it needs has changed.
 *
 * @param root The repository.
 * @returns What was found or done; `replaced` where it cannot be built.
 */
export async function setUpAddon(root: string): Promise<SetupPart> {
  const folder = join(root, "node_modules", "hnswlib-node");
  const built = join(folder, "build", "Release", "addon.node");
  if (await isFile(built)) return { state: "ready", said: "hnswlib-node is built" };

  const path = Deno.env.get("PATH") ?? "";
  const found = await Promise.all(TOOLS.map(async (name) => [name, await findProgram(name, path)] as const));
  const missing = found.flatMap(([name, at]) => at === undefined ? [name] : []);
  if (missing.length > 0) {
    return { state: "replaced", said: `hnswlib-node cannot be built without ${missing.join(", ")}: ${INSTEAD}` };
  }

  const failure = join(root, ".cache", "hnswlib-node-failed.json");
  const tools = JSON.stringify([NODE_GYP, Deno.version.deno, ...await Promise.all(found.map(describeTool))]);
  if (await Deno.readTextFile(failure).catch(() => "") === tools) {
    return { state: "replaced", said: `hnswlib-node failed to build with these tools before: ${INSTEAD}` };
  }

  const prefix = await nodePrefix();
  const { success, output } = await runProgram(
    Deno.execPath(),
    [
      "run",
      "-A",
      "--no-lock",
      NODE_GYP,
      "rebuild",
      ...(prefix === undefined ? [] : [`--nodedir=${prefix}`]),
    ],
    { cwd: folder },
  );
  if (success && await isFile(built)) {
    await Deno.remove(failure).catch(() => undefined);
    return { state: "ready", said: "hnswlib-node was built" };
  }
  await Deno.mkdir(join(root, ".cache"), { recursive: true });
  await Deno.writeTextFile(failure, tools);
  // The compiler's first complaint tells more than the builder's last.
  const lines = output.split("\n").map((line) => line.trim());
  const reason = lines.find((line) => /\berror: /.test(line)) ?? lines.find((line) => /ERR! stack/.test(line)) ??
    "no reason given";
  return { state: "replaced", said: `hnswlib-node could not be built (${reason}): ${INSTEAD}` };
}

/** A tool with the time of its last change: enough to notice that it was replaced. */
async function describeTool([name, at]: readonly [string, string | undefined]): Promise<readonly unknown[]> {
  const changed = at === undefined ? undefined : (await Deno.stat(at)).mtime?.getTime();
  return [name, at, changed];
}

/** Where Node keeps its headers, so that none need be downloaded. */
async function nodePrefix(): Promise<string | undefined> {
  const { success, output } = await runProgram("node", ["-p", "process.execPath"]);
  if (!success) return undefined;
  const prefix = dirname(dirname(output.trim()));
  return await isFile(join(prefix, "include", "node", "node_api.h")) ? prefix : undefined;
}
