/**
 * M2Lab: a testbed for the memory of web agents.
 *
 * The main names: {@linkcode runEpisode} runs one agent on one task, {@linkcode composePolicy} makes a memory policy of its two
 * halves, {@linkcode runEpisodes} and {@linkcode summarizeRun} run and sum up an experiment. Adapters have doors of their own:
 * `@m2lab/m2lab/replay` (recorded sites), `@m2lab/m2lab/chromium` (the browser), `@m2lab/m2lab/testing` (regression tests).
 *
 * @example A prompt under the internal memory of M²
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { composePolicy, historyPolicy, insightPolicy } from "./mod.ts";
 *
 * const policy = composePolicy(historyPolicy("summary-chain"), insightPolicy("none"));
 * equal(policy.id, "summary-chain+none");
 * equal(policy.replyFields.includes("summary"), true);
 * ```
 *
 * @module
 */
export * from "./base/mod.ts";
export * from "./env/mod.ts";
export * from "./models/mod.ts";
export * from "./memory/mod.ts";
export * from "./actors/mod.ts";
export * from "./lab/mod.ts";
