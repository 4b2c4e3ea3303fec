import { z } from "zod";
import { ModelError } from "../../error.ts";
import type { ContentPart, Message, ModelRequest } from "../../model.ts";
import type { Endpoint } from "../../endpoint.ts";
import type { WireReply, WireRequest } from "./wire_reply.ts";

/** Gives the address under which an image is sent, or nothing where it is left out. */
export type ImageAddress = (image: Extract<ContentPart, { type: "image" }>) => string | undefined;

/**
 * Writes a request for the chat completions interface.
 *
 * @param request What is asked.
 * @param model The endpoint's name for the model.
 * @param endpoint What the endpoint takes.
 * @param address Addresses of images.
 * @returns The request.
 */
export function chatRequest(
  request: ModelRequest,
  model: string,
  endpoint: Endpoint,
  address: ImageAddress,
): WireRequest {
  const { reply } = request;
  const isTool = reply !== undefined && endpoint.structure === "tool";
  const isSchema = reply !== undefined && endpoint.structure === "json-schema";
  return {
    path: "/chat/completions",
    body: {
      model,
      messages: request.messages.map((message) => ({ role: message.role, content: contentOf(message, address) })),
      ...(endpoint.seed ? { seed: request.seed } : {}),
      ...(endpoint.temperature ? { temperature: request.temperature ?? 0 } : {}),
      [endpoint.limitField]: request.maxOutputTokens,
      ...(endpoint.stop.length === 0 ? {} : { stop: endpoint.stop }),
      ...(endpoint.reasoningEffort === undefined ? {} : { reasoning_effort: endpoint.reasoningEffort }),
      ...(isTool
        ? {
          tools: [{ type: "function", function: { name: reply.name, parameters: reply.schema } }],
          tool_choice: { type: "function", function: { name: reply.name } },
        }
        : {}),
      ...(isSchema
        ? { response_format: { type: "json_schema", json_schema: { name: reply.name, schema: reply.schema } } }
        : {}),
      stream: endpoint.stream,
      ...(endpoint.stream ? { stream_options: { include_usage: true } } : {}),
    },
  };
}

function contentOf(message: Message, address: ImageAddress): unknown[] {
  return message.content.flatMap((part): unknown[] => {
    if (part.type === "text") return [{ type: "text", text: part.text }];
    const url = message.role === "user" ? address(part) : undefined;
    return url === undefined ? [] : [{ type: "image_url", image_url: { url } }];
  });
}

const messageSchema = z.object({
  content: z.string().nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(z.object({ function: z.object({ arguments: z.string() }) })).nullish(),
});

const replySchema = z.object({
  choices: z.array(z.object({ message: messageSchema, finish_reason: z.string().nullish() })),
  usage: z.unknown().optional(),
});

const chunkSchema = z.object({
  choices: z.array(z.object({
    delta: z.object({
      content: z.string().nullish(),
      refusal: z.string().nullish(),
      tool_calls: z.array(z.object({ function: z.object({ arguments: z.string().nullish() }).nullish() })).nullish(),
    }).nullish(),
    finish_reason: z.string().nullish(),
  })).default([]),
  usage: z.unknown().optional(),
});

/**
 * Reads a whole chat completion.
 *
 * @param data As parsed from JSON.
 * @param model The model's name, for messages.
 * @returns The reply.
 * @throws {ModelError} With blame `environment` when it is none.
 */
export function readChat(data: unknown, model: string): WireReply {
  const parsed = replySchema.safeParse(data);
  if (!parsed.success) throw unusable(model, "it must be a chat completion: it is not");
  const choice = parsed.data.choices[0];
  if (choice === undefined) throw unusable(model, "it must have a choice: it has none");
  const { content, refusal, tool_calls } = choice.message;
  return finished(
    tool_calls?.[0]?.function.arguments ?? content ?? "",
    refusal ?? "",
    choice.finish_reason,
    parsed.data,
  );
}

/**
 * Reads a chat completion that comes in pieces.
 *
 * @param chunks As parsed from JSON.
 * @param model The model's name, for messages.
 * @returns The reply.
 * @throws {ModelError} With blame `environment`, for another try, when it ends before the model said that it was done.
 */
export async function readChatStream(chunks: AsyncIterable<unknown>, model: string): Promise<WireReply> {
  let content = "";
  let refusal = "";
  let called: string | undefined;
  let finish: string | undefined;
  let usage: unknown;
  for await (const chunk of chunks) {
    const parsed = chunkSchema.safeParse(chunk);
    if (!parsed.success) throw unusable(model, "every piece must be a chat completion's: one is not");
    const choice = parsed.data.choices[0];
    content += choice?.delta?.content ?? "";
    refusal += choice?.delta?.refusal ?? "";
    for (const call of choice?.delta?.tool_calls ?? []) called = (called ?? "") + (call.function?.arguments ?? "");
    finish = choice?.finish_reason ?? finish;
    usage = parsed.data.usage ?? usage;
  }
  if (finish === undefined) throw unusable(model, "it must come to an end: the stream broke off", true);
  return finished(called ?? content, refusal, finish, { usage });
}

function finished(
  text: string,
  refusal: string,
  reason: string | null | undefined,
  { usage }: { readonly usage?: unknown },
): WireReply {
  // A refusal is the model's answer, so it is passed on as its text: the agent reads it like any other.
  if (refusal !== "" && text === "") return { text: refusal, finish: "refusal", usage };
  return { text, finish: reason === "length" ? "length" : reason === "content_filter" ? "filter" : "stop", usage };
}

/**
 * The error for a reply that is none.
 *
 * @param model The model's name.
 * @param why What it must be, and what it is.
 * @param passing Whether another try may mend it.
 * @returns The error.
 */
export function unusable(model: string, why: string, passing = false): ModelError {
  return new ModelError(`Cannot use the reply of ${model} as ${why}`, "environment", { passing });
}
