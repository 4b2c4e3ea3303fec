import type { Model, Usage } from "../model.ts";
import { openaiModel } from "../openai/openai_model.ts";
import { simulatedFetch, type SimulatedFetchOptions } from "./simulated_fetch.ts";

/** What a simulated model is made of. */
export interface SimulatedModelOptions extends SimulatedFetchOptions {
  /** Prices its calls as if they were a real model's. */
  readonly price?: (usage: Usage) => number | undefined;
}

/**
 * Makes a model that is a simulated reader of its prompt, spoken to through the OpenAI client like any other.
 *
 * It needs no network and costs nothing; the same request always gets the same reply. Whatever is measured with it is
 * simulated, and should be called so.
 *
 * @param options Reader and jobs.
 * @returns The model `simulated/<preset>`.
 */
export function simulatedModel(options: SimulatedModelOptions): Model {
  const imageTokens = options.imageTokens ?? "openai-tiles";
  return openaiModel({
    id: `simulated/${options.preset.name}`,
    baseURL: "https://simulated.invalid/v1",
    apiKey: "not-needed",
    fetch: simulatedFetch(options),
    model: options.preset.name,
    imageTokens,
    endpoint: { images: "reference" },
    // The answer's header tells its latency, so this clock is never read for it.
    clock: { now: () => 0 },
    ...(options.price === undefined ? {} : { price: options.price }),
  });
}
