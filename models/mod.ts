/**
 * Language models: the ports {@linkcode Model} and {@linkcode Embedder}, and how a prompt is laid out.
 * Adapters have entry points of their own: `models/openai/mod.ts`, `models/simulated/mod.ts`.
 *
 * @module
 */
export {
  type ContentPart,
  drawSeed,
  type Message,
  type Model,
  type ModelReply,
  type ModelRequest,
  type ReplyForm,
  splitSeed,
  type Usage,
  usageSchema,
} from "./model.ts";
export type { Embedder } from "./embedder.ts";
export { readSections, type Section, section, SECTION_NAMES, type SectionName } from "./prompt_format.ts";
export { type Endpoint, type EndpointInput, endpointSchema } from "./endpoint.ts";
export { ModelError, type ModelErrorOptions } from "./error.ts";
export { type Failure, type RetryPolicy, type Wait, withRetries } from "./retry.ts";
export { type RateLimiter, rateLimiter, type RateLimits } from "./rate_limiter.ts";
export { type Encoding, type EncodingName, encodingNames, loadEncoding } from "./tokens/encoding.ts";
export { type ImageFormula, imageFormulas } from "./tokens/image_formulas.ts";
export { type TokenCounter, tokenCounter } from "./tokens/token_counter.ts";
export { costOf, type Price, priceOf } from "./prices.ts";
export type { Deed, Facts, Move, Pattern, Playbook, Slots, Subgoal, Trap, Yield } from "./simulated/playbook.ts";
