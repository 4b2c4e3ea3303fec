import OpenAI from "openai";
import type { ChatCompletionContentPart, ChatCompletionMessageParam } from "openai/resources/chat/completions";
import { type Clock, M2Error } from "../../base/mod.ts";
import { ModelError } from "../error.ts";
import type { ContentPart, Message, Model, ModelReply, ModelRequest, Usage } from "../model.ts";
import { tokenCounter } from "../tokens/token_counter.ts";
import { toModelError } from "./to_model_error.ts";
import { readUsage } from "./usage.ts";

/** What an OpenAI-compatible endpoint is reached with. Nothing is read from the environment. */
export interface OpenaiModelOptions {
  /** The id under which runs know it. @default the value of `model` */
  readonly id?: string;
  /** `https://api.openai.com/v1`, or any endpoint that speaks the same. */
  readonly baseURL: string;
  /** Sent as a bearer token; endpoints without keys take any text. */
  readonly apiKey: string;
  /** Carries the requests. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The endpoint's name for the model. */
  readonly model: string;
  /** How its images are counted; a name in `models/tokens.ts`. */
  readonly imageTokens: string;
  /**
   * `data` sends images as data URLs; `reference` sends `m2-blob:<sha256>?w=…&h=…` for endpoints that look at the size
   * only, such as the simulated model. @default "data"
   */
  readonly images?: "data" | "reference";
  /** Gets an image's PNG bytes; needed for `images: "data"` as soon as a prompt has one. */
  readonly loadImage?: (sha256: string) => Promise<Uint8Array<ArrayBuffer>>;
  /** How often a failed request is sent again. @default 2 */
  readonly maxRetries?: number;
  /** Milliseconds after which a request is given up. @default 120000 */
  readonly timeoutMs?: number;
  /** Which field carries the limit: newer OpenAI models want the second. @default "max_tokens" */
  readonly limitField?: "max_tokens" | "max_completion_tokens";
  /** Prices a call; undefined for an unknown price. */
  readonly price?: (usage: Usage) => number | undefined;
  /** Measures a call where the endpoint does not tell its latency in the header `x-m2-latency-ms`. */
  readonly clock: Clock;
}

/**
 * Makes a model of any OpenAI-compatible chat completions endpoint.
 *
 * Shapes and units: one request a call, `seed`, `temperature` and the token limit as in the request. Usage is the
 * endpoint's; where it reports none, texts are counted in o200k tokens and images by `imageTokens`. Latency is the
 * header `x-m2-latency-ms` where there is one, else measured with `clock`.
 *
 * @param options Address, key, model name, and what carries the requests.
 * @returns The model. It rejects with {@linkcode ModelError}: `operator` for what a retry cannot mend (key, name, a
 * request that the endpoint refuses), `environment` for the rest.
 */
export function openaiModel(options: OpenaiModelOptions): Model {
  const counter = tokenCounter(options.imageTokens);
  const client = new OpenAI({
    baseURL: options.baseURL,
    apiKey: options.apiKey,
    // Given as null so that the client does not look for them in the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    fetch: options.fetch,
    maxRetries: options.maxRetries ?? 2,
    timeout: options.timeoutMs ?? 120_000,
  });

  async function complete(request: ModelRequest, signal?: AbortSignal): Promise<ModelReply> {
    const limit = options.limitField ?? "max_tokens";
    const messages = await Promise.all(request.messages.map((message) => toWire(message, options)));
    const began = options.clock.now();
    const { data, response } = await client.chat.completions.create({
      model: options.model,
      messages,
      seed: request.seed,
      temperature: request.temperature ?? 0,
      [limit]: request.maxOutputTokens,
      stream: false,
    }, signal === undefined ? {} : { signal }).withResponse();
    const told = Number(response.headers.get("x-m2-latency-ms") ?? NaN);
    const latencyMs = Number.isFinite(told) && told >= 0 ? told : Math.max(0, options.clock.now() - began);
    const choice = data.choices?.[0];
    if (choice === undefined) {
      throw new ModelError(
        `Cannot use the reply of ${options.model} as it must have a choice: it has none`,
        "environment",
      );
    }
    const text = choice.message.content ?? "";
    const usage = readUsage(data.usage, () => ({ input: countInput(request, counter), output: counter.text(text) }));
    const costUsd = options.price?.(usage);
    return { text, usage: { ...usage, ...(costUsd === undefined ? {} : { costUsd }) }, latencyMs };
  }

  return {
    id: options.id ?? options.model,
    imageTokens: options.imageTokens,
    async complete(request, signal) {
      try {
        return await complete(request, signal);
      } catch (error) {
        throw error instanceof M2Error ? error : toModelError(error, options.model);
      }
    },
  };
}

function countInput({ messages }: ModelRequest, counter: ReturnType<typeof tokenCounter>): number {
  const parts = messages.flatMap((message) => message.content);
  return parts.reduce(
    (sum, part) => sum + (part.type === "text" ? counter.text(part.text) : counter.image(part.width, part.height)),
    0,
  );
}

async function toWire(message: Message, options: OpenaiModelOptions): Promise<ChatCompletionMessageParam> {
  if (message.role === "user") {
    return { role: "user", content: await Promise.all(message.content.map((part) => toWirePart(part, options))) };
  }
  const content = message.content.flatMap((part) =>
    part.type === "text" ? [{ type: "text" as const, text: part.text }] : []
  );
  return { role: message.role, content };
}

async function toWirePart(part: ContentPart, options: OpenaiModelOptions): Promise<ChatCompletionContentPart> {
  if (part.type === "text") return { type: "text", text: part.text };
  if (options.images === "reference") {
    return { type: "image_url", image_url: { url: `m2-blob:${part.sha256}?w=${part.width}&h=${part.height}` } };
  }
  if (options.loadImage === undefined) {
    throw new ModelError(
      `Cannot send an image to ${options.model} as its bytes must be loaded: no loadImage was given`,
      "operator",
      { hint: 'Give the model a loadImage function, or images: "reference".' },
    );
  }
  const bytes = await options.loadImage(part.sha256);
  return { type: "image_url", image_url: { url: `data:image/png;base64,${bytes.toBase64()}` } };
}
