/**
 * One episode under the dual memory of M²: a chain of summaries, and insights recalled for the goal.
 *
 * Run `deno run -A examples/01_one_episode.ts`.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import {
  composePolicy,
  createRecaller,
  exactIndex,
  hashedTfidf,
  historyPolicy,
  insightPolicy,
  openBank,
} from "../memory/mod.ts";
import { runOnShop, tell } from "./run_on_shop.ts";

const bank = await openBank(fileURLToPath(new URL("../replay-fixtures/banks/first-light", import.meta.url)));
const embedder = hashedTfidf(bank.groups.map((group) => group.query));
const recaller = createRecaller(bank, embedder, exactIndex(bank.vectors));

const m2 = composePolicy(historyPolicy("summary-chain"), insightPolicy("retrieved", { groups: 5 }));
console.log(tell(await runOnShop(m2, recaller)));
