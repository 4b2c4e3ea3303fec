import { type ReplayRules, ruleCovers, type SiteRule } from "../archive/replay_rules.ts";
import { canonicalPairs, parseQuery } from "./canonical_url.ts";

/**
 * The address as a site rule sees it.
 *
 * @param rule The rule.
 * @param url The address.
 * @returns Text that is equal exactly for addresses that the rule takes for one, or `undefined` where it does not apply.
 *
 * @example A session number in the path
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { siteRuleAddress } from "./site_rule.ts";
 *
 * const rule = { name: "session", path: "/s/*\/item/{id}", ignore: ["from"], tests: [] };
 * const at = (url: string) => siteRuleAddress(rule, new URL(url));
 * equal(at("https://a.test/s/4711/item/3?from=home"), at("https://a.test/s/9/item/3"));
 * equal(at("https://a.test/s/4711/item/3") === at("https://a.test/s/4711/item/4"), false);
 * equal(at("https://a.test/other"), undefined);
 * ```
 */
export function siteRuleAddress(rule: SiteRule, url: URL): string | undefined {
  if (rule.host !== undefined && !ruleCovers({ host: rule.host }, url)) return undefined;
  const pattern = rule.path.split("/");
  const segments = url.pathname.split("/");
  if (pattern.length !== segments.length) return undefined;
  const counting: string[] = [];
  for (const [at, part] of pattern.entries()) {
    const segment = segments[at]!;
    if (part === "*") counting.push("*");
    else if (/^\{[^{}]*\}$/.test(part) || part === segment) counting.push(segment);
    else return undefined;
  }
  const query = canonicalPairs(parseQuery(url.search), (name) => rule.ignore.includes(name));
  return `${url.protocol}//${url.host}${counting.join("/")}?${query}`;
}

/**
 * Runs the tests that site rules carry.
 *
 * @param rules The site's rules.
 * @returns One sentence for each test that fails; empty when all hold.
 */
export function checkSiteRules(rules: ReplayRules): readonly string[] {
  return rules.sites.flatMap((rule) =>
    rule.tests.flatMap(({ asked, recorded, same }) => {
      const left = siteRuleAddress(rule, new URL(asked));
      const right = siteRuleAddress(rule, new URL(recorded));
      const found = left !== undefined && left === right;
      if (found === same) return [];
      return [
        `site rule "${rule.name}" must say that ${asked} and ${recorded} are ${same ? "one" : "two"}: it does not`,
      ];
    })
  );
}
