import { z } from "zod";

/**
 * What an OpenAI-compatible endpoint can do, declared by configuration and never guessed from a model's name.
 *
 * Presets for common servers are in the guide to real models, `docs/real-models.md`.
 */
export const endpointSchema = z.strictObject({
  /** Which of OpenAI's two interfaces it speaks. */
  api: z.enum(["chat", "responses"]).default("chat"),
  /**
   * How it takes pictures: `data` as data URLs; `reference` as `m2-blob:<sha256>?w=…&h=…`, for endpoints that look at the
   * size only, such as the simulated model; `none` leaves them out of the request.
   */
  images: z.enum(["data", "reference", "none"]).default("data"),
  /** Largest picture in bytes, before base64; a larger one is refused here, with its size. */
  maxImageBytes: z.int().positive().default(5 * 2 ** 20),
  /**
   * How a reply gets its form: `text` by the prompt alone; `tool` by one function that the model must call; `json-schema`
   * by a response format. Where a request has no form, all three are `text`.
   */
  structure: z.enum(["text", "tool", "json-schema"]).default("text"),
  /** Whether the reply is asked for piece by piece: keeps long replies from idle time-outs. */
  stream: z.boolean().default(false),
  /** Which field of the chat interface carries the limit of output: newer OpenAI models want the second. */
  limitField: z.enum(["max_tokens", "max_completion_tokens"]).default("max_tokens"),
  /** Whether it takes a temperature; reasoning models do not. */
  temperature: z.boolean().default(true),
  /** Whether it takes a seed; the responses interface never does. */
  seed: z.boolean().default(true),
  /** Where the model stops writing; sent as `stop` by the chat interface. */
  stop: z.array(z.string()).max(4).default([]),
  /** How much a reasoning model thinks; sent only where given. */
  reasoningEffort: z.enum(["none", "minimal", "low", "medium", "high", "xhigh"]).optional(),
  /** Tokens that prompt and reply together may take; a longer prompt is refused here and not cut in silence there. */
  contextTokens: z.int().positive().optional(),
  /** Largest reply in bytes of HTTP body; a longer one is given up. */
  maxReplyBytes: z.int().positive().default(16 * 2 ** 20),
});

/** What {@linkcode endpointSchema} accepts, as a type. */
export type Endpoint = z.infer<typeof endpointSchema>;

/** The same as a person writes it: everything may be left out. */
export type EndpointInput = z.input<typeof endpointSchema>;
