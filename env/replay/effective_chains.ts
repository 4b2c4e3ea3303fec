import { type ArchiveIndex, type IndexedExchange, nextChain } from "./archive_index.ts";

/**
 * Works out what each recorded chain is once the mutations that handlers answer are taken out of it.
 *
 * A handler owns the state behind the requests it claims, and what it does not claim does not depend on that state. So
 * a mutation that a handler answers counts neither in the session's chain nor in the recorded ones: a page that was
 * recorded after such a mutation is the page that was there before it.
 *
 * @param index The recording.
 * @param isHandled Whether a handler claims a recorded mutation.
 * @returns From a recorded chain to the one that counts. Chains that are not in it count as they are.
 */
export function effectiveChains(
  index: ArchiveIndex,
  isHandled: (mutation: IndexedExchange) => boolean,
): ReadonlyMap<string, string> {
  const after = new Map<string, IndexedExchange[]>();
  for (const entry of index.all) {
    if (!entry.mutates || entry.key === undefined) continue;
    const list = after.get(entry.exchange.chain);
    if (list === undefined) after.set(entry.exchange.chain, [entry]);
    else list.push(entry);
  }
  const effective = new Map([["", ""]]);
  const open = [""];
  for (let chain = open.pop(); chain !== undefined; chain = open.pop()) {
    for (const mutation of after.get(chain) ?? []) {
      const next = nextChain(chain, mutation.key!);
      if (effective.has(next)) continue;
      const base = effective.get(chain)!;
      effective.set(next, isHandled(mutation) ? base : nextChain(base, mutation.key!));
      open.push(next);
    }
  }
  return effective;
}
