/**
 * Every way in which a request can be answered, from the first looked at to the last.
 *
 * - `blocked`: a tracker or an unasked-for request, answered with nothing; outside coverage.
 * - `stateful`: a declared handler.
 * - `pinned`: a reviewed decision from `matches.lock.json`.
 * - `exact`: the same method, URL and body, recorded after the same mutations.
 * - `canonical`: the same canonical key, or the same request under another chain of mutations (flag `unchained`).
 * - `volatile`: the same key without fields that are declared, learned or known to vary.
 * - `derived`: made from a recorded answer: HEAD, a range, a 304, a preflight, the same page under an alias.
 * - `rule`: the same address by a rule of the site.
 * - `fuzzy`: another rendition of the same picture or file, with a score; never a document, never a mutation.
 * - `miss`: the recording does not hold it.
 */
export const MATCH_LEVELS = [
  "blocked",
  "stateful",
  "pinned",
  "exact",
  "canonical",
  "volatile",
  "derived",
  "rule",
  "fuzzy",
  "miss",
] as const;

/** One way in which a request can be answered; see {@linkcode MATCH_LEVELS}. */
export type MatchLevel = typeof MATCH_LEVELS[number];
