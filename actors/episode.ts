import type { Clock, WallTimer } from "../base/mod.ts";
import type { Browser, BrowserReport, End, Task, Trajectory } from "../env/mod.ts";
import type { Model, TokenCounter, Usage } from "../models/mod.ts";
import type { MemoryPolicy, PartName, Recaller } from "../memory/mod.ts";

/** When an episode is over, whatever the agent thinks. */
export interface Limits {
  /** Steps; by default twice the task's horizon + 10. */
  readonly steps: number;
  /** Virtual milliseconds. */
  readonly virtualMs: number;
  /** Input and output tokens together. */
  readonly tokens: number;
  /** US dollars; reached only where the price is known. */
  readonly costUsd: number;
  /** So many times the same action on the same observation without a change, and the episode ends as `loop`. */
  readonly repeats: number;
  /** Real milliseconds for one wait on browser or model; then the watchdog closes the context. */
  readonly wallMs: number;
}

/** Everything one episode is made of. The handles live in actors; machines hold plain data only. */
export interface EpisodeInput {
  /** `shop-cheapest-01/m2/seed-1`. */
  readonly id: string;
  /** What is to be done, and where it starts. */
  readonly task: Task;
  /** What the agent remembers, and how. */
  readonly policy: MemoryPolicy;
  /** 0 to 2,097,151; see `drawSeed`. */
  readonly seed: number;
  /** When it is over in any case. */
  readonly limits: Limits;
  /** Who acts, and writes summaries. */
  readonly model: Model;
  /** The most the model may write in one reply, in tokens. */
  readonly maxOutputTokens: number;
  /** A fresh browser for this episode; called once. */
  readonly openBrowser: () => Promise<Browser>;
  /** Absent where the arm has no bank. */
  readonly recaller?: Recaller;
  /** Counts the tokens of a text, and of an image by the model's formula. */
  readonly countTokens: TokenCounter;
  /** Prices a call in US dollars; undefined where the model's price is unknown. */
  readonly price: (usage: Usage) => number | undefined;
  /** The watchdog's clock; outside every hash. */
  readonly wall: WallTimer;
  /** Reads wall time for timings.jsonl; outside every hash. */
  readonly stopwatch: Clock;
  /** Where blobs go: prompt parts, observations, screenshots, replies. Called with the content's SHA-256. */
  readonly putBlob: (sha256: string, bytes: string | Uint8Array) => void;
  /** Calls the episode off: it ends as `cancelled`. */
  readonly signal?: AbortSignal;
}

/** Tokens of one prompt. */
export interface PromptTokens {
  /** By part. */
  readonly parts: Readonly<Partial<Record<PartName, number>>>;
  /** Of the whole prompt. */
  readonly total: number;
  /** Length of the prefix shared with the episode's previous prompt, in tokens. */
  readonly sharedPrefix: number;
}

/** What is known of each step, for tables and plots. */
export interface StepRecord {
  /** From 0. */
  readonly index: number;
  /** Of the step's first prompt; a repair's is in the usage only. */
  readonly prompt: PromptTokens;
  /** Of all the step's acting replies, broken ones too. */
  readonly outputTokens: number;
  /** Virtual time after the step. */
  readonly virtualMs: number;
}

/** What an episode comes to. */
export interface EpisodeOutput {
  /** The input's. */
  readonly id: string;
  /** Why it is over. */
  readonly end: End;
  /** Whose fault, where the end is `error`, `timeout` or `off-tape`. */
  readonly blame?: "agent" | "environment" | "harness" | "operator";
  /** One sentence, where it did not finish. */
  readonly message?: string;
  /** What the agent said it found. */
  readonly answer?: string;
  /** Its steps in order. */
  readonly trajectory: Trajectory;
  /** Tokens and time by step. */
  readonly steps: readonly StepRecord[];
  /** Of all model calls together. */
  readonly usage: Usage;
  /** Replies that had to be repaired. */
  readonly repairs: number;
  /** Group ids recalled, best first. */
  readonly recalled: readonly string[];
  /** What the browser left behind; empty where none opened. */
  readonly report: BrowserReport;
  /** Every event in order; a judge may add its verdict. */
  readonly transcript: readonly TranscriptEvent[];
  /** Screenshot hashes by step. */
  readonly evidence: readonly { readonly step: number; readonly screenshot: string }[];
  /** Wall milliseconds by step: the whole, and the parts that are not ours. */
  readonly timings: readonly StepTiming[];
}

/** Wall time of one step, in milliseconds. */
export interface StepTiming {
  /** From 0. */
  readonly step: number;
  /** From its observation to the next one's. */
  readonly total: number;
  /** In the browser: observing, acting, settling. */
  readonly browser: number;
  /** In the model. */
  readonly model: number;
  /** Counting tokens. */
  readonly tokens: number;
}

/** One line of transcript.jsonl. */
export interface TranscriptEvent {
  /** From 0. */
  readonly seq: number;
  /** Virtual milliseconds. */
  readonly at: number;
  /** systemId of the sender: `agent`. */
  readonly from: string;
  /** systemId of the receiver. */
  readonly to: string;
  /** Dotted: `action.done`. */
  readonly type: string;
  /** Plain data; prompts, observations and replies by hash. */
  readonly payload: unknown;
  /** Whether it belongs to the agent-visible projection. */
  readonly visible: boolean;
}
