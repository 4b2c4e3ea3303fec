import { z } from "zod";
import { describeAction, type Step } from "../../env/mod.ts";
import { section } from "../../models/mod.ts";
import type { HistoryPolicy } from "../policy.ts";

/** Parameters of {@linkcode summaryChain}. */
export const summaryChainParameters = z.strictObject({
  /** The longest a summary may be, in tokens. */
  maxTokens: z.int().min(16).max(2000).default(120),
});

/** How {@linkcode summaryChain} is set up. */
export type SummaryChainParameters = z.infer<typeof summaryChainParameters>;

/** One link of the chain. */
export interface SummaryLink {
  /** Index of the step. */
  readonly step: number;
  readonly text: string;
}

/** The chain so far, oldest first, and the steps that still wait for their summary. */
export interface SummaryChainMemory {
  readonly chain: readonly SummaryLink[];
  readonly pending: readonly Step[];
}

/**
 * M²'s internal memory: of each past step only a short summary stays, written by the acting model in the same call.
 * Pages, pictures and thoughts leave the prompt.
 *
 * A summary that could not be had leaves a line with the action in its place, so that no step goes missing in silence.
 *
 * @param parameters How long a summary may be.
 * @returns The history policy `summary-chain`.
 *
 * @see M² (arXiv 2603.00503), section 2.2: reconstructed from public descriptions, as no code was published. The cap of
 * 120 tokens is the upper end of what its token counts imply.
 */
export function summaryChain({ maxTokens }: SummaryChainParameters): HistoryPolicy<SummaryChainMemory> {
  return {
    id: maxTokens === summaryChainParameters.parse({}).maxTokens ? "summary-chain" : `summary-chain(${maxTokens})`,
    replyFields: ["thought", "summary"],
    init: () => ({ chain: [], pending: [] }),
    plan: ({ pending }, moment) =>
      moment.at === "start" ? [] : pending.map((step) => ({
        type: "summarize",
        when: "same_call",
        from: step.index,
        to: step.index,
        maxTokens,
        steps: [step],
      })),
    reduce(memory, event) {
      switch (event.type) {
        case "step.completed":
          return { ...memory, pending: [...memory.pending, event.step] };
        case "summary.written":
          return link(memory, memory.pending.filter((step) => step.index === event.from), () => event.text);
        case "effect.failed":
          return event.effect === "summarize" ? link(memory, memory.pending.slice(0, 1), withoutSummary) : memory;
        default:
          return memory;
      }
    },
    render: ({ chain, pending }) =>
      [...chain, ...pending.map((step) => ({ step: step.index, text: withoutSummary(step) }))].map((item) => ({
        name: "history",
        role: "user",
        content: [{ type: "text", text: section("summary", { step: String(item.step) }, item.text) }],
      })),
  };
}

function link(
  { chain, pending }: SummaryChainMemory,
  done: readonly Step[],
  write: (step: Step) => string,
): SummaryChainMemory {
  const links = done.map((step) => ({ step: step.index, text: write(step) }));
  return {
    chain: [...chain, ...links].sort((a, b) => a.step - b.step),
    pending: pending.filter((step) => !done.includes(step)),
  };
}

function withoutSummary(step: Step): string {
  return `(No summary was written.) Action: ${describeAction(step.action)}`;
}
