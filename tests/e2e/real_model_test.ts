import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { seededRandom } from "../../base/mod.ts";
import { ModelError, type ModelRequest, type RetryPolicy } from "../../models/mod.ts";
import { openaiModel, type OpenaiModelOptions } from "../../models/openai/mod.ts";
import { readerPreset, simulatedEndpoint, simulatedModel } from "../../models/simulated/mod.ts";
import { sites } from "../../replay-fixtures/mod.ts";
import { fails, type FakeEndpoint, fakeEndpoint, says, streams } from "./fake_endpoint.ts";

const REQUEST: ModelRequest = {
  messages: [
    { role: "system", content: [{ type: "text", text: "Be brief." }] },
    { role: "user", content: [{ type: "text", text: "What is it?" }] },
  ],
  seed: 1,
  maxOutputTokens: 50,
};
const FORM = { name: "act", schema: { type: "object", properties: { action: { type: "object" } } } };

/** A model over the fake, and the waits that it asked for; waits take no time. */
function modelOver(
  { baseURL }: Pick<FakeEndpoint, "baseURL">,
  changes: Partial<OpenaiModelOptions> = {},
  retry: Partial<RetryPolicy> = {},
) {
  const waits: number[] = [];
  const model = openaiModel({
    baseURL,
    apiKey: "k",
    fetch: globalThis.fetch,
    model: "fake",
    imageTokens: "none",
    clock: { now: () => 0 },
    retry: { wait: (ms) => (waits.push(ms), Promise.resolve()), random: seededRandom(1), ...retry },
    ...changes,
  });
  return { model, waits };
}

Deno.test("overload is waited for as long as the endpoint asks, in milliseconds or seconds", async () => {
  await using fake = fakeEndpoint(
    fails(429, "slow down", { "retry-after-ms": "120" }),
    fails(529, "overloaded", { "retry-after": "2" }),
    says("a lamp"),
  );
  const { model, waits } = modelOver(fake);
  assertEquals((await model.complete(REQUEST)).text, "a lamp");
  assertEquals([waits, fake.seen.length], [[120, 2000], 3]);
});

Deno.test("without a wait asked for, waits double and are spread by the given chance", async () => {
  await using fake = fakeEndpoint(fails(500, "oops"));
  const { model, waits } = modelOver(fake, {}, { retries: 3 });
  const error = await assertRejects(() => model.complete(REQUEST), ModelError);
  assertEquals([error.blame, error.message], [
    "environment",
    "Cannot ask fake as the endpoint must answer: status 500 oops",
  ]);
  assertEquals([fake.seen.length, waits.length], [4, 3]);
  for (const [index, wait] of waits.entries()) {
    assert(wait <= 500 * 2 ** index && wait >= 375 * 2 ** index, `${wait}`);
  }
});

Deno.test("a wait that the budget does not hold is not begun", async () => {
  await using fake = fakeEndpoint(fails(429, "come back tomorrow", { "retry-after": "86400" }));
  const { model, waits } = modelOver(fake);
  await assertRejects(() => model.complete(REQUEST), ModelError, "come back tomorrow");
  assertEquals([fake.seen.length, waits], [1, []]);
});

Deno.test("what another try cannot mend is not tried again", async () => {
  for (const status of [400, 401, 403, 404, 422]) {
    await using fake = fakeEndpoint(fails(status, "no"));
    const { model } = modelOver(fake);
    const error = await assertRejects(() => model.complete(REQUEST), ModelError);
    assertEquals([error.blame, fake.seen.length], ["operator", 1]);
  }
});

Deno.test("an endpoint that does not answer in time is given up, and tried again", async () => {
  const held = Promise.withResolvers<Response>();
  await using fake = fakeEndpoint(() => held.promise, says("late"));
  const { model } = modelOver(fake, { timeoutMs: 100 });
  assertEquals((await model.complete(REQUEST)).text, "late");
  held.resolve(Response.json({}));
});

Deno.test("a reply that is no JSON, or is JSON of another kind, never becomes a text", async () => {
  const html = () => new Response("<html>gateway</html>", { headers: { "content-type": "application/json" } });
  await using broken = fakeEndpoint(html, () => new Response('{"choices": [{"mess'), says("whole"));
  assertEquals((await modelOver(broken).model.complete(REQUEST)).text, "whole");
  for (const other of [[], 3, null, { choices: "none" }, { choices: [{ message: { content: 7 } }] }]) {
    await using fake = fakeEndpoint(() => Response.json(other));
    const error = await assertRejects(() => modelOver(fake).model.complete(REQUEST), ModelError);
    assertEquals([error.blame, error.message], [
      "environment",
      "Cannot use the reply of fake as it must be a chat completion: it is not",
    ]);
  }
});

Deno.test("a reply longer than allowed is given up before it fills the memory", async () => {
  await using fake = fakeEndpoint(says("x".repeat(300_000)));
  const { model } = modelOver(fake, { endpoint: { maxReplyBytes: 100_000 } });
  const error = await assertRejects(() => model.complete(REQUEST), ModelError);
  assertEquals(error.message, "Cannot use the reply of fake as it must be at most 100000 bytes: it is longer");
  assertEquals(fake.seen.length, 1);
});

Deno.test("a refusal is the model's own text, and marked", async () => {
  const message = { role: "assistant", content: null, refusal: "I would rather not." };
  await using fake = fakeEndpoint(says("", { choices: [{ index: 0, finish_reason: "stop", message }] }));
  const { text, cut } = await modelOver(fake).model.complete(REQUEST);
  assertEquals([text, cut], ["I would rather not.", "refusal"]);
});

Deno.test("a reply that was cut or filtered says so", async () => {
  for (const [reason, cut] of [["length", "length"], ["content_filter", "filter"], ["stop", undefined]]) {
    const message = { role: "assistant", content: "half" };
    await using fake = fakeEndpoint(says("", { choices: [{ index: 0, finish_reason: reason, message }] }));
    assertEquals((await modelOver(fake).model.complete(REQUEST)).cut, cut);
  }
});

Deno.test("usage that cannot be is counted here instead, and said so", async () => {
  for (
    const usage of [{ prompt_tokens: -5, completion_tokens: 2 }, { prompt_tokens: 1.5, completion_tokens: 1 }, "9"]
  ) {
    await using fake = fakeEndpoint(says("a lamp", { usage }));
    const reply = await modelOver(fake).model.complete(REQUEST);
    assertEquals([reply.usageEstimated, reply.usage.inputTokens, reply.usage.outputTokens], [true, 7, 2]);
  }
  await using honest = fakeEndpoint(says("a lamp"));
  assertEquals((await modelOver(honest).model.complete(REQUEST)).usageEstimated, undefined);
});

const piece = (delta: unknown, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});

Deno.test("a streamed reply is put together, with the usage of its last piece", async () => {
  const usage = { prompt_tokens: 20, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 16 } };
  await using fake = fakeEndpoint(
    streams([piece({ role: "assistant" }), piece({ content: "a " }), piece({ content: "lamp" }), piece({}, "stop"), {
      choices: [],
      usage,
    }]),
  );
  const reply = await modelOver(fake, { endpoint: { stream: true } }).model.complete(REQUEST);
  assertEquals([reply.text, reply.usage.inputTokens, reply.usage.cachedInputTokens], ["a lamp", 4, 16]);
  assertEquals([fake.seen[0]?.stream, fake.seen[0]?.stream_options], [true, { include_usage: true }]);
});

Deno.test("a stream that breaks off is no reply: it is asked for again", async () => {
  await using fake = fakeEndpoint(
    streams([piece({ content: "a la" })], { cut: true }),
    () => new Response('data: {"choices": [{"del\n\n', { headers: { "content-type": "text/event-stream" } }),
    streams([piece({ content: "a lamp" }, "stop")]),
  );
  assertEquals((await modelOver(fake, { endpoint: { stream: true } }).model.complete(REQUEST)).text, "a lamp");
  assertEquals(fake.seen.length, 3);
});

Deno.test("a stream that is called off midway rejects instead of ending early", async () => {
  const stop = new AbortController();
  await using fake = fakeEndpoint(() => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(piece({ content: "a" }))}\n\n`));
        queueMicrotask(() => stop.abort());
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  const { model } = modelOver(fake, { endpoint: { stream: true } });
  const error = await assertRejects(() => model.complete(REQUEST, stop.signal), ModelError);
  assertStringIncludes(error.message, "called off");
});

Deno.test("a form is asked for as a tool call or a schema, and the call's arguments are the reply", async () => {
  const call = { role: "assistant", content: null, tool_calls: [{ function: { name: "act", arguments: '{"a":1}' } }] };
  await using tool = fakeEndpoint(says("", { choices: [{ index: 0, finish_reason: "tool_calls", message: call }] }));
  const asked = { ...REQUEST, reply: FORM };
  assertEquals((await modelOver(tool, { endpoint: { structure: "tool" } }).model.complete(asked)).text, '{"a":1}');
  assertEquals(tool.seen[0]?.tool_choice, { type: "function", function: { name: "act" } });
  await using schema = fakeEndpoint(says("{}"));
  await modelOver(schema, { endpoint: { structure: "json-schema" } }).model.complete(asked);
  assertEquals((schema.seen[0]?.response_format as { type: string }).type, "json_schema");
  await using text = fakeEndpoint(says("{}"));
  await modelOver(text).model.complete(asked);
  assertEquals([text.seen[0]?.tools, text.seen[0]?.response_format], [undefined, undefined]);
});

Deno.test("what an endpoint does not take is not sent", async () => {
  await using fake = fakeEndpoint(says("ok"));
  const endpoint = { temperature: false, seed: false, reasoningEffort: "low" as const, stop: ["END"] };
  await modelOver(fake, { endpoint }).model.complete(REQUEST);
  const { temperature, seed, reasoning_effort, stop } = fake.seen[0] ?? {};
  assertEquals([temperature, seed, reasoning_effort, stop], [undefined, undefined, "low", ["END"]]);
});

Deno.test("the responses interface is spoken too, whole and streamed", async () => {
  const response = {
    id: "r-1",
    status: "completed",
    output: [
      { type: "reasoning", summary: [] },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "a lamp", annotations: [] }] },
    ],
    usage: {
      input_tokens: 9,
      input_tokens_details: { cached_tokens: 4 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 3 },
    },
  };
  await using whole = fakeEndpoint(() => Response.json(response));
  const reply = await modelOver(whole, { endpoint: { api: "responses" } }).model.complete(REQUEST);
  const { inputTokens, cachedInputTokens, outputTokens, reasoningTokens } = reply.usage;
  assertEquals([reply.text, inputTokens, cachedInputTokens, outputTokens, reasoningTokens], ["a lamp", 5, 4, 5, 3]);
  assertEquals([whole.seen[0]?.seed, whole.seen[0]?.store, whole.seen[0]?.max_output_tokens], [undefined, false, 50]);
  await using streamed = fakeEndpoint(
    streams([{ type: "response.created", response: {} }], { cut: true }),
    streams([{ type: "response.output_text.delta", delta: "a" }, { type: "response.completed", response }]),
  );
  const endpoint = { api: "responses" as const, stream: true };
  assertEquals((await modelOver(streamed, { endpoint }).model.complete(REQUEST)).text, "a lamp");
  assertEquals(streamed.seen.length, 2);
  const called = { ...response, output: [{ type: "function_call", name: "act", arguments: '{"a":1}' }] };
  await using tool = fakeEndpoint(() => Response.json(called));
  const form = { endpoint: { api: "responses" as const, structure: "tool" as const } };
  assertEquals((await modelOver(tool, form).model.complete({ ...REQUEST, reply: FORM })).text, '{"a":1}');
  await using failed = fakeEndpoint(() => Response.json({ ...response, status: "failed", error: { message: "no" } }));
  await assertRejects(
    () => modelOver(failed, { endpoint: { api: "responses" } }, { retries: 0 }).model.complete(REQUEST),
    ModelError,
    "it must succeed: no",
  );
});

Deno.test("a prompt over the context window, or a picture over the limit, is refused before anything is sent", async () => {
  await using fake = fakeEndpoint(says("ok"));
  const { model } = modelOver(fake, { endpoint: { contextTokens: 60 } });
  const long = {
    ...REQUEST,
    messages: [{ role: "user" as const, content: [{ type: "text" as const, text: "word ".repeat(20) }] }],
  };
  const error = await assertRejects(() => model.complete(long), ModelError);
  assertEquals(error.blame, "operator");
  assertStringIncludes(error.message, "must fit into 60 tokens");
  const image = { type: "image" as const, sha256: "a".repeat(64), width: 10, height: 10 };
  const seen = modelOver(fake, {
    endpoint: { maxImageBytes: 4 },
    loadImage: () => Promise.resolve(new Uint8Array(5)),
  });
  await assertRejects(
    () => seen.model.complete({ ...REQUEST, messages: [{ role: "user", content: [image] }] }),
    ModelError,
    "must be at most 4 bytes: it is 5",
  );
  assertEquals(fake.seen.length, 0);
});

Deno.test("the simulated model behind a port answers a foreign client as it answers ours", async () => {
  const playbooks = sites.flatMap((site) => site.playbooks);
  const preset = readerPreset("perfect");
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    simulatedEndpoint({ preset, playbooks }),
  );
  const baseURL = `http://127.0.0.1:${server.addr.port}/v1`;
  const goal = sites[0]!.tasks[0]!.goal;
  const request: ModelRequest = {
    ...REQUEST,
    messages: [{ role: "user", content: [{ type: "text", text: `<task>\n${goal}\n</task>` }] }],
  };
  const ours = await simulatedModel({ preset, playbooks }).complete(request).catch((error: Error) => error.message);
  for (const stream of [false, true]) {
    const theirs = await modelOver({ baseURL }, { endpoint: { stream }, model: "perfect" }).model.complete(request)
      .catch((error: Error) => error.message);
    assertEquals(theirs, ours);
  }
  const wrong = await fetch(`${baseURL}/chat/completions`, { method: "POST", body: "not json" });
  assertEquals([wrong.status, (await wrong.json()).error.type], [400, "invalid_request"]);
  await server.shutdown();
});
