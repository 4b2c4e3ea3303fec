/**
 * What the actors of one episode say to each other. Commands ask (`browser.act`), facts tell (`action.done`).
 * Every event carries its virtual time `at`: a command that of the asker, a fact that of the work's end. Receivers are
 * named by systemId and looked up in the actor system, so that events and contexts stay plain data.
 */
import type { Action, BrowserReport, End, Observation, PageAction, ScreenshotRef, Step } from "../env/mod.ts";
import type { ModelRequest, Usage } from "../models/mod.ts";
import type { Hit, Recall } from "../memory/mod.ts";
import type { StepRecord } from "./episode.ts";
import type { Failure } from "./failure.ts";
import type { FiledPrompt } from "./prompt_file.ts";

/** What the browser actor can be asked. */
export type BrowserCommand =
  | { readonly type: "browser.reset"; readonly at: number; readonly url: string }
  | { readonly type: "browser.observe"; readonly at: number; readonly step: number }
  | { readonly type: "browser.act"; readonly at: number; readonly step: number; readonly action: PageAction }
  | { readonly type: "browser.close"; readonly at: number };

/** An observation with its hash, as it is passed on. */
export interface Seen {
  readonly observation: Observation;
  /** SHA-256 of its canonical JSON. */
  readonly sha256: string;
  readonly screenshot?: ScreenshotRef;
}

/** What the browser actor tells the agent. */
export type BrowserFact =
  | { readonly type: "page.opened"; readonly at: number; readonly virtualMs: number }
  | { readonly type: "page.missed"; readonly at: number; readonly virtualMs: number; readonly message: string }
  | { readonly type: "step.observed"; readonly at: number; readonly step: number; readonly seen: Seen }
  | { readonly type: "action.done"; readonly at: number; readonly step: number; readonly virtualMs: number }
  | {
    readonly type: "action.refused";
    readonly at: number;
    readonly step: number;
    readonly virtualMs: number;
    readonly reason: string;
    readonly message: string;
  }
  | {
    readonly type: "action.missed";
    readonly at: number;
    readonly step: number;
    readonly virtualMs: number;
    readonly message: string;
  }
  | { readonly type: "browser.failed"; readonly at: number; readonly failure: Failure };

/** What the model actor can be asked. */
export interface ModelCommand {
  readonly type: "model.complete";
  readonly at: number;
  /** systemId of who wants the reply. */
  readonly replyTo: "agent" | "summarizer";
  /** Step that it is for; −1 before the first. */
  readonly step: number;
  readonly prompt: FiledPrompt;
  readonly request: ModelRequest;
}

/** What the model actor tells who asked. */
export type ModelFact =
  | {
    readonly type: "model.completed";
    readonly at: number;
    readonly text: string;
    /** SHA-256 of the text. */
    readonly sha256: string;
    readonly usage: Usage;
    readonly latencyMs: number;
  }
  | { readonly type: "model.failed"; readonly at: number; readonly failure: Failure };

/** What the retriever actor can be asked. `effect` is the effect's place in the plan. */
export interface RetrieverCommand {
  readonly type: "recall.request";
  readonly at: number;
  readonly effect: number;
  readonly query: string;
  readonly groups: number;
}

/** What the retriever actor tells the agent. */
export type RetrieverFact =
  | {
    readonly type: "recall.done";
    readonly at: number;
    readonly effect: number;
    readonly hits: readonly Hit[];
    readonly excluded: Recall["excluded"];
  }
  | { readonly type: "recall.failed"; readonly at: number; readonly effect: number; readonly failure: Failure };

/** What the summarizer actor can be asked. */
export interface SummarizerCommand {
  readonly type: "summary.request";
  readonly at: number;
  readonly effect: number;
  readonly from: number;
  readonly to: number;
  readonly maxTokens: number;
  readonly steps: readonly Step[];
  readonly previous?: string;
  /** What the acting model wrote in the same call; absent where it wrote nothing, or where an own call is wanted. */
  readonly offered?: string;
  /** Seed of a call of its own. */
  readonly seed: number;
}

/** What the summarizer actor tells the agent. `usage` is that of its own calls. */
export type SummarizerFact =
  | {
    readonly type: "summary.written";
    readonly at: number;
    readonly effect: number;
    readonly from: number;
    readonly to: number;
    readonly text: string;
    readonly usage: Usage;
  }
  | {
    readonly type: "summary.failed";
    readonly at: number;
    readonly effect: number;
    readonly failure: Failure;
    readonly usage: Usage;
  };

/** What has added up so far in an episode. */
export interface Tally {
  readonly usage: Usage;
  readonly repairs: number;
  /** Group ids, best first. */
  readonly recalled: readonly string[];
}

/** What the agent actor can be told by the episode. */
export type AgentCommand =
  | { readonly type: "step.next"; readonly at: number; readonly step: number }
  | { readonly type: "agent.stop"; readonly at: number };

/** What the agent actor tells the episode; its end it tells by its output. */
export type AgentFact =
  | { readonly type: "action.chosen"; readonly at: number; readonly step: number; readonly action: Action }
  | {
    readonly type: "step.completed";
    readonly at: number;
    readonly step: Step;
    readonly record: StepRecord;
    readonly tally: Tally;
    /** Whether the agent has ended with it, and will not take another. */
    readonly last: boolean;
  };

/** Why an episode is over. */
export interface Ending {
  readonly end: End;
  readonly blame?: Failure["blame"];
  readonly message?: string;
  readonly answer?: string;
}

/** What the agent actor comes to. */
export interface AgentOutput extends Ending {
  readonly at: number;
  readonly tally: Tally;
}

/** What the browser actor comes to. */
export interface BrowserOutput {
  /** Absent where the browser could not even be asked any more. */
  readonly report?: BrowserReport;
  /** Where it did not close. */
  readonly failure?: Failure;
}

/** What the episode actor can be told from outside. */
export interface EpisodeCommand {
  readonly type: "episode.cancel";
}
