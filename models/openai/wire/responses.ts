import { z } from "zod";
import type { Message, ModelRequest } from "../../model.ts";
import type { Endpoint } from "../../endpoint.ts";
import { type ImageAddress, unusable } from "./chat.ts";
import type { WireReply, WireRequest } from "./wire_reply.ts";

/**
 * Writes a request for the responses interface. Nothing of it is stored at the endpoint.
 *
 * @param request What is asked; its seed is not sent, since the interface has none.
 * @param model The endpoint's name for the model.
 * @param endpoint What the endpoint takes.
 * @param address Addresses of images.
 * @returns The request.
 */
export function responsesRequest(
  request: ModelRequest,
  model: string,
  endpoint: Endpoint,
  address: ImageAddress,
): WireRequest {
  const { reply } = request;
  const isTool = reply !== undefined && endpoint.structure === "tool";
  const isSchema = reply !== undefined && endpoint.structure === "json-schema";
  return {
    path: "/responses",
    body: {
      model,
      input: request.messages.map((message) => ({ role: message.role, content: contentOf(message, address) })),
      ...(endpoint.temperature ? { temperature: request.temperature ?? 0 } : {}),
      max_output_tokens: request.maxOutputTokens,
      ...(endpoint.reasoningEffort === undefined ? {} : { reasoning: { effort: endpoint.reasoningEffort } }),
      ...(isTool
        ? {
          tools: [{ type: "function", name: reply.name, parameters: reply.schema, strict: false }],
          tool_choice: { type: "function", name: reply.name },
        }
        : {}),
      ...(isSchema
        ? { text: { format: { type: "json_schema", name: reply.name, schema: reply.schema, strict: false } } }
        : {}),
      store: false,
      stream: endpoint.stream,
    },
  };
}

function contentOf(message: Message, address: ImageAddress): unknown[] {
  return message.content.flatMap((part): unknown[] => {
    if (part.type === "text") {
      return [{ type: message.role === "assistant" ? "output_text" : "input_text", text: part.text }];
    }
    const url = message.role === "user" ? address(part) : undefined;
    return url === undefined ? [] : [{ type: "input_image", image_url: url, detail: "auto" }];
  });
}

const itemSchema = z.union([
  z.object({ type: z.literal("function_call"), arguments: z.string() }),
  z.object({
    type: z.literal("message"),
    content: z.array(z.union([
      z.object({ type: z.literal("output_text"), text: z.string() }),
      z.object({ type: z.literal("refusal"), refusal: z.string() }),
      z.object({ type: z.string() }),
    ])),
  }),
  // Thinking, searches and what is to come: none of it is the answer.
  z.object({ type: z.string() }),
]);

const responseSchema = z.object({
  status: z.string().nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  error: z.object({ message: z.string().nullish() }).nullish(),
  output: z.array(itemSchema),
  usage: z.unknown().optional(),
});

/**
 * Reads a whole response.
 *
 * @param data As parsed from JSON.
 * @param model The model's name, for messages.
 * @returns The reply.
 * @throws {ModelError} With blame `environment` when it is none, or failed at the endpoint.
 */
export function readResponse(data: unknown, model: string): WireReply {
  const parsed = responseSchema.safeParse(data);
  if (!parsed.success) throw unusable(model, "it must be a response: it is not");
  const { status, incomplete_details, error, output } = parsed.data;
  if (status === "failed") throw unusable(model, `it must succeed: ${error?.message ?? "it failed"}`, true);
  let text = "";
  let refusal = "";
  let called: string | undefined;
  for (const item of output) {
    if ("arguments" in item) called ??= item.arguments;
    if (!("content" in item)) continue;
    for (const part of item.content) {
      if ("text" in part) text += part.text;
      if ("refusal" in part) refusal += part.refusal;
    }
  }
  const usage = usageOf(parsed.data.usage);
  if (refusal !== "" && text === "" && called === undefined) return { text: refusal, finish: "refusal", usage };
  const reason = incomplete_details?.reason;
  const finish = reason === "max_output_tokens" ? "length" : reason === "content_filter" ? "filter" : "stop";
  return { text: called ?? text, finish, usage };
}

/**
 * Reads a response that comes in pieces: its last piece holds all of it.
 *
 * @param events As parsed from JSON.
 * @param model The model's name, for messages.
 * @returns The reply.
 * @throws {ModelError} With blame `environment`, for another try, when it breaks off.
 */
export async function readResponseStream(events: AsyncIterable<unknown>, model: string): Promise<WireReply> {
  let last: unknown;
  for await (const event of events) {
    const { type, response } = (event ?? {}) as { readonly type?: unknown; readonly response?: unknown };
    if (typeof type === "string" && /^response\.(completed|incomplete|failed)$/.test(type)) last = response;
  }
  if (last === undefined) throw unusable(model, "it must come to an end: the stream broke off", true);
  return readResponse(last, model);
}

/** The responses interface's names for the same counts. */
function usageOf(usage: unknown): unknown {
  if (usage === null || typeof usage !== "object") return usage;
  const { input_tokens, output_tokens, input_tokens_details, output_tokens_details } = usage as Record<string, unknown>;
  return {
    prompt_tokens: input_tokens,
    completion_tokens: output_tokens,
    prompt_tokens_details: input_tokens_details,
    completion_tokens_details: output_tokens_details,
  };
}
