import { SAFE_METHODS } from "../request/request_kind.ts";
import { type ArchiveIndex, type IndexedExchange, nextChain } from "../archive/archive_index.ts";

/**
 * Works out what each recorded chain is once the mutations that do not count are taken out of it: those that handlers
 * answer, and those that the rules by now declare to be none.
 *
 * A handler owns the state behind the requests it claims, and what it does not claim does not depend on that state. So
 * a mutation that a handler answers counts neither in the session's chain nor in the recorded ones: a page that was
 * recorded after such a mutation is the page that was there before it.
 *
 * @param index The recording.
 * @param counts Whether a recorded request that may have been taken for a mutation is still one.
 * @returns From a recorded chain to the one that counts. Chains that are not in it count as they are.
 */
export function effectiveChains(
  index: ArchiveIndex,
  counts: (mutation: IndexedExchange) => boolean,
): ReadonlyMap<string, string> {
  // Keys of mutations cost their bodies: where nothing was recorded after one, none is looked at.
  if (index.all.every(({ chain }) => chain === "")) return new Map([["", ""]]);
  const after = new Map<string, IndexedExchange[]>();
  for (const entry of index.all) {
    if (SAFE_METHODS.has(entry.method) || entry.key === undefined) continue;
    const list = after.get(entry.chain);
    if (list === undefined) after.set(entry.chain, [entry]);
    else list.push(entry);
  }
  const effective = new Map([["", ""]]);
  const open = [""];
  for (let chain = open.pop(); chain !== undefined; chain = open.pop()) {
    for (const mutation of after.get(chain) ?? []) {
      const next = nextChain(chain, mutation.key!);
      if (effective.has(next)) continue;
      const base = effective.get(chain)!;
      effective.set(next, counts(mutation) ? nextChain(base, mutation.key!) : base);
      open.push(next);
    }
  }
  return effective;
}
