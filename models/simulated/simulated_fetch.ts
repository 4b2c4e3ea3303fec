import { z } from "zod";
import { draw, sha256 } from "../../base/mod.ts";
import { splitSeed } from "../model.ts";
import { type TokenCounter, tokenCounter } from "../tokens/token_counter.ts";
import type { Playbook, Slots } from "./playbook.ts";
import type { ReaderPreset } from "./presets.ts";
import type { PromptView, WireMessage } from "./prompt_view.ts";
import { PromptReader } from "./prompt_view.ts";
import { compile } from "./pattern.ts";
import { entails } from "./entailment.ts";
import { fold } from "./fold.ts";
import { decide } from "./reader.ts";
import { writeReply } from "./reply.ts";

/** What a simulated endpoint is made of. */
export interface SimulatedFetchOptions {
  /** The reader. */
  readonly preset: ReaderPreset;
  /** The jobs it knows. */
  readonly playbooks: readonly Playbook[];
  /** How images are counted; one of `imageFormulas`. @default "openai-tiles" */
  readonly imageTokens?: string;
}

/** The part of `fetch` that an OpenAI client needs. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

const requestSchema = z.object({
  model: z.string(),
  messages: z.array(z.object({
    role: z.string(),
    content: z.union([
      z.string(),
      z.array(z.union([
        z.object({ type: z.literal("text"), text: z.string() }),
        z.object({ type: z.literal("image_url"), image_url: z.object({ url: z.string() }) }),
      ])),
    ]),
  })),
  seed: z.int().nonnegative().optional(),
  max_tokens: z.int().positive().optional(),
  max_completion_tokens: z.int().positive().optional(),
});

type WireRequest = z.infer<typeof requestSchema>;

function sizeOf(url: string): { width: number; height: number } {
  if (url.startsWith("data:image/png;base64,")) return pngSize(url.slice("data:image/png;base64,".length));
  const query = new URLSearchParams(url.slice(url.indexOf("?") + 1));
  return { width: Number(query.get("w")) || 0, height: Number(query.get("h")) || 0 };
}

/** A PNG tells its size in its first 24 bytes, which are 32 characters of base64. */
function pngSize(base64: string): { width: number; height: number } {
  const head = /^[A-Za-z0-9+/]{32}/.exec(base64)?.[0];
  if (head === undefined) return { width: 0, height: 0 };
  const view = new DataView(Uint8Array.fromBase64(head).buffer);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function toMessages({ messages }: WireRequest): WireMessage[] {
  return messages.map(({ role, content }) => ({
    role,
    parts: typeof content === "string"
      ? [{ type: "text", text: content }]
      : content.map((part) =>
        part.type === "text"
          ? { type: "text" as const, text: part.text }
          : { type: "image" as const, ...sizeOf(part.image_url.url) }
      ),
  }));
}

function problem(status: number, type: string, message: string): Response {
  return Response.json({ error: { message, type, code: type, param: null } }, { status });
}

function findPlaybook(playbooks: readonly Playbook[], goal: string): { playbook: Playbook; slots: Slots } | undefined {
  for (const playbook of playbooks) {
    const match = compile(playbook.goal, "i").exec(goal);
    if (match === null) continue;
    const groups = Object.entries(match.groups ?? {}).filter(([, value]) => value !== undefined);
    return { playbook, slots: Object.fromEntries(groups) };
  }
  return undefined;
}

/**
 * Makes a function with the shape of `fetch` that answers OpenAI chat completions as a simulated reader of the prompt
 * would. It reads nothing but the request, keeps nothing of it but what it parsed, and reaches no network.
 *
 * Errors come back as an endpoint's would: 400 with `error.type` `no_playbook` for a goal that no playbook knows,
 * `invalid_request` for a body that is no chat completion, 404 for other addresses.
 *
 * Shapes and units: text is counted in o200k tokens, images by `imageTokens` from the `w` and `h` of their address; the
 * answer's `x-m2-latency-ms` header has the virtual milliseconds that the call takes.
 *
 * @param options Reader and jobs.
 * @returns The function.
 */
export function simulatedFetch(options: SimulatedFetchOptions): Fetch {
  const counter = tokenCounter(options.imageTokens ?? "openai-tiles");
  const reader = new PromptReader(counter);
  return async (input, init) => {
    const request = new Request(input, init);
    if (request.method !== "POST" || !new URL(request.url).pathname.endsWith("/chat/completions")) {
      return problem(404, "not_found", `The simulated model answers POST …/chat/completions only: ${request.method}`);
    }
    request.signal.throwIfAborted();
    let body: unknown;
    try {
      body = await request.json();
    } catch {
      return problem(400, "invalid_request", "The request's body is not JSON");
    }
    const parsed = requestSchema.safeParse(body);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      return problem(400, "invalid_request", `${issue?.path.join(".") ?? "body"}: ${issue?.message ?? "wrong"}`);
    }
    const view = reader.read(toMessages(parsed.data));
    const written = write(view, parsed.data, options, counter);
    return written instanceof Response ? written : complete(written, view, parsed.data, options.preset, counter);
  };
}

function write(
  view: PromptView,
  request: WireRequest,
  { preset, playbooks }: SimulatedFetchOptions,
  counter: TokenCounter,
): string | Response {
  const { seed, attempt } = splitSeed(request.seed ?? 0);
  const goal = view.goal ?? "";
  const job = findPlaybook(playbooks, goal);
  const order = view.sections.findLast(({ name, attributes }) => name === "notice" && attributes.kind === "summarize");
  if (order !== undefined) {
    const isWarned = (description: string) => view.insights.some((text) => entails(description, text));
    const isCaught = (id: string) => {
      const trap = job?.playbook.traps.find((item) => item.id === id);
      if (trap === undefined) return false;
      const rate = preset.trapRate * (isWarned(trap.description) ? 1 - preset.eta : 1);
      return draw(seed, goal, "trap", id) < rate;
    };
    const asked = Number(/at most (\d+) tokens/i.exec(order.body)?.[1] ?? NaN);
    const limit = request.max_completion_tokens ?? request.max_tokens ?? Infinity;
    const maxTokens = Math.min(Number.isNaN(asked) ? Infinity : asked, limit);
    return fold({
      view,
      ...(job === undefined ? {} : { job: { ...job, isCaught } }),
      preset,
      seed,
      attempt,
      maxTokens,
      counter,
    });
  }
  if (job === undefined) {
    return problem(
      400,
      "no_playbook",
      `No playbook knows the goal ${JSON.stringify(goal)}: ${playbooks.map(({ id }) => id).join(", ") || "none given"}`,
    );
  }
  const reading = { view, ...job, preset, seed, attempt };
  return writeReply(decide(reading), reading);
}

function complete(
  text: string,
  view: PromptView,
  request: WireRequest,
  preset: ReaderPreset,
  counter: TokenCounter,
): Response {
  const limit = request.max_completion_tokens ?? request.max_tokens ?? Infinity;
  const { content, tokens } = cut(text, limit, counter);
  const promptTokens = view.length + view.imageTokens;
  const latencyMs = Math.round((promptTokens / 1000) * preset.prefillMsPer1k + tokens * preset.outputMsPerToken);
  const answer = {
    id: `chatcmpl-${sha256(content).slice(0, 24)}`,
    object: "chat.completion",
    created: 0,
    model: request.model,
    choices: [{
      index: 0,
      message: { role: "assistant", content, refusal: null },
      logprobs: null,
      finish_reason: content === text ? "stop" : "length",
    }],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: tokens,
      total_tokens: promptTokens + tokens,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0 },
    },
  };
  return Response.json(answer, { headers: { "x-m2-latency-ms": String(latencyMs) } });
}

/** Cuts a text to a number of tokens by halving; a cut in the middle of a token may leave one token less. */
function cut(text: string, limit: number, counter: TokenCounter): { content: string; tokens: number } {
  const tokens = counter.text(text);
  if (tokens <= limit) return { content: text, tokens };
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (counter.text(text.slice(0, middle)) <= limit) low = middle;
    else high = middle - 1;
  }
  return { content: text.slice(0, low), tokens: counter.text(text.slice(0, low)) };
}
