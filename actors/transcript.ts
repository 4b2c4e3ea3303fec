import type { InspectionEvent } from "xstate";
import { canonicalJson, sha256 } from "../base/mod.ts";
import type { TranscriptEvent } from "./episode.ts";
import type {
  AgentCommand,
  AgentFact,
  BrowserCommand,
  BrowserFact,
  Ending,
  EpisodeCommand,
  ModelCommand,
  ModelFact,
  RetrieverCommand,
  RetrieverFact,
  SummarizerCommand,
  SummarizerFact,
} from "./events.ts";
import type { Usage } from "../models/mod.ts";

type ActorEvent =
  | AgentCommand
  | AgentFact
  | BrowserCommand
  | BrowserFact
  | EpisodeCommand
  | ModelCommand
  | ModelFact
  | RetrieverCommand
  | RetrieverFact
  | SummarizerCommand
  | SummarizerFact;

/** How an event is written down: the payload with large things by hash, and whether the agent could see it. */
type Projection = { readonly [Type in ActorEvent["type"]]: Written<Extract<ActorEvent, { type: Type }>> };

interface Written<Event> {
  readonly visible?: true;
  readonly payload: (event: Event) => Readonly<Record<string, unknown>>;
}

// Prices change and similarities differ in the last bit between indexes; neither may churn a hash.
const tokensOf = ({ costUsd: _, ...tokens }: Usage) => tokens;

const PROJECTION: Projection = {
  "browser.reset": { payload: ({ url }) => ({ url }) },
  "browser.observe": { payload: ({ step }) => ({ step }) },
  "browser.act": { payload: ({ step, action }) => ({ step, action }) },
  "browser.close": { payload: () => ({}) },
  "page.opened": { payload: ({ virtualMs }) => ({ virtualMs }) },
  "page.missed": { payload: ({ virtualMs, message }) => ({ virtualMs, message }) },
  "step.observed": {
    visible: true,
    payload: ({ step, seen }) => ({ step, url: seen.observation.url, observation: seen.sha256 }),
  },
  "action.done": { payload: ({ step, virtualMs }) => ({ step, virtualMs }) },
  "action.refused": { payload: ({ step, virtualMs, reason, message }) => ({ step, virtualMs, reason, message }) },
  "action.missed": { payload: ({ step, virtualMs, message }) => ({ step, virtualMs, message }) },
  "browser.failed": { payload: ({ failure }) => ({ ...failure }) },
  "model.complete": {
    visible: true,
    payload: ({ step, prompt, request }) => ({
      step,
      prompt: prompt.sha256,
      tokens: prompt.tokens.total,
      seed: request.seed,
    }),
  },
  "model.completed": {
    payload: ({ sha256, usage, latencyMs }) => ({ reply: sha256, usage: tokensOf(usage), latencyMs }),
  },
  "model.failed": { payload: ({ failure }) => ({ ...failure }) },
  "recall.request": { payload: ({ query, groups }) => ({ query, groups }) },
  "recall.done": { payload: ({ hits, excluded }) => ({ groups: hits.map((hit) => hit.group.id), excluded }) },
  "recall.failed": { payload: ({ failure }) => ({ ...failure }) },
  "summary.request": {
    payload: ({ from, to, maxTokens, offered }) => ({ from, to, maxTokens, isOffered: offered !== undefined }),
  },
  "summary.written": { payload: ({ from, to, text }) => ({ from, to, text }) },
  "summary.failed": { payload: ({ failure }) => ({ ...failure }) },
  "step.next": { payload: ({ step }) => ({ step }) },
  "agent.stop": { payload: () => ({}) },
  "action.chosen": { visible: true, payload: ({ step, action }) => ({ step, action }) },
  "step.completed": {
    payload: ({ step, record }) => ({
      step: step.index,
      outcome: step.outcome,
      tokens: record.prompt.parts,
      sharedPrefix: record.prompt.sharedPrefix,
    }),
  },
  "episode.cancel": { payload: () => ({}) },
};

/** Who works for the agent at the same time; their lines are put in this order at a join. */
const LANES = ["browser", "retriever", "summarizer", "model"] as const;

type Lane = typeof LANES[number];

/** What opens and what closes a piece of work in a lane. */
const OPENS: ReadonlySet<string> = new Set([
  "browser.reset",
  "browser.observe",
  "browser.act",
  "recall.request",
  "summary.request",
  "model.complete",
]);

/** Writes an episode's transcript as the actors talk. */
export interface TranscriptRecorder {
  /** XState's `inspect`: the one place where machines are watched. */
  readonly inspect: (event: InspectionEvent) => void;
  /**
   * Ends the transcript with `episode.ended`.
   *
   * @param ending How the episode ended.
   * @returns All lines.
   */
  end(ending: Ending): readonly TranscriptEvent[];
}

/**
 * Makes the recorder of one episode.
 *
 * Work that goes on at the same time is kept in a lane each until all of it is done, and is then written lane by lane.
 * So the transcript shows a fixed order, whatever order the facts came in.
 *
 * @param watch Called with each event's type and step as it happens, for timings and progress.
 * @returns The recorder.
 */
export function transcriptRecorder(watch: (type: string, step: number) => void = () => {}): TranscriptRecorder {
  const lines: Omit<TranscriptEvent, "seq">[] = [];
  const lanes: Record<Lane, Omit<TranscriptEvent, "seq">[]> = { browser: [], retriever: [], summarizer: [], model: [] };
  let open = 0;
  let latest = 0;
  const flush = () => {
    for (const lane of LANES) lines.push(...lanes[lane].splice(0));
  };
  return {
    inspect(inspected) {
      if (inspected.type !== "@xstate.event") return;
      const { event, sourceRef, actorRef } = inspected;
      if (!isActorEvent(event)) return;
      const written = PROJECTION[event.type] as Written<ActorEvent>;
      const from = nameOf(sourceRef) ?? "operator";
      const to = nameOf(actorRef) ?? "nobody";
      const at = "at" in event ? event.at : latest;
      latest = Math.max(latest, at);
      const payload = JSON.parse(canonicalJson(written.payload(event)));
      const line = { at, from, to, type: event.type, payload, visible: written.visible === true };
      watch(event.type, typeof payload.step === "number" ? payload.step : -1);
      const lane = laneOf(from, to);
      if (lane === undefined) {
        flush();
        lines.push(line);
        return;
      }
      lanes[lane].push(line);
      open += OPENS.has(event.type) ? 1 : -1;
      if (open === 0) flush();
    },
    end({ end, blame, message, answer }) {
      flush();
      const payload = JSON.parse(canonicalJson({ end, blame, message, answer }));
      lines.push({ at: latest, from: "episode", to: "operator", type: "episode.ended", payload, visible: false });
      return lines.map((line, seq) => ({ seq, ...line }));
    },
  };
}

/** What the summarizer and the model say to each other belongs to the summarizer's work. */
function laneOf(from: string, to: string): Lane | undefined {
  if (from === "episode" || to === "episode" || from === "operator") return undefined;
  const isBetween = (name: string) => from === name || to === name;
  return isBetween("summarizer") ? "summarizer" : LANES.find(isBetween);
}

/** Actors are named by systemId: session ids come from a counter of the whole process. */
function nameOf(ref: object | undefined): string | undefined {
  return ref !== undefined && "systemId" in ref && typeof ref.systemId === "string" ? ref.systemId : undefined;
}

function isActorEvent(event: { readonly type: string }): event is ActorEvent {
  return Object.hasOwn(PROJECTION, event.type);
}

/**
 * The hash of a whole transcript: two replays of one recording agree on it.
 *
 * @param events The lines in order.
 * @returns SHA-256 of their canonical JSON lines.
 *
 * @example Nothing happened
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { sha256 } from "../base/mod.ts";
 * import { transcriptHash } from "./transcript.ts";
 *
 * equal(transcriptHash([]), sha256(""));
 * ```
 */
export function transcriptHash(events: readonly TranscriptEvent[]): string {
  return sha256(events.map((event) => `${canonicalJson(event)}\n`).join(""));
}

/**
 * The hash of what the agent could see or did: observations, prompts, actions and the verdict, without any time.
 * A recording and its replay agree on it.
 *
 * @param events The lines in order; a line that a judge added counts where it is visible.
 * @returns SHA-256 of the types and payloads of the visible ones, as canonical JSON lines.
 */
export function visibleHash(events: readonly TranscriptEvent[]): string {
  const visible = events.filter((event) => event.visible);
  return sha256(visible.map(({ type, payload }) => `${canonicalJson({ type, payload })}\n`).join(""));
}
