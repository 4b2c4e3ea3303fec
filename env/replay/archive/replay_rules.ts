import { z } from "zod";

const where = {
  /** The host itself and what is below it; every host when left out. */
  host: z.string().optional(),
  /** Start of the path, taken literally; every path when left out. */
  path: z.string().startsWith("/").optional(),
};

const originSchema = z.string().regex(/^https?:\/\/[^/?#]+$/, "an origin, such as https://shop.test");

/** One site rule: two requests that differ only where it says so are one. */
export const siteRuleSchema = z.strictObject({
  /** For reports. */
  name: z.string().min(1),
  host: z.string().optional(),
  /** The path, segment by segment: literal text, `{name}` for a segment that counts, `*` for one that does not. */
  path: z.string().startsWith("/"),
  /** Names in the query that do not count. */
  ignore: z.array(z.string()).default([]),
  /** What the rule must say of two addresses; checked whenever the archive is opened. */
  tests: z.array(z.strictObject({ asked: z.url(), recorded: z.url(), same: z.boolean() })).min(1),
});

/** One site rule; see {@linkcode siteRuleSchema}. */
export type SiteRule = z.infer<typeof siteRuleSchema>;

/** `rules.json`: what a person has reviewed and declared about a site. */
export const replayRulesSchema = z.strictObject({
  schema: z.literal(1),
  /** Fields that may differ without meaning anything: names in the query or a form, JSON pointers in a body. */
  volatile: z.array(
    z.strictObject({
      ...where,
      query: z.array(z.string()).optional(),
      pointers: z.array(z.string()).optional(),
      /** Found by holding two recordings against each other, not written by a person. */
      learned: z.literal(true).optional(),
    }),
  ).default([]),
  /**
   * Whether names that everybody uses against caches (`_`, `ts`, `nocache`) are volatile where the recorded value looks
   * like a time or a random number.
   */
  cacheBusters: z.boolean().default(true),
  /** Names in the query that choose what is shown, whatever they look like: never volatile and never fuzzy. */
  identity: z.array(z.strictObject({ ...where, query: z.array(z.string()).min(1) })).default([]),
  /** Origins that are the same site under another name: asked under `origin`, answered as `of`. */
  aliases: z.array(z.strictObject({ origin: originSchema, of: originSchema })).default([]),
  /** Which part of an address does not count, by the shape of its path. Each rule carries its own tests. */
  sites: z.array(siteRuleSchema).default([]),
  /** Where another rendition of the same thing may answer, beyond pictures and versions of files. */
  fuzzy: z.array(z.strictObject({
    ...where,
    /** Of what kind: `data` is what scripts ask for. */
    destinations: z.array(z.enum(["image", "font", "media", "script", "style", "data"])).min(1),
    /** Names in the query that may differ. */
    query: z.array(z.string()).min(1),
  })).default([]),
  /** Trackers and the like: answered with nothing, outside coverage. */
  block: z.array(z.strictObject({ ...where, host: z.string() })).default([]),
  /** Requests that change nothing on the server although their method could: searches sent by POST. */
  readOnly: z.array(z.strictObject({ ...where, path: z.string().startsWith("/") })).default([]),
  /** Cookies whose presence means that the visitor is logged in. */
  loginCookies: z.array(z.string()).default([]),
});

/** What was declared about a site; see {@linkcode replayRulesSchema}. */
export type ReplayRules = z.infer<typeof replayRulesSchema>;

/** The same as a person writes it: every list may be left out. */
export type ReplayRulesInput = z.input<typeof replayRulesSchema>;

/** Nothing declared. */
export const NO_RULES: ReplayRules = replayRulesSchema.parse({ schema: 1 });

/**
 * Tells whether a rule speaks of an address.
 *
 * @param rule Host and path of the rule.
 * @param url The address.
 * @returns True when the host is the rule's or below it, and the path begins with the rule's.
 *
 * @example A host and what is below it
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { ruleCovers } from "./replay_rules.ts";
 *
 * equal(ruleCovers({ host: "ads.test" }, new URL("https://eu.ads.test/p.gif")), true);
 * equal(ruleCovers({ host: "ads.test" }, new URL("https://bads.test/p.gif")), false);
 * ```
 */
export function ruleCovers(
  rule: { readonly host?: string | undefined; readonly path?: string | undefined },
  url: URL,
): boolean {
  const { host, path } = rule;
  if (host !== undefined && url.hostname !== host && !url.hostname.endsWith(`.${host}`)) return false;
  return path === undefined || url.pathname.startsWith(path);
}
