/**
 * Models behind any OpenAI-compatible endpoint. The fetch is an argument, so that a recording or a simulated model can
 * stand in for the network.
 *
 * @module
 */
export { openaiModel, type OpenaiModelOptions } from "./openai_model.ts";
export type { Fetch } from "./bounded_fetch.ts";
