import { describeAction } from "../env/mod.ts";
import type { TranscriptEvent } from "../actors/mod.ts";
import type { InsightGroup } from "../memory/mod.ts";
import { readSections } from "../models/mod.ts";
import type { ResultRow } from "../lab/mod.ts";
import type { EpisodeView, InsightView, PartView, StepView } from "./episode_view.ts";

/** The files of one episode. */
export interface EpisodeSource {
  readonly result: ResultRow;
  readonly transcript: readonly TranscriptEvent[];
  /** Screenshot hashes, by step. */
  readonly screenshots: ReadonlyMap<number, string>;
  /** Reads a blob as text. */
  readonly blob: (sha256: string) => string;
  /** Path from the episode's page to a blob. */
  readonly blobPath: (sha256: string) => string;
  /** The bank's groups, for where insights come from. */
  readonly groups: readonly InsightGroup[];
  readonly previous?: string;
  readonly next?: string;
}

type Payload = Readonly<Record<string, unknown>>;

/** One entry of a prompt's list of parts. */
interface StoredPart {
  readonly name: string;
  readonly tokens: number;
  readonly content: readonly ({ readonly text: string } | { readonly image: readonly [number, number] })[];
}

/** What is gathered of a step while its events go by. */
interface Draft {
  observation: { url: string; title: string; text: string };
  prompts: string[];
  replies: string[];
  action: string;
  summary?: string;
  trouble?: string;
  virtualMs: number;
}

/**
 * Puts an episode's page together from its files.
 *
 * @param source The files.
 * @returns What the page shows.
 */
export function readEpisode(source: EpisodeSource): EpisodeView {
  const { result, transcript } = source;
  const drafts = gather(source);
  const steps = drafts.map((draft, index) => finish(source, draft, index));
  const parts = steps[0]?.parts ?? [];
  const taskText = parts.find((part) => part.name === "task")?.text ?? "";
  const insightsText = parts.find((part) => part.name === "insights")?.text ?? "";
  const start = transcript.find((event) => event.type === "browser.reset")?.payload as Payload | undefined;
  return {
    id: result.id,
    arm: result.arm,
    policy: result.policy,
    goal: readSections(taskText)[0]?.body ?? result.task,
    startUrl: String(start?.["url"] ?? ""),
    seed: result.seed,
    end: result.end,
    verdict: result.verdict,
    steps,
    insights: readInsights(insightsText, source.groups),
    ...(result.answer === undefined ? {} : { answer: result.answer }),
    ...(result.message === undefined ? {} : { message: result.message }),
    ...(source.previous === undefined ? {} : { previous: source.previous }),
    ...(source.next === undefined ? {} : { next: source.next }),
  };
}

function gather({ transcript, blob }: EpisodeSource): Draft[] {
  const drafts: Draft[] = [];
  for (const event of transcript) {
    const payload = event.payload as Payload;
    const last = drafts.at(-1);
    if (event.type === "step.observed") {
      const observation = JSON.parse(blob(String(payload["observation"])));
      drafts.push({ observation, prompts: [], replies: [], action: "", virtualMs: event.at });
    } else if (last !== undefined) {
      last.virtualMs = event.at;
      addTo(last, event, payload, drafts);
    }
  }
  return drafts;
}

function addTo(draft: Draft, event: TranscriptEvent, payload: Payload, drafts: readonly Draft[]): void {
  switch (event.type) {
    case "model.complete":
      if (event.from === "agent") draft.prompts.push(String(payload["prompt"]));
      break;
    case "model.completed":
      if (event.to === "agent") draft.replies.push(String(payload["reply"]));
      break;
    case "action.chosen":
      draft.action = describeAction(payload["action"] as Parameters<typeof describeAction>[0]);
      break;
    case "action.refused":
    case "action.missed":
      draft.trouble = String(payload["message"]);
      break;
    case "summary.written": {
      const step = drafts[Number(payload["to"])];
      if (step !== undefined) step.summary = String(payload["text"]);
    }
  }
}

function finish(source: EpisodeSource, draft: Draft, index: number): StepView {
  const { result, blob, blobPath, screenshots } = source;
  const prompt = draft.prompts[0];
  const row = result.steps[index];
  const screenshot = screenshots.get(index);
  const reply = draft.replies.at(-1);
  const broken = draft.replies.length > 1 ? draft.replies[0] : undefined;
  return {
    index,
    url: draft.observation.url,
    title: draft.observation.title,
    page: draft.observation.text,
    parts: prompt === undefined ? [] : readParts(blob(prompt), blob),
    promptTokens: row?.promptTokens ?? 0,
    sharedPrefixTokens: row?.sharedPrefixTokens ?? 0,
    outputTokens: row?.outputTokens ?? 0,
    thought: reply === undefined ? "" : thoughtOf(blob(reply)),
    action: draft.action === "" ? "no action" : draft.action,
    virtualMs: draft.virtualMs,
    ...(screenshot === undefined ? {} : { screenshot: blobPath(screenshot) }),
    ...(draft.summary === undefined ? {} : { summary: draft.summary }),
    ...(draft.trouble === undefined ? {} : { trouble: draft.trouble }),
    ...(broken === undefined ? {} : { brokenReply: blob(broken) }),
  };
}

function readParts(list: string, blob: (sha256: string) => string): PartView[] {
  return (JSON.parse(list) as readonly StoredPart[]).map((part) => ({
    name: part.name,
    tokens: part.tokens,
    hash: part.content.map((item) => "text" in item ? item.text : item.image.join("x")).join("-"),
    text: part.content.map((item) => "text" in item ? blob(item.text) : `[picture, ${item.image.join(" x ")}]`).join(
      "",
    ),
  }));
}

/** A reply was written by a model: it is read, never trusted to be whole. */
function thoughtOf(reply: string): string {
  const object = /\{[\s\S]*\}/.exec(reply)?.[0] ?? reply;
  try {
    const thought: unknown = JSON.parse(object).thought;
    return typeof thought === "string" ? thought : reply;
  } catch (error) {
    if (error instanceof SyntaxError) return reply;
    throw error;
  }
}

function readInsights(text: string, groups: readonly InsightGroup[]): InsightView[] {
  const outer = readSections(text).find((section) => section.name === "insights");
  if (outer === undefined) return [];
  return readSections(outer.body).map((section) => {
    const id = section.attributes["id"] ?? "";
    const group = groups.find((candidate) => candidate.insights.some((insight) => insight.id === id));
    const insight = group?.insights.find((candidate) => candidate.id === id);
    return {
      id,
      kind: insight?.kind ?? "insight",
      text: section.body,
      query: group?.query ?? "not in this bank",
      source: insight?.sources[0]?.taskId ?? "unknown",
    };
  });
}
