import { simulatedFetch, type SimulatedFetchOptions } from "./simulated_fetch.ts";

/** Longest request body in bytes: a prompt with a few pictures in it. */
const MOST_BYTES = 64 * 2 ** 20;

/**
 * Makes the handler of an OpenAI-compatible server that answers as a simulated reader: `GET /v1/models` and
 * `POST /v1/chat/completions`, whole or streamed. Other people's agents can then be measured with the same reader.
 *
 * The reader understands prompts in the layout of `models/prompt_format.ts` and goals that a playbook knows; others get
 * status 400 with the reason. It keeps nothing and reaches no network.
 *
 * @param options Reader and jobs.
 * @returns The handler, for `Deno.serve`.
 *
 * @example What it offers
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { readerPreset, simulatedEndpoint } from "./mod.ts";
 *
 * const answer = simulatedEndpoint({ preset: readerPreset("perfect"), playbooks: [] });
 * const models = await (await answer(new Request("http://127.0.0.1/v1/models"))).json();
 * equal(models.data[0].id, "perfect");
 * ```
 */
export function simulatedEndpoint(options: SimulatedFetchOptions): (request: Request) => Promise<Response> {
  const complete = simulatedFetch(options);
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "GET" && pathname.endsWith("/models")) {
      const model = { id: options.preset.name, object: "model", created: 0, owned_by: "m2lab" };
      return Response.json({ object: "list", data: [model] });
    }
    if (Number(request.headers.get("content-length") ?? 0) > MOST_BYTES) {
      const message = `A request may have at most ${MOST_BYTES} bytes`;
      return Response.json({ error: { message, type: "invalid_request", code: "too_large" } }, { status: 413 });
    }
    const body = await request.text();
    const answer = await complete(new Request(request.url, { method: request.method, ...bodyOf(request, body) }));
    return answer.ok && asksForStream(body) ? await streamed(answer) : answer;
  };
}

function bodyOf(request: Request, body: string): RequestInit {
  return request.method === "GET" || request.method === "HEAD" ? {} : { body, headers: request.headers };
}

function asksForStream(body: string): boolean {
  // The answer was given, so the body is JSON.
  return (JSON.parse(body) as { readonly stream?: unknown }).stream === true;
}

/** A completion as the pieces that a streaming client expects: role, text, end, usage. */
async function streamed(answer: Response): Promise<Response> {
  const { id, model, choices: [choice], usage } = await answer.json();
  const piece = (choices: unknown[], more = {}) => {
    const chunk = { id, object: "chat.completion.chunk", created: 0, model, choices, ...more };
    return `data: ${JSON.stringify(chunk)}\n\n`;
  };
  const { role, content } = choice.message;
  const delta = (
    part: Record<string, unknown>,
    finish_reason: string | null,
  ) => [{ index: 0, delta: part, finish_reason }];
  const text = [
    piece(delta({ role, content: "" }, null)),
    ...(String(content).match(/[\s\S]{1,64}/g) ?? []).map((part) => piece(delta({ content: part }, null))),
    piece(delta({}, choice.finish_reason)),
    piece([], { usage }),
    "data: [DONE]\n\n",
  ].join("");
  const latency = answer.headers.get("x-m2-latency-ms") ?? "0";
  return new Response(text, { headers: { "content-type": "text/event-stream", "x-m2-latency-ms": latency } });
}
