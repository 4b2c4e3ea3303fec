import type { IndexedExchange } from "../archive/archive_index.ts";
import type { MissClass } from "./replay_miss.ts";
import type { RequestKind } from "../request/request_kind.ts";
import type { ReplayRequest } from "../request/replay_request.ts";

/** What of a session decides between exchanges of one key. */
export interface ChoiceContext {
  readonly request: ReplayRequest;
  readonly kind: RequestKind;
  readonly sessionClass: "anonymous" | "logged-in";
  /** The session's chain now. */
  readonly chain: string;
  /** Whether the session went through a chain. */
  passed(chain: string): boolean;
  /** The chain that counts for an exchange. */
  chainOf(entry: IndexedExchange): string;
  /** Whether the session has served it already. */
  isClaimed(entry: IndexedExchange): boolean;
}

/** The exchange to serve, or why there is none. */
export type Choice =
  | { readonly entry: IndexedExchange; readonly unchained: boolean; readonly exhausted: boolean }
  | { readonly entry?: undefined; readonly class: MissClass; readonly reason: string };

/**
 * Chooses between recorded exchanges of one key.
 *
 * Whole answers come before cut ones, and failures last; then the visitor's class; then the chain of mutations; inside
 * a chain the first that was not served yet. After the last it sticks only where all of them are equal.
 *
 * Under a chain that was never recorded, an answer is served only where the recording shows no other one **and** it was
 * recorded at a point that the session has passed: a cart that was recorded after "add A" says nothing about a session
 * that never added A. Assets are served under any chain, and so is the answer to a mutation that shows nothing of the
 * state (a redirect, an empty body).
 *
 * @param group Exchanges of one key, in the archive's order; at least one.
 * @param context The session.
 * @returns The choice. Nothing is claimed here.
 */
export function chooseExchange(group: readonly IndexedExchange[], context: ChoiceContext): Choice {
  let pool = group.length === 1 ? group : group.filter((entry) => isVariantFor(entry, context.request));
  if (group.length === 1 && !isVariantFor(group[0]!, context.request)) pool = [];
  if (pool.length === 0) return { class: "header-differs", reason: "a header that the answer varies by differs" };
  if (pool.length > 1) {
    pool = preferred(
      pool,
      ({ exchange }) => exchange.response?.complete === true && isPlainStatus(exchange.response.status),
    );
    pool = preferred(pool, ({ exchange }) => exchange.response !== undefined);
    pool = preferred(pool, ({ exchange }) => exchange.response?.status !== 304);
    pool = preferred(pool, ({ exchange }) => exchange.sessionClass === context.sessionClass);
    pool = ofStrongestLayers(pool, context);
  }
  const same = pool.filter((entry) => context.chainOf(entry) === context.chain);
  return same.length > 0 ? inSequence(same, context) : acrossChains(pool, context);
}

function inSequence(same: readonly IndexedExchange[], context: ChoiceContext): Choice {
  const next = same.find((entry) => !context.isClaimed(entry));
  if (next !== undefined) return { entry: next, unchained: false, exhausted: false };
  const last = same.at(-1)!;
  if (same.every(({ answer }) => answer === last.answer)) return { entry: last, unchained: false, exhausted: true };
  return { class: "exhausted", reason: `exhausted ${same.length}/${same.length}: the recorded answers differ` };
}

function acrossChains(pool: readonly IndexedExchange[], context: ChoiceContext): Choice {
  const first = pool[0]!;
  const passed = pool.filter((entry) => context.passed(context.chainOf(entry)));
  const serve = (entry: IndexedExchange): Choice => ({
    entry,
    unchained: true,
    exhausted: context.isClaimed(entry),
  });
  if (context.kind === "asset") return serve(passed.at(-1) ?? first);
  if (pool.some(({ answer }) => answer !== first.answer)) {
    return {
      class: "world-mismatch",
      reason: "the recorded answers differ by what was done before, and none was recorded after what this session did",
    };
  }
  if (passed.length > 0) return serve(passed.at(-1)!);
  if (context.kind === "mutation" && showsNothing(first)) return serve(first);
  return { class: "world-mismatch", reason: "it was recorded only after changes that this session has not made" };
}

/** Under one chain, two layers are two recordings of one moment, not two answers in turn: the stronger one counts. */
function ofStrongestLayers(pool: readonly IndexedExchange[], context: ChoiceContext): readonly IndexedExchange[] {
  if (pool.every(({ layerRank }) => layerRank === pool[0]!.layerRank)) return pool;
  const strongest = new Map<string, number>();
  for (const entry of pool) {
    const chain = context.chainOf(entry);
    strongest.set(chain, Math.min(entry.layerRank, strongest.get(chain) ?? entry.layerRank));
  }
  return pool.filter((entry) => entry.layerRank === strongest.get(context.chainOf(entry)));
}

function showsNothing({ exchange: { response } }: IndexedExchange): boolean {
  if (response === undefined) return false;
  return response.size === 0 || response.body === undefined || (response.status >= 300 && response.status < 400);
}

/** 101 and made-up numbers of importers are no HTTP answers. */
function isPlainStatus(status: number): boolean {
  return status >= 200 && status <= 599;
}

function preferred(
  pool: readonly IndexedExchange[],
  test: (entry: IndexedExchange) => boolean,
): readonly IndexedExchange[] {
  const better = pool.filter(test);
  return better.length > 0 ? better : pool;
}

/** Request headers that may choose between answers of one URL. Cookies never do: their values are not recorded. */
const VARIANT_HEADERS = new Set([
  "accept",
  "accept-language",
  "x-requested-with",
  "hx-request",
  "rsc",
  "next-router-prefetch",
  "turbo-frame",
]);

function isVariantFor({ exchange, request: recorded }: IndexedExchange, request: ReplayRequest): boolean {
  const vary = exchange.response?.headers.flatMap(([name, value]) => name === "vary" ? [value] : []).join() ?? "";
  if (vary === "") return true;
  return vary.toLowerCase().split(",").map((name) => name.trim()).every((name) => {
    if (!VARIANT_HEADERS.has(name)) return true;
    const left = request.headers[name];
    const right = recorded.headers[name];
    // An unrecorded or unsent header says nothing either way.
    if (left === undefined && right === undefined) return true;
    return name === "accept" ? acceptClass(left) === acceptClass(right) : left === right;
  });
}

function acceptClass(accept = "*/*"): string {
  const first = accept.split(",")[0]!.split(";")[0]!.trim().toLowerCase();
  return first.startsWith("image/") ? "image" : first;
}
