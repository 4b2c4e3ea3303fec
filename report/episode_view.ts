/** One piece of a step's prompt. */
export interface PartView {
  /** `system`, `insights`, `task`, `history`, `observation`, `format`. */
  readonly name: string;
  readonly tokens: number;
  /** SHA-256 of the part; the same part in a later prompt has the same. */
  readonly hash: string;
  /** Its text; an image stands as one line that says so. */
  readonly text: string;
}

/** One step as its page shows it. */
export interface StepView {
  readonly index: number;
  readonly url: string;
  readonly title: string;
  /** Accessibility text. */
  readonly page: string;
  /** Address of the picture, relative to the episode's page. */
  readonly screenshot?: string;
  readonly parts: readonly PartView[];
  readonly promptTokens: number;
  readonly sharedPrefixTokens: number;
  readonly outputTokens: number;
  readonly thought: string;
  readonly summary?: string;
  /** In one line. */
  readonly action: string;
  /** What the refused action was told, or that the world was off tape. */
  readonly trouble?: string;
  /** The reply that could not be read, where one had to be repaired. */
  readonly brokenReply?: string;
  /** Virtual milliseconds after the step. */
  readonly virtualMs: number;
}

/** One insight that the episode's prompt held. */
export interface InsightView {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  /** The goal of the trajectory it was distilled from. */
  readonly query: string;
  /** Task of its first source. */
  readonly source: string;
}

/** Everything an episode's page shows. */
export interface EpisodeView {
  readonly id: string;
  readonly arm: string;
  readonly policy: string;
  readonly goal: string;
  readonly startUrl: string;
  readonly seed: number;
  readonly end: string;
  readonly answer?: string;
  readonly verdict: { readonly outcome: string; readonly explanation: string; readonly judge: string };
  readonly message?: string;
  readonly steps: readonly StepView[];
  readonly insights: readonly InsightView[];
  /** Of the episodes before and after in the index, where there are. */
  readonly previous?: string;
  readonly next?: string;
}
