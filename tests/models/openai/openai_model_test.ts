import { assertEquals, assertRejects } from "@std/assert";
import { HarnessError, seededRandom, virtualClock } from "../../../base/mod.ts";
import { ModelError, type ModelRequest } from "../../../models/mod.ts";
import { openaiModel, type OpenaiModelOptions } from "../../../models/openai/mod.ts";

const REQUEST: ModelRequest = {
  messages: [
    { role: "system", content: [{ type: "text", text: "Be brief." }] },
    {
      role: "user",
      content: [{ type: "text", text: "What is it?" }, {
        type: "image",
        sha256: "ab".repeat(32),
        width: 1280,
        height: 720,
      }],
    },
  ],
  seed: 4711,
  maxOutputTokens: 77,
};

const ANSWER = {
  id: "1",
  object: "chat.completion",
  created: 0,
  model: "m",
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "A lamp." } }],
};

interface Sent {
  readonly url: string;
  readonly authorization: string | null;
  readonly body: Record<string, unknown>;
}

function modelOver(
  answer: (sent: Sent, nth: number) => Response | Promise<Response>,
  changes: Partial<OpenaiModelOptions> = {},
) {
  const sent: Sent[] = [];
  const model = openaiModel({
    baseURL: "https://models.test/v1",
    apiKey: "k-1",
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const call = {
        url: request.url,
        authorization: request.headers.get("authorization"),
        body: await request.json(),
      };
      sent.push(call);
      return answer(call, sent.length);
    },
    model: "some-model",
    imageTokens: "openai-tiles",
    endpoint: { images: "reference" },
    clock: virtualClock(),
    ...changes,
  });
  return { model, sent };
}

const problem = (status: number, message: string) => Response.json({ error: { message, type: "t" } }, { status });

Deno.test("complete() sends seed, limit, temperature and images by reference", async () => {
  const { model, sent } = modelOver(() => Response.json(ANSWER));
  await model.complete(REQUEST);
  await model.complete({ ...REQUEST, temperature: 0.7 });
  assertEquals(sent[0]?.url, "https://models.test/v1/chat/completions");
  assertEquals(sent[0]?.authorization, "Bearer k-1");
  assertEquals(sent[0]?.body, {
    model: "some-model",
    messages: [
      { role: "system", content: [{ type: "text", text: "Be brief." }] },
      {
        role: "user",
        content: [
          { type: "text", text: "What is it?" },
          { type: "image_url", image_url: { url: `m2-blob:${"ab".repeat(32)}?w=1280&h=720` } },
        ],
      },
    ],
    seed: 4711,
    temperature: 0,
    max_tokens: 77,
    stream: false,
  });
  assertEquals(sent[1]?.body.temperature, 0.7);
});

Deno.test("complete() sends an image's bytes as a data URL, and the limit in the field that newer models want", async () => {
  const { model, sent } = modelOver(() => Response.json(ANSWER), {
    endpoint: { images: "data", limitField: "max_completion_tokens" },
    loadImage: (sha256) => Promise.resolve(new Uint8Array(sha256 === "ab".repeat(32) ? [1, 2, 3] : [])),
  });
  await model.complete(REQUEST);
  const [, user] = sent[0]?.body.messages as { content: unknown[] }[];
  assertEquals(user?.content[1], { type: "image_url", image_url: { url: "data:image/png;base64,AQID" } });
  assertEquals([sent[0]?.body.max_completion_tokens, sent[0]?.body.max_tokens], [77, undefined]);
});

Deno.test("complete() refuses an image that it cannot load", async () => {
  const { model } = modelOver(() => Response.json(ANSWER), { endpoint: { images: "data" } });
  const error = await assertRejects(() => model.complete(REQUEST), ModelError);
  assertEquals(error.message, "Cannot send an image to some-model as its bytes must be loaded: no loadImage was given");
  assertEquals(error.blame, "operator");
});

Deno.test("usage is split so that no token counts twice, and priced where a price is known", async () => {
  const usage = {
    prompt_tokens: 1_000,
    completion_tokens: 50,
    total_tokens: 1_050,
    prompt_tokens_details: { cached_tokens: 600, cache_write_tokens: 100 },
    completion_tokens_details: { reasoning_tokens: 20 },
  };
  const expected = {
    inputTokens: 300,
    cachedInputTokens: 600,
    cacheWriteTokens: 100,
    outputTokens: 50,
    reasoningTokens: 20,
  };
  const plain = modelOver(() => Response.json({ ...ANSWER, usage }));
  assertEquals((await plain.model.complete(REQUEST)).usage, expected);
  const priced = modelOver(() => Response.json({ ...ANSWER, usage }), { price: (tokens) => tokens.inputTokens / 100 });
  assertEquals((await priced.model.complete(REQUEST)).usage, { ...expected, costUsd: 3 });
});

Deno.test("usage is counted here where the endpoint reports none", async () => {
  for (const usage of [undefined, null, {}, { prompt_tokens: "many" }]) {
    const { model } = modelOver(() => Response.json({ ...ANSWER, usage }));
    const { usage: counted, usageEstimated } = await model.complete(REQUEST);
    assertEquals(usageEstimated, true);
    // "Be brief." 3, "What is it?" 4, the image 1105, "A lamp." 3.
    assertEquals([counted.inputTokens, counted.outputTokens], [1_112, 3]);
  }
});

Deno.test("latency is what the endpoint tells, else what the clock says", async () => {
  const clock = virtualClock();
  const told = modelOver(() => Response.json(ANSWER, { headers: { "x-m2-latency-ms": "1234" } }), { clock });
  assertEquals((await told.model.complete(REQUEST)).latencyMs, 1_234);
  const measured = modelOver(() => {
    clock.advance(250);
    return Response.json(ANSWER);
  }, { clock });
  assertEquals((await measured.model.complete(REQUEST)).latencyMs, 250);
});

Deno.test("each failure has its blame and one whole sentence", async () => {
  const table: readonly [() => Response | Promise<Response>, string, string][] = [
    [() => problem(400, "bad field"), "operator", "status 400 bad field"],
    [() => problem(401, "no such key"), "operator", "status 401 no such key"],
    [() => problem(404, "no such model"), "operator", "status 404 no such model"],
    [() => problem(422, "too long"), "operator", "status 422 too long"],
    [() => problem(429, "slow down"), "environment", "status 429 slow down"],
    [() => problem(500, "oops"), "environment", "status 500 oops"],
    [() => problem(503, "overloaded"), "environment", "status 503 overloaded"],
    [() => Promise.reject(new TypeError("refused")), "environment", "no connection (Connection error.)"],
  ];
  for (const [answer, blame, state] of table) {
    const { model } = modelOver(answer);
    const error = await assertRejects(() => model.complete(REQUEST), ModelError);
    assertEquals([error.blame, error.message], [
      blame,
      `Cannot ask some-model as the endpoint must answer: ${state}`,
    ]);
    assertEquals(error.cause instanceof Error, true);
  }
});

Deno.test("a reply without a choice is the endpoint's fault, an empty one is only empty", async () => {
  const none = modelOver(() => Response.json({ ...ANSWER, choices: [] }));
  const error = await assertRejects(() => none.model.complete(REQUEST), ModelError);
  assertEquals(error.message, "Cannot use the reply of some-model as it must have a choice: it has none");
  const message = { role: "assistant", content: null };
  const empty = modelOver(() => Response.json({ ...ANSWER, choices: [{ index: 0, finish_reason: "stop", message }] }));
  assertEquals((await empty.model.complete(REQUEST)).text, "");
});

Deno.test("an error of ours that a fetch throws keeps its blame", async () => {
  const ours = new HarnessError("Cannot replay the call as it was never recorded");
  const { model } = modelOver(() => Promise.reject(ours));
  assertEquals(await assertRejects(() => model.complete(REQUEST), HarnessError), ours);
});

Deno.test("a called-off request rejects and says so", async () => {
  const stop = new AbortController();
  const { model } = modelOver(() => {
    stop.abort();
    return Promise.reject(new DOMException("stopped", "AbortError"));
  });
  const error = await assertRejects(() => model.complete(REQUEST, stop.signal), ModelError);
  assertEquals(error.message, "Cannot ask some-model as the endpoint must answer: the request was called off");
});

Deno.test("a failed request is sent again as often as allowed, after the wait that the endpoint asks for", async () => {
  const waits: number[] = [];
  const { model, sent } = modelOver(
    (_call, nth) =>
      nth < 3
        ? Response.json({ error: { message: "busy" } }, { status: 503, headers: { "retry-after-ms": "7" } })
        : Response.json(ANSWER),
    { retry: { retries: 2, random: seededRandom(1), wait: (ms) => (waits.push(ms), Promise.resolve()) } },
  );
  assertEquals((await model.complete(REQUEST)).text, "A lamp.");
  assertEquals([sent.length, waits], [3, [7, 7]]);
});
