import { canonicalJson } from "../../../base/mod.ts";
import type { LiveAnswer } from "./ask_live.ts";
import { jsonShape } from "./json_shape.ts";
import { type DriftLocator, isFound } from "./locator.ts";
import { pageOutline, similarity } from "./page_outline.ts";

/**
 * What became of a recorded page.
 *
 * - `fresh`: it says the same.
 * - `values-moved`: other texts or numbers in the same form.
 * - `shape-changed`: another form, address or type, or a recorded element is gone.
 * - `gone`: the site no longer has it, or no longer is.
 * - `blocked`: the site does not answer us; nothing is known of the page.
 */
export type DriftClass = "fresh" | "values-moved" | "shape-changed" | "gone" | "blocked";

/** How one recorded answer and its live one differ. */
export interface DriftFinding {
  /** What has become of it. */
  readonly class: DriftClass;
  /** Why, one clause each; empty when fresh. */
  readonly reasons: readonly string[];
  /** Of a page: how much of its elements and of its text is the same, from 0 to 1. */
  readonly skeleton?: number;
  /** Likeness of the texts, from 0 to 1. */
  readonly text?: number;
  /** Elements of trajectories that were in the recorded page and are not in the live one. */
  readonly lostLocators: readonly DriftLocator[];
  /** Hosts that the live page loads from and the recorded one did not. */
  readonly newHosts: readonly string[];
}

/** A recorded answer, with its redirects followed in the recording. */
export interface RecordedAnswer {
  readonly status: number;
  readonly url: string;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Below this part of common elements, a page has another form. */
const SAME_FORM = 0.8;
const BLOCKED = new Set([401, 403, 407, 429, 451]);

/**
 * Holds a live answer against the recorded one.
 *
 * @param recorded The recorded answer.
 * @param live The live one, or why there is none.
 * @param locators Elements of the page that trajectories used.
 * @returns What became of it.
 */
export function compareAnswers(
  recorded: RecordedAnswer,
  live: LiveAnswer | string,
  locators: readonly DriftLocator[],
): DriftFinding {
  const plain = (kind: DriftClass, ...reasons: string[]): DriftFinding => ({
    class: kind,
    reasons,
    lostLocators: [],
    newHosts: [],
  });
  if (typeof live === "string") return plain("gone", live);
  if (live.status !== recorded.status) {
    if (live.status === 0) return plain("shape-changed", `it leads to ${live.url} now, which was not recorded`);
    if (live.status === 404 || live.status === 410) return plain("gone", `status ${live.status}`);
    if (BLOCKED.has(live.status) || live.status >= 500) return plain("blocked", `status ${live.status}`);
  }
  const isPage = /html/i.test(recorded.contentType);
  if (isPage && isChallenge(live)) return plain("blocked", "a check for robots stands before it");
  const reasons: string[] = [];
  if (live.status !== recorded.status) reasons.push(`status ${live.status} instead of ${recorded.status}`);
  if (live.url !== recorded.url) reasons.push(`it leads to ${live.url} instead of ${recorded.url}`);
  const [was, is] = [mime(recorded.contentType), mime(live.contentType)];
  if (was !== is) reasons.push(`type ${is || "unknown"} instead of ${was || "unknown"}`);
  if (reasons.length > 0) return plain("shape-changed", ...reasons);
  if (equalBytes(recorded.body, live.body)) return plain("fresh");
  return isPage ? comparePages(recorded, live, locators) : compareJson(recorded, live, plain);
}

function comparePages(recorded: RecordedAnswer, live: LiveAnswer, locators: readonly DriftLocator[]): DriftFinding {
  const before = pageOutline(textOf(recorded), recorded.url);
  const now = pageOutline(textOf(live), live.url);
  const skeleton = similarity(before.skeleton, now.skeleton);
  const text = similarity(before.text, now.text);
  const lostLocators = locators.filter((locator) =>
    isFound(before.document, locator) && !isFound(now.document, locator)
  );
  const newHosts = [...now.hosts].filter((host) => !before.hosts.has(host) && host !== new URL(live.url).host).sort();
  const reasons = [
    ...(lostLocators.length === 0 ? [] : [`${lostLocators.length} recorded elements are gone`]),
    ...(skeleton === 1 ? [] : [`${percent(skeleton)} of its elements are the same`]),
    ...(text === 1 ? [] : [`${percent(text)} of its text is the same`]),
    ...(newHosts.length === 0 ? [] : [`it loads from ${newHosts.join(", ")}`]),
  ];
  const isSame = skeleton === 1 && text === 1 && newHosts.length === 0 && lostLocators.length === 0;
  return {
    class: isSame ? "fresh" : skeleton < SAME_FORM || lostLocators.length > 0 ? "shape-changed" : "values-moved",
    reasons,
    skeleton,
    text,
    lostLocators,
    newHosts,
  };
}

function compareJson(
  recorded: RecordedAnswer,
  live: LiveAnswer,
  plain: (kind: DriftClass, ...reasons: string[]) => DriftFinding,
): DriftFinding {
  const before = parsed(recorded);
  const now = parsed(live);
  if (before === undefined) return plain("values-moved", "its bytes differ, and the recorded ones are no JSON");
  if (now === undefined) return plain("shape-changed", "it is no JSON any more");
  if (jsonShape(before.value) !== jsonShape(now.value)) {
    return plain("shape-changed", "its fields or their types differ");
  }
  return canonicalJson(before.value) === canonicalJson(now.value)
    ? plain("fresh")
    : plain("values-moved", "its values differ");
}

function parsed(answer: { readonly body: Uint8Array }): { readonly value: unknown } | undefined {
  const text = new TextDecoder().decode(answer.body);
  // Deeper than any answer: comparing would end the stack.
  if (/[[{]{500}/.test(text.replaceAll(/[^[{]+/g, "")) && depthOf(text) > 500) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const character of text) {
    if (character === "[" || character === "{") deepest = Math.max(deepest, ++depth);
    else if (character === "]" || character === "}") depth--;
  }
  return deepest;
}

/** Words of the pages that guards put before a site; a page that only mentions them is longer. */
function isChallenge({ body, status }: LiveAnswer): boolean {
  if (body.length > 50_000) return false;
  const text = new TextDecoder().decode(body);
  return /cf-challenge|challenge-platform|g-recaptcha|h-captcha|px-captcha|datadome/i.test(text) && status !== 200;
}

function textOf({ body, contentType }: { readonly body: Uint8Array; readonly contentType: string }): string {
  const label = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(label).decode(body);
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder().decode(body);
    throw error;
  }
}

function mime(contentType: string): string {
  return contentType.split(";")[0]!.trim().toLowerCase();
}

function percent(part: number): string {
  return `${Math.floor(part * 100)} %`;
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
