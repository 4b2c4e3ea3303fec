import { canonicalJson, M2Error } from "../base/mod.ts";
import { openArchive } from "../env/replay/mod.ts";
import { importFormats, openBank } from "../memory/mod.ts";
import { loadHnswlib } from "../memory/retrieval/hnswlib/mod.ts";
import { EXIT } from "./exit_code.ts";
import { paint } from "./screen.ts";
import { allSites, bankFolder, locateChromium } from "./wire.ts";
import type { World } from "./world.ts";

/** One thing that was looked at. */
interface Finding {
  readonly what: string;
  /** `missing` keeps commands from running; `lesser` does not. */
  readonly state: "ok" | "lesser" | "missing";
  readonly said: string;
  readonly hint?: string;
}

/**
 * Looks at what commands need on this machine, and says how to get what it lacks.
 *
 * @param world The ambient world.
 * @returns The exit code: 2 where something is missing.
 */
export async function doctor(world: World): Promise<number> {
  const { screen } = world;
  const findings = [
    await look("browser", async () => await browserVersion(world)),
    await lookAtAddon(),
    ...await Promise.all(
      allSites().map((site) =>
        look(
          `site ${site.name}`,
          async () => `${(await openArchive(site.archive)).exchanges.length} exchanges recorded`,
        )
      ),
    ),
    await look("bank first-light", async () => {
      const { manifest, hash } = await openBank(bankFolder("first-light", world));
      return `${manifest.groups} groups, ${manifest.insights} insights, ${hash.slice(0, 12)}`;
    }),
    lookAtEndpoint(world),
    ...lookAtFormats(),
  ];
  for (const { what, state, said, hint } of findings) {
    const mark = state === "ok" ? paint(screen, "good", "ok") : state === "lesser" ? "--" : paint(screen, "bad", "no");
    screen.out(`  ${mark}  ${what.padEnd(18)} ${said}\n`);
    if (hint !== undefined) screen.out(`      ${"".padEnd(18)} hint: ${hint}\n`);
  }
  const missing = findings.filter((finding) => finding.state === "missing").length;
  screen.out(missing === 0 ? "everything that is needed is there\n" : `${missing} of ${findings.length} are missing\n`);
  return missing === 0 ? EXIT.done : EXIT.usage;
}

async function look(what: string, find: () => Promise<string>): Promise<Finding> {
  try {
    return { what, state: "ok", said: await find() };
  } catch (error) {
    if (!(error instanceof M2Error)) throw error;
    return { what, state: "missing", said: error.message, ...(error.hint === undefined ? {} : { hint: error.hint }) };
  }
}

async function browserVersion(world: World): Promise<string> {
  const { executable, env } = locateChromium(world);
  const { stdout } = await new Deno.Command(executable, { args: ["--version"], env: { ...env }, stderr: "null" })
    .output();
  return `${new TextDecoder().decode(stdout).trim()}   ${executable}`;
}

async function lookAtAddon(): Promise<Finding> {
  const addon = await loadHnswlib();
  if (addon.status === "ready") return { what: "vector index", state: "ok", said: "hnswlib-node is built" };
  return {
    what: "vector index",
    state: "lesser",
    said: `the exact index is used, with the same hits: ${addon.reason}`,
    hint: "deno task setup builds the native one",
  };
}

/** What can be imported, and how far each reading can be trusted. */
function lookAtFormats(): Finding[] {
  return (["verified on a real file", "from description"] as const).map((checked) => {
    const ids = importFormats.filter((format) => format.checked === checked).map((format) => format.id);
    const state = checked === "from description" ? "lesser" : "ok";
    return { what: "import formats", state, said: `${ids.length} ${checked}: ${ids.join(", ")}` };
  });
}

function lookAtEndpoint(world: World): Finding {
  const isSet = ["M2_OPENAI_URL", "M2_OPENAI_KEY"].every((name) => (world.environment(name) ?? "") !== "");
  const said = isSet
    ? `M2_OPENAI_URL is ${canonicalJson(world.environment("M2_OPENAI_URL"))}`
    : "none: experiments with a simulated model need none";
  return { what: "model endpoint", state: isSet ? "ok" : "lesser", said };
}
