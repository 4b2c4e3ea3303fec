import { z } from "zod";

const where = {
  /** The host itself and what is below it; every host when left out. */
  host: z.string().optional(),
  /** Start of the path, taken literally; every path when left out. */
  path: z.string().startsWith("/").optional(),
};

/** `rules.json`: what a person has reviewed and declared about a site. */
export const replayRulesSchema = z.strictObject({
  schema: z.literal(1),
  /** Fields that may differ without meaning anything: names in the query or a form, JSON pointers in a body. */
  volatile: z.array(
    z.strictObject({ ...where, query: z.array(z.string()).optional(), pointers: z.array(z.string()).optional() }),
  ).default([]),
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
export interface ReplayRulesInput extends Partial<Omit<ReplayRules, "schema">> {
  /** Version of the file. */
  readonly schema: 1;
}

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
