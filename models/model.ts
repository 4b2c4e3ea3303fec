import { z } from "zod";

/** A piece of a message. Images travel by reference; the adapter decides whether the endpoint is sent the bytes. */
export type ContentPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly sha256: string; readonly width: number; readonly height: number };

/** One message to a model. */
export interface Message {
  /** Who speaks. */
  readonly role: "system" | "user" | "assistant";
  /** In order. */
  readonly content: readonly ContentPart[];
}

/** What a model is asked. */
export interface ModelRequest {
  /** In order; the first is the system message. */
  readonly messages: readonly Message[];
  /** Sent as the request's `seed`; see {@linkcode drawSeed}. */
  readonly seed: number;
  /** The most the model may write, in tokens. */
  readonly maxOutputTokens: number;
  /** How freely it samples, from 0 on; 0 where it is absent. */
  readonly temperature?: number;
  /** The form of the reply, for endpoints that can be held to one. The prompt asks for the same. */
  readonly reply?: ReplyForm;
}

/** A form that a reply must have. */
export interface ReplyForm {
  /** Letters, digits and underscores: the name of a function or a schema. */
  readonly name: string;
  /** JSON Schema of an object. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Tokens and money of one call or many; the four token counts do not overlap, but `reasoningTokens` is part of `outputTokens`. */
export const usageSchema = z.object({
  /** Input at full price: neither read from nor written to a cache. */
  inputTokens: z.int().nonnegative(),
  /** Input read from the provider's cache. */
  cachedInputTokens: z.int().nonnegative(),
  /** Input written to the provider's cache. */
  cacheWriteTokens: z.int().nonnegative(),
  outputTokens: z.int().nonnegative(),
  reasoningTokens: z.int().nonnegative(),
  /** US dollars; absent where the model's price is unknown, never 0 for that. */
  costUsd: z.number().nonnegative().optional(),
});

/** What {@linkcode usageSchema} accepts, as a type. */
export type Usage = z.infer<typeof usageSchema>;

/** What a model answered. */
export interface ModelReply {
  /** As it came. Hostile until parsed. */
  readonly text: string;
  /** As the endpoint reports it. */
  readonly usage: Usage;
  /** Virtual milliseconds that the call takes: recorded, from a preset, or measured. */
  readonly latencyMs: number;
  /** Why it ended where it was not done: cut at the limit, refused by the model, or stopped by a filter. */
  readonly cut?: "length" | "refusal" | "filter";
  /** The endpoint told no usable usage, so it was counted here. */
  readonly usageEstimated?: true;
}

/** A language model. Rejects with {@linkcode ModelError} and its blame. */
export interface Model {
  /** Readable: `simulated/gpt-4o-curve` or the endpoint's model name. */
  readonly id: string;
  /** How images are counted; a name in `models/tokens.ts`. */
  readonly imageTokens: string;
  /**
   * Asks, and waits for the whole answer.
   *
   * @param request What is asked.
   * @param signal Calls the request off.
   */
  complete(request: ModelRequest, signal?: AbortSignal): Promise<ModelReply>;
}

/**
 * Packs an episode's seed and the attempt into the one integer that an OpenAI-compatible request can carry.
 *
 * The attempt is how often the agent has stood before the same observation; the harness counts it.
 *
 * @param seed The episode's seed, 0 to 2,097,151.
 * @param attempt From 0; from 1,023 on it stays there.
 * @returns `seed * 1024 + attempt`.
 * @throws {RangeError} When the seed is not such an integer.
 *
 * @example There and back
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { drawSeed, splitSeed } from "./mod.ts";
 *
 * deepEqual(splitSeed(drawSeed(7, 2)), { seed: 7, attempt: 2 });
 * ```
 */
export function drawSeed(seed: number, attempt: number): number {
  if (!Number.isInteger(seed) || seed < 0 || seed > 2_097_151) {
    throw new RangeError(`Cannot use ${seed} as a seed as it must be an integer from 0 to 2097151`);
  }
  return seed * 1024 + Math.min(attempt, 1023);
}

/**
 * Undoes {@linkcode drawSeed}.
 *
 * @param packed The request's `seed`.
 * @returns The episode's seed and the attempt.
 */
export function splitSeed(packed: number): { seed: number; attempt: number } {
  return { seed: Math.floor(packed / 1024), attempt: packed % 1024 };
}
