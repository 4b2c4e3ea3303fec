import { nextChain } from "../archive/archive_index.ts";

/** The mutations that a session has seen, one hash chain a scope of hosts. */
export interface MutationChains {
  /** The chain now; the empty text before the first mutation. */
  current(host: string): string;
  /** Whether a chain is one that the session went through, the present one included. */
  passed(host: string, chain: string): boolean;
  /** Adds a mutation by its canonical key. */
  advance(host: string, key: string): void;
}

/**
 * Starts empty chains.
 *
 * @param scopes Hosts that share server state; a host in none of them stands alone.
 * @returns The chains.
 */
export function mutationChains(scopes: readonly { readonly hosts: readonly string[] }[]): MutationChains {
  const chains = new Map<string, { chain: string; readonly passed: Set<string> }>();
  const scopeByHost = new Map<string, string>();
  for (const [index, { hosts }] of scopes.entries()) {
    for (const host of hosts) scopeByHost.set(host, `scope ${index}`);
  }
  const scope = (host: string) => {
    const name = scopeByHost.get(host) ?? host;
    let entry = chains.get(name);
    if (entry === undefined) chains.set(name, entry = { chain: "", passed: new Set([""]) });
    return entry;
  };
  return {
    current: (host) => scope(host).chain,
    passed: (host, chain) => scope(host).passed.has(chain),
    advance(host, key) {
      const entry = scope(host);
      entry.chain = nextChain(entry.chain, key);
      entry.passed.add(entry.chain);
    },
  };
}
