import { z } from "zod";
import { section } from "../../models/mod.ts";
import type { HistoryPolicy } from "../policy.ts";
import type { PromptPart } from "../prompt.ts";
import { full, type FullMemory } from "./full.ts";
import { pagePart, replyPart } from "./step_parts.ts";

/** Parameters of {@linkcode lastK}. */
export const lastKParameters = z.strictObject({
  /** How many past pages keep their text and picture; the page at hand is not one of them. */
  k: z.int().min(0).max(1000).default(3),
});

/** How {@linkcode lastK} is set up. */
export type LastKParameters = z.infer<typeof lastKParameters>;

/**
 * Keeps every reply, but only the newest `k` past pages; an older one leaves a fixed placeholder.
 *
 * With `k` at least the number of steps it renders what `full` renders, byte for byte.
 *
 * @param parameters How many pages.
 * @returns The history policy `last-k(k)`.
 *
 * @see WebVoyager (arXiv 2401.13919), `max_attached_imgs`: the idea, with its k of 3; the placeholder is ours.
 */
export function lastK({ k }: LastKParameters): HistoryPolicy<FullMemory> {
  return {
    ...full(),
    id: `last-k(${k})`,
    render: ({ steps }) =>
      steps.flatMap((step, i) => [i < steps.length - k ? placeholder(step.index) : pagePart(step), replyPart(step)]),
  };
}

function placeholder(index: number): PromptPart {
  const text = section("page", { step: String(index) }, "This page is no longer shown.");
  return { name: "history", role: "user", content: [{ type: "text", text }] };
}
