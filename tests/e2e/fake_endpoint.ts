/** One answer of the fake: whole, or something that goes wrong on the wire. */
export type Fault = (
  request: { readonly body: Record<string, unknown>; readonly nth: number },
) => Response | Promise<Response>;

/** A server that speaks the OpenAI interface and fails as it is told. */
export interface FakeEndpoint extends AsyncDisposable {
  /** `http://127.0.0.1:4010/v1`. */
  readonly baseURL: string;
  /** Bodies of all requests that arrived. */
  readonly seen: readonly Record<string, unknown>[];
}

/**
 * Starts the fake on a free port.
 *
 * @param script Answers the n-th request; the last one answers all that follow.
 * @returns The server; dispose of it.
 */
export function fakeEndpoint(...script: readonly [Fault, ...Fault[]]): FakeEndpoint {
  const seen: Record<string, unknown>[] = [];
  const stop = new AbortController();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, signal: stop.signal, onListen() {} }, async (request) => {
    const body = await request.json() as Record<string, unknown>;
    const nth = seen.push(body) - 1;
    return await (script[nth] ?? script.at(-1)!)({ body, nth });
  });
  return {
    baseURL: `http://127.0.0.1:${server.addr.port}/v1`,
    seen,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await server.finished;
    },
  };
}

/** A chat completion with a text. */
export function completion(text: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: "c-1",
    object: "chat.completion",
    created: 0,
    model: "fake",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: text } }],
    usage: { prompt_tokens: 11, completion_tokens: 2, total_tokens: 13 },
    ...changes,
  };
}

/** Answers with a completion. */
export function says(text: string, changes: Record<string, unknown> = {}): Fault {
  return () => Response.json(completion(text, changes));
}

/** Answers with an error status. */
export function fails(status: number, message: string, headers: Record<string, string> = {}): Fault {
  return () => Response.json({ error: { message, type: "t", code: "c" } }, { status, headers });
}

/** Answers with pieces as server-sent events; `cut` leaves the end out. */
export function streams(pieces: readonly unknown[], { cut = false } = {}): Fault {
  const events = [...pieces.map((piece) => JSON.stringify(piece)), ...(cut ? [] : ["[DONE]"])];
  return () =>
    new Response(events.map((event) => `data: ${event}\n\n`).join(""), {
      headers: { "content-type": "text/event-stream" },
    });
}
