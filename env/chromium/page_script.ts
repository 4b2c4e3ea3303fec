import type { PageProfile } from "../mod.ts";
import { readAccessibility } from "./page/accessibility.ts";
import { watchActivity } from "./page/activity.ts";
import { assembleAgent } from "./page/agent.ts";
import { installCookieDates } from "./page/cookie_dates.ts";
import { countMessages } from "./page/message_count.ts";
import { readOutline } from "./page/outline.ts";
import { installSeededRandomness } from "./page/seeded_randomness.ts";
import { installStreams } from "./page/streams.ts";
import { findTargets } from "./page/targets.ts";
import { makeTurnstile } from "./page/turnstile.ts";
import { watchRequests } from "./page/watch_requests.ts";
import { installVirtualClock } from "./page/virtual_clock.ts";
import { assembleWorkerAgent } from "./page/worker_agent.ts";
import { wrapWorkers } from "./page/wrap_workers.ts";

/** Where a document begins: what its clock and its random numbers start from. */
export interface Beginning {
  /** Virtual milliseconds since the episode began. */
  readonly now: number;
  /** Index of the step; −1 for the start page. */
  readonly step: number;
}

/** Where each frame's global object keeps its agent; a page that lists its own properties does not see it. */
export const AGENT = "__m2_agent";
const BEGIN = "__m2_begin";

/**
 * The script that starts the agent of the next document. Registered after {@linkcode agentScript}, and replaced whenever
 * time moves: scripts run in the order in which they were registered.
 *
 * @param beginning The values.
 * @returns Source text.
 */
export function beginningScript(beginning: Beginning): string {
  return `globalThis.${BEGIN}?.(${JSON.stringify(beginning)});`;
}

/**
 * The script that runs first in every document of every frame. It holds the determinism shims and the agent that the host
 * talks to, and waits for {@linkcode beginningScript}.
 *
 * @param profile The recording's fixed facts.
 * @returns Source text.
 */
export function agentScript(profile: PageProfile): string {
  const place = (realm: Window): string => {
    const path: number[] = [];
    for (let at: Window = realm; at !== at.parent; at = at.parent) {
      let index = 0;
      while (index < at.parent.length && at.parent[index] !== at) index++;
      path.unshift(index);
    }
    return path.join(".");
  };
  return `(() => {
const realm = globalThis;
// A frame's first empty document can hand its global object on to the next.
if (realm.${AGENT} !== undefined) return;
Object.defineProperty(realm, "${BEGIN}", { configurable: true, enumerable: false, value: (beginning) => {
delete realm.${BEGIN};
const clock = (${installVirtualClock})(realm, { epochMs: ${profile.epochMs}, now: beginning.now });
const key = [${profile.seed}, realm.location.href, (${place})(realm), beginning.step, beginning.now].join(" ");
(${installSeededRandomness})(realm, key);
(${installCookieDates})(realm);
const turnstile = (${makeTurnstile})(clock.hop);
const requests = (${watchRequests})(realm, turnstile);
const activity = (${watchActivity})(realm, requests);
(${wrapWorkers})(realm, ${JSON.stringify(workerScript(profile))}, () => clock.status().now, key);
const messages = (${countMessages})(realm, turnstile);
(${installStreams})(realm, activity);
const accessibility = (${readAccessibility})(realm);
const outline = (${readOutline})(realm, accessibility);
const targets = (${findTargets})(realm, accessibility, outline);
const agent = (${assembleAgent})(realm, clock, turnstile, activity, messages, outline, targets);
Object.defineProperty(realm, "${AGENT}", { value: agent, enumerable: false });
} });
})();`;
}

/**
 * The script that runs first in a dedicated worker. It knows where to begin from the worker's name; a worker that was
 * named by nobody of ours is left alone.
 *
 * @param profile The recording's fixed facts.
 * @returns Source text.
 */
export function workerScript(profile: PageProfile): string {
  return `(function m2Begin() {
const realm = globalThis;
if (realm.${AGENT} !== undefined) return;
let beginning;
try { beginning = JSON.parse(realm.name).m2; } catch { return; }
if (beginning === undefined) return;
Object.defineProperty(realm, "name", { value: beginning.name, writable: true, configurable: true });
const clock = (${installVirtualClock})(realm, { epochMs: ${profile.epochMs}, now: beginning.now });
(${installSeededRandomness})(realm, beginning.key);
const turnstile = (${makeTurnstile})(clock.hop);
const requests = (${watchRequests})(realm, turnstile);
(${wrapWorkers})(realm, "(" + m2Begin.toString() + ")();", () => clock.status().now, beginning.key);
const messages = (${countMessages})(realm, turnstile);
(${installStreams})(realm, requests);
const agent = (${assembleWorkerAgent})(clock, turnstile, requests, messages, beginning.key);
Object.defineProperty(realm, "${AGENT}", { value: agent, enumerable: false });
})();`;
}
