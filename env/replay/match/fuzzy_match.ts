import { type ArchiveIndex, type IndexedExchange, pathKey } from "../archive/archive_index.ts";
import { type ReplayRules, ruleCovers } from "../archive/replay_rules.ts";
import { parseQuery, type QueryPairs } from "../request/canonical_url.ts";
import { identityNames } from "../request/canonical_key.ts";
import type { ReplayRequest } from "../request/replay_request.ts";

/** What answers in place of what was asked for. */
export interface FuzzyMatch {
  readonly entry: IndexedExchange;
  /** From 0 to 1: 1 is the same thing. */
  readonly score: number;
}

/** Least score that is served. */
const THRESHOLD = 0.5;
/** Least lead over the second best, where the two are not the same answer. */
const MARGIN = 0.01;

/** Names that choose how a picture is made, not which one it is. */
const RENDITION = new Set([
  "auto",
  "dpr",
  "fit",
  "fm",
  "format",
  "h",
  "height",
  "hei",
  "imheight",
  "imwidth",
  "q",
  "quality",
  "sh",
  "sw",
  "w",
  "wid",
  "width",
]);
/** Names that choose which build of a file it is. */
const VERSION = new Set(["build", "hash", "rev", "revision", "v", "ver", "version"]);

type Class = ReplayRules["fuzzy"][number]["destinations"][number];

const CLASSES: Readonly<Record<string, Class>> = {
  image: "image",
  font: "font",
  audio: "media",
  video: "media",
  track: "media",
  script: "script",
  style: "style",
  empty: "data",
};

/**
 * Finds another rendition of the thing that was asked for: the same picture in another size, the same file in another
 * version. Never a document, never a mutation; data only where a rule of the site opens it.
 *
 * All other names and values of the query must be equal: they say which thing it is. Equal scores are decided by the
 * larger picture, then by id, never by the order of a map.
 *
 * @param index The recording.
 * @param rules The site's rules.
 * @param request The request.
 * @param url Its address.
 * @param destination Its `Sec-Fetch-Dest`.
 * @returns The nearest, or `undefined` where nothing is near enough or two different things are equally near.
 */
export function fuzzyMatch(
  index: ArchiveIndex,
  rules: ReplayRules,
  request: ReplayRequest,
  url: URL,
  destination: string,
): FuzzyMatch | undefined {
  const wanted = CLASSES[destination];
  if (request.method !== "GET" || request.body !== undefined || wanted === undefined) return undefined;
  const mayDiffer = namesThatMayDiffer(rules, url, wanted);
  if (mayDiffer === undefined) return undefined;
  const asked = parseQuery(url.search);
  const thing = identityOf(asked, mayDiffer);
  const candidates = (index.byPath.get(pathKey(url)) ?? []).flatMap((entry): Candidate[] => {
    const { method, body } = entry.exchange.request;
    const response = entry.exchange.response;
    if (method !== "GET" || body !== undefined || response?.status !== 200 || !response.complete) return [];
    if (CLASSES[entry.exchange.destination] !== wanted) return [];
    const recorded = parseQuery(entry.url.search);
    if (identityOf(recorded, mayDiffer) !== thing) return [];
    return [{ entry, score: likeness(asked, recorded, mayDiffer), size: sizeOf(recorded) }];
  }).toSorted((a, b) => b.score - a.score || b.size - a.size || (a.entry.exchange.id < b.entry.exchange.id ? -1 : 1));
  const [best, ...others] = candidates;
  if (best === undefined || best.score < THRESHOLD) return undefined;
  const rival = others.find(({ entry, size }) => entry.answer !== best.entry.answer && size === best.size);
  if (rival !== undefined && best.score - rival.score < MARGIN) return undefined;
  return { entry: best.entry, score: Math.round(best.score * 1000) / 1000 };
}

interface Candidate extends FuzzyMatch {
  /** Largest number among the names of sizes; 0 where there is none. */
  readonly size: number;
}

function namesThatMayDiffer(rules: ReplayRules, url: URL, wanted: Class): ((name: string) => boolean) | undefined {
  const identity = identityNames(rules, url);
  const declared = new Set(
    rules.fuzzy.flatMap((rule) => ruleCovers(rule, url) && rule.destinations.includes(wanted) ? rule.query : []),
  );
  if (wanted === "data") {
    return declared.size === 0 ? undefined : (name) => declared.has(name) && !identity.has(name);
  }
  // Of a path without a file's name, `v` or `hash` may say which thing is meant.
  const versions = /\.[^/]+$/.test(url.pathname) ? [VERSION] : [];
  const usual = wanted === "image" || wanted === "media" ? [RENDITION, ...versions] : versions;
  return (name) => !identity.has(name) && (declared.has(name) || usual.some((names) => names.has(name.toLowerCase())));
}

function identityOf(pairs: QueryPairs, mayDiffer: (name: string) => boolean): string {
  const counting = pairs.filter(([name]) => !mayDiffer(name)).map(([name, value]) => JSON.stringify([name, value]));
  return counting.sort().join();
}

/** Each name that differs costs a share; two sizes cost the less the nearer they are. */
function likeness(asked: QueryPairs, recorded: QueryPairs, mayDiffer: (name: string) => boolean): number {
  const names = [...new Set([...asked, ...recorded].map(([name]) => name))].filter(mayDiffer);
  if (names.length === 0) return 1;
  const cost = names.reduce((sum, name) => sum + distance(valueOf(asked, name), valueOf(recorded, name)), 0);
  return 1 - 0.5 * cost / names.length;
}

function distance(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  const [left, right] = [Number(a), Number(b)];
  if (!(left > 0 && right > 0 && Number.isFinite(left) && Number.isFinite(right))) return 1;
  return Math.min(1, Math.abs(Math.log2(left / right)) / 4);
}

function valueOf(pairs: QueryPairs, name: string): string | undefined {
  return pairs.find(([own]) => own === name)?.[1];
}

function sizeOf(pairs: QueryPairs): number {
  const sizes = pairs.flatMap(([name, value]) =>
    /^(w|h|width|height|wid|hei|sw|sh|imwidth|imheight)$/i.test(name) ? [Number(value)] : []
  );
  return sizes.filter(Number.isFinite).reduce((most, size) => Math.max(most, size), 0);
}
