import OpenAI from "openai";
import type { Archive } from "../../../../env/replay/archive/archive.ts";
import { archiveOf } from "../../../../env/replay/archive/archive_of.ts";
import { type CassetteRecording, cassetteRecording } from "../../../../env/replay/cassette/cassette_recording.ts";
import type { Fetch } from "../../../../env/replay/cassette/read_model_call.ts";
import { replayRulesSchema } from "../../../../env/replay/archive/replay_rules.ts";

/** The key that must never be found on disk. */
export const API_KEY = "sk-live-9f8e7d6c5b4a39281706";

/** A provider on loopback that counts what reaches it. */
export interface FakeProvider extends AsyncDisposable {
  readonly baseURL: string;
  /** Headers and bodies of the requests that came, in order. */
  readonly seen: { readonly headers: Headers; readonly body: Record<string, unknown> }[];
}

/** Starts a provider. */
export function fakeProvider(
  answer: (body: Record<string, unknown>, nth: number) => Response | Promise<Response>,
): FakeProvider {
  const seen: { headers: Headers; body: Record<string, unknown> }[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const body = await request.json() as Record<string, unknown>;
    const nth = seen.push({ headers: request.headers, body }) - 1;
    return await answer(body, nth);
  });
  return {
    baseURL: `http://127.0.0.1:${server.addr.port}/v1`,
    seen,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** A chat completion. */
export function completion(message: Record<string, unknown>, id = "chatcmpl-1"): Response {
  return Response.json({
    id,
    object: "chat.completion",
    created: 0,
    model: "fake",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", ...message } }],
    usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
  });
}

/** The real client over a fetch; it tries again twice, as it does by itself. */
export function clientOver(fetch: Fetch, baseURL = "http://model.invalid/v1"): OpenAI {
  return new OpenAI({ baseURL, apiKey: API_KEY, fetch, logLevel: "off", organization: null, project: null });
}

/** An empty cassette. */
export function emptyCassette(): CassetteRecording {
  return cassetteRecording({ name: "test" });
}

/** A cassette in memory, as it would be opened from disk. */
export async function openedCassette(recording: CassetteRecording): Promise<Archive> {
  const { manifest, exchanges, bodies, streams, rules } = recording.content();
  return await archiveOf({
    location: "memory",
    manifest: { ...manifest, entriesSha256: "0".repeat(64) },
    rules: replayRulesSchema.parse(rules),
    exchanges,
    readBody: async (ref) => (await bodies.get(ref))!,
    readStream: async (ref) => (await streams?.get(ref))!,
  });
}

/** A question. */
export function question(content: string, more: Partial<OpenAI.ChatCompletionCreateParamsNonStreaming> = {}) {
  return { model: "fake", messages: [{ role: "user" as const, content }], ...more };
}
