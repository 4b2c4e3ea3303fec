/**
 * The gate: everything that must hold on main, in one command. `deno task test` runs it, and so does CI.
 *
 * Order: the quick checks first. It stops at nothing, so that one run shows all that is wrong, and ends with
 * `N passed, N failed`, where a check counts as one test.
 *
 * @module
 */

/** Tests that need nothing but the repository's files: they run without network. */
const HERMETIC = ["base", "models", "memory", "actors", "report", "contract", "regressions"];
/** Tests that start servers, browsers or processes. */
const WIDE = ["env", "lab", "cli", "replay-fixtures", "tools", "e2e", "docs"];

/** Doc examples are tests too. */
const DOCUMENTED = ["base", "env", "models", "memory", "actors", "lab"];

/** What a stage came to. */
export interface StageResult {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly ignored: number;
  readonly ms: number;
}

/**
 * Reads the closing line of `deno test`: `ok | 7 passed (2 steps) | 0 failed | 1 ignored (19ms)`.
 *
 * @param output Everything the run printed, without colours.
 * @returns The counts, or undefined where there is no such line.
 */
export function readTotals(output: string): { passed: number; failed: number; ignored: number } | undefined {
  const line = output.match(/^(?:ok|FAILED) \| .*$/gm)?.at(-1);
  if (line === undefined) return undefined;
  const count = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0);
  return { passed: count("passed"), failed: count("failed"), ignored: count("ignored") };
}

async function run(args: readonly string[]): Promise<{ code: number; output: string }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args],
    env: { NO_COLOR: "1", __IS_WSL_TEST__: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let output = "";
  const drain = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const bytes of stream) {
      output += decoder.decode(bytes, { stream: true });
      await Deno.stdout.write(bytes);
    }
  };
  const [status] = await Promise.all([child.status, drain(child.stdout), drain(child.stderr)]);
  return { code: status.code, output };
}

async function check(name: string, args: readonly string[]): Promise<StageResult> {
  const start = performance.now();
  const { code } = await run(args);
  const failed = code === 0 ? 0 : 1;
  return { name, passed: 1 - failed, failed, ignored: 0, ms: performance.now() - start };
}

async function test(name: string, args: readonly string[]): Promise<StageResult> {
  const start = performance.now();
  const { code, output } = await run(["test", "--no-check", "--sanitize-ops", "--sanitize-resources", ...args]);
  const totals = readTotals(output) ?? { passed: 0, failed: code === 0 ? 0 : 1, ignored: 0 };
  // A process that died after its tests passed has failed all the same.
  const failed = code !== 0 && totals.failed === 0 ? 1 : totals.failed;
  return { ...totals, name, failed, ms: performance.now() - start };
}

async function existing(folders: readonly string[], base: string): Promise<string[]> {
  const found: string[] = [];
  for (const folder of folders) {
    const path = `${base}${folder}`;
    try {
      if ((await Deno.stat(path)).isDirectory) found.push(`${path}/`);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return found;
}

if (import.meta.main) {
  const only = Deno.args[0];
  const results: StageResult[] = [];
  const stages: [string, () => Promise<StageResult>][] = [
    ["fmt", () => check("fmt", ["fmt", "--check", "--quiet"])],
    ["lint", () => check("lint", ["lint", "--quiet"])],
    ["check", () => check("check", ["check", "--quiet", "."])],
    ["doc-lint", () => check("doc-lint", ["run", "-A", "tools/doc_lint.ts"])],
    [
      "doc-tests",
      async () =>
        test("doc-tests", ["--doc", "--allow-read", "--allow-env", "mod.ts", ...await existing(DOCUMENTED, "")]),
    ],
    [
      "unit",
      async () =>
        test("unit", [
          "--no-prompt",
          "--allow-read",
          "--allow-write",
          "--allow-env",
          "--allow-ffi",
          "--allow-sys",
          ...await existing(HERMETIC, "tests/"),
        ]),
    ],
    // Side by side: most of their time, these tests wait for a browser.
    ["wide", async () => test("wide", ["-A", "--parallel", ...await existing(WIDE, "tests/")])],
  ];
  for (const [name, stage] of stages) {
    if (only === undefined || only === name) results.push(await stage());
  }
  console.log("");
  for (const { name, passed, failed, ignored, ms } of results) {
    const skipped = ignored > 0 ? `, ${ignored} ignored` : "";
    console.log(
      `${failed === 0 ? "ok" : "no"}  ${name.padEnd(10)} ${passed} passed, ${failed} failed${skipped}  ${
        (ms / 1000).toFixed(1)
      } s`,
    );
  }
  const sum = (key: "passed" | "failed") => results.reduce((total, result) => total + result[key], 0);
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
  Deno.exit(sum("failed") === 0 && sum("passed") > 0 ? 0 : 1);
}
