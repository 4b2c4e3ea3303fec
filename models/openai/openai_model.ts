import OpenAI from "openai";
import { type Clock, M2Error } from "../../base/mod.ts";
import { ModelError } from "../error.ts";
import type { ContentPart, Model, ModelReply, ModelRequest, Usage } from "../model.ts";
import type { RateLimiter } from "../rate_limiter.ts";
import { type RetryPolicy, withRetries } from "../retry.ts";
import type { Encoding } from "../tokens/encoding.ts";
import { type TokenCounter, tokenCounter } from "../tokens/token_counter.ts";
import { boundedFetch, type Fetch } from "./bounded_fetch.ts";
import { type EndpointInput, endpointSchema } from "../endpoint.ts";
import { toModelError } from "./to_model_error.ts";
import { readUsage } from "./usage.ts";
import { chatRequest, type ImageAddress, readChat, readChatStream, unusable } from "./wire/chat.ts";
import { readResponse, readResponseStream, responsesRequest } from "./wire/responses.ts";

/** What an OpenAI-compatible endpoint is reached with. Nothing is read from the environment. */
export interface OpenaiModelOptions {
  /** The id under which runs know it. @default the value of `model` */
  readonly id?: string;
  /** `https://api.openai.com/v1`, or any endpoint that speaks the same. */
  readonly baseURL: string;
  /** Sent as a bearer token; endpoints without keys take any text. */
  readonly apiKey: string;
  /** Carries the requests. */
  readonly fetch: Fetch;
  /** The endpoint's name for the model. */
  readonly model: string;
  /** What the endpoint can do. @default chat completions, images as data URLs */
  readonly endpoint?: EndpointInput;
  /** How its images are counted; one of `imageFormulas`. */
  readonly imageTokens: string;
  /** How its texts are counted, for estimates and limits. @default o200k */
  readonly encoding?: Encoding;
  /** Gets an image's PNG bytes; needed for `images: "data"` as soon as a prompt has one. */
  readonly loadImage?: (sha256: string) => Promise<Uint8Array<ArrayBuffer>>;
  /** How failed requests are sent again; they are not, where it is left out. */
  readonly retry?: RetryPolicy;
  /** Holds requests back to what the account may use; shared by all models of the account. */
  readonly limiter?: RateLimiter;
  /** Milliseconds after which a request is given up. @default 120000 */
  readonly timeoutMs?: number;
  /** Prices a call; undefined for an unknown price. */
  readonly price?: (usage: Usage) => number | undefined;
  /** Measures a call where the endpoint does not tell its latency in the header `x-m2-latency-ms`. */
  readonly clock: Clock;
}

/**
 * Makes a model of any OpenAI-compatible endpoint: chat completions or responses, whole or streamed, text, a tool call or
 * a schema.
 *
 * Shapes and units: usage is the endpoint's; where it reports none that can be, texts are counted by `encoding` and
 * images by `imageTokens`, and the reply says so. Latency is the header `x-m2-latency-ms` where there is one, else
 * measured with `clock`: that of the try which succeeded, without waits.
 *
 * @param options Address, key, model name, what it can do, and what carries the requests.
 * @returns The model. It rejects with {@linkcode ModelError}: `operator` for what a retry cannot mend (key, name, a
 * prompt or picture over the limits, a request that the endpoint refuses), `environment` for the rest.
 * @throws {ConfigError} When the image formula is unknown.
 */
export function openaiModel(options: OpenaiModelOptions): Model {
  const { model, retry, limiter, clock } = options;
  const endpoint = endpointSchema.parse(options.endpoint ?? {});
  const counter = tokenCounter(options.imageTokens, options.encoding);
  const client = new OpenAI({
    baseURL: options.baseURL,
    apiKey: options.apiKey,
    // Given as null so that the client does not look for them in the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    fetch: boundedFetch(options.fetch, endpoint.maxReplyBytes, model),
    // Retries are ours: their waits and their chance are arguments.
    maxRetries: 0,
    timeout: options.timeoutMs ?? 120_000,
  });

  async function send(request: ModelRequest, signal: AbortSignal | undefined): Promise<ModelReply> {
    const isChat = endpoint.api === "chat";
    const address = await imageAddresses(request, options, endpoint);
    const { path, body } = (isChat ? chatRequest : responsesRequest)(request, model, endpoint, address);
    const began = clock.now();
    const asked = client.post(path, { body, stream: endpoint.stream, ...(signal === undefined ? {} : { signal }) });
    const { data, response } = endpoint.stream
      ? await asked.withResponse()
      : await asked.asResponse().then(async (whole) => ({ data: await jsonOf(whole, model), response: whole }));
    const pieces = data as AsyncIterable<unknown>;
    const reply = endpoint.stream
      ? await (isChat ? readChatStream : readResponseStream)(pieces, model)
      : (isChat ? readChat : readResponse)(data, model);
    // The client ends a stream that is called off as if it were done.
    signal?.throwIfAborted();
    const told = Number(response.headers.get("x-m2-latency-ms") ?? NaN);
    const latencyMs = Number.isFinite(told) && told >= 0 ? told : Math.max(0, clock.now() - began);
    const { usage, estimated } = readUsage(reply.usage, () => ({
      input: countInput(request, counter),
      output: counter.text(reply.text),
    }));
    const costUsd = options.price?.(usage);
    return {
      text: reply.text,
      usage: { ...usage, ...(costUsd === undefined ? {} : { costUsd }) },
      latencyMs,
      ...(reply.finish === "stop" ? {} : { cut: reply.finish }),
      ...(estimated ? { usageEstimated: true as const } : {}),
    };
  }

  async function attempt(request: ModelRequest, signal: AbortSignal | undefined): Promise<ModelReply> {
    const settle = await limiter?.admit(countInput(request, counter) + request.maxOutputTokens, signal);
    try {
      const reply = await send(request, signal);
      const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens } = reply.usage;
      settle?.(inputTokens + cachedInputTokens + cacheWriteTokens + outputTokens);
      return reply;
    } catch (error) {
      throw error instanceof M2Error ? error : toModelError(error, model);
    }
  }

  return {
    id: options.id ?? model,
    imageTokens: options.imageTokens,
    async complete(request, signal) {
      refuseTooLong(request, counter, endpoint.contextTokens, model);
      if (retry === undefined) return await attempt(request, signal);
      const failureOf = (error: unknown) => error instanceof ModelError ? error : { passing: false };
      return await withRetries(() => attempt(request, signal), failureOf, retry, signal);
    },
  };
}

function countInput({ messages }: ModelRequest, counter: TokenCounter): number {
  const parts = messages.flatMap((message) => message.content);
  return parts.reduce(
    (sum, part) => sum + (part.type === "text" ? counter.text(part.text) : counter.image(part.width, part.height)),
    0,
  );
}

function refuseTooLong(
  request: ModelRequest,
  counter: TokenCounter,
  contextTokens: number | undefined,
  model: string,
): void {
  if (contextTokens === undefined) return;
  const input = countInput(request, counter) + counter.chat(request.messages.length);
  if (input + request.maxOutputTokens <= contextTokens) return;
  throw new ModelError(
    `Cannot ask ${model} as prompt and reply must fit into ${contextTokens} tokens: they are ${input} and up to ` +
      `${request.maxOutputTokens}`,
    "operator",
    { hint: "take a memory policy with shorter prompts, lower maxOutputTokens, or correct contextTokens" },
  );
}

/** Addresses of all images of a request; their bytes are loaded here, so that writing the request is a pure function. */
async function imageAddresses(
  { messages }: ModelRequest,
  { model, loadImage }: OpenaiModelOptions,
  { images, maxImageBytes }: { readonly images: string; readonly maxImageBytes: number },
): Promise<ImageAddress> {
  if (images === "none") return () => undefined;
  if (images === "reference") return ({ sha256, width, height }) => `m2-blob:${sha256}?w=${width}&h=${height}`;
  const addresses = new Map<string, string>();
  for (const part of messages.flatMap(({ content }): readonly ContentPart[] => content)) {
    if (part.type !== "image" || addresses.has(part.sha256)) continue;
    if (loadImage === undefined) {
      throw new ModelError(
        `Cannot send an image to ${model} as its bytes must be loaded: no loadImage was given`,
        "operator",
        { hint: 'Give the model a loadImage function, or images: "reference".' },
      );
    }
    const bytes = await loadImage(part.sha256);
    if (bytes.length > maxImageBytes) {
      throw new ModelError(
        `Cannot send an image to ${model} as it must be at most ${maxImageBytes} bytes: it is ${bytes.length}`,
        "operator",
        { hint: "take a smaller viewport, or raise maxImageBytes if the endpoint takes more" },
      );
    }
    addresses.set(part.sha256, `data:image/png;base64,${bytes.toBase64()}`);
  }
  return ({ sha256 }) => addresses.get(sha256);
}

async function jsonOf(response: Response, model: string): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw unusable(model, "it must be JSON: it is not", true);
    throw error;
  }
}
