/**
 * Opens a bank, answers one goal and ends: a cold sample of `measure.ts`. Prints milliseconds since the process began.
 *
 * `deno run -A bench/bank/cold.ts BANK GOAL`
 *
 * @module
 */
import { chooseIndex, openBank, searchBank } from "../../memory/mod.ts";
import { gloveEmbedder } from "../../memory/retrieval/glove/mod.ts";

const [folder = "", goal = ""] = Deno.args;
const loaded = performance.now();
const bank = await openBank(folder);
const opened = performance.now();
const { index } = await chooseIndex(bank.vectors, { native: { status: "missing", reason: "it is not loaded here" } });
const embedder = gloveEmbedder();
const ask = searchBank(bank, embedder, index, { now: () => performance.now() });
const { hits } = await ask({ goal, groups: 5, method: "dense" });
const answered = performance.now();
if (hits.length === 0) throw new TypeError("Cannot measure a cold start as the bank must have an answer: it has none");
console.log(JSON.stringify({ modules: loaded, open: opened - loaded, answer: answered - opened }));
