import { assert, assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import type OpenAI from "openai";
import { ConfigError } from "../../../../base/mod.ts";
import { CassetteMissError } from "../../../../env/replay/cassette/cassette_miss_error.ts";
import { recordFetch } from "../../../../env/replay/cassette/record_fetch.ts";
import { replayFetch } from "../../../../env/replay/cassette/replay_fetch.ts";
import { createReplaySession } from "../../../../env/replay/match/replay_session.ts";
import { openArchive } from "../../../../env/replay/archive/open_archive.ts";
import { writeArchive } from "../../../../env/replay/archive/write_archive.ts";
import { archiveWith } from "../fixture.ts";
import { API_KEY, clientOver, completion, emptyCassette, fakeProvider, openedCassette, question } from "./kit.ts";

/** Records what a client does with a provider, and gives the session's fetch after the provider is gone. */
async function recorded(
  answer: Parameters<typeof fakeProvider>[0],
  talk: (client: OpenAI) => Promise<unknown>,
) {
  const cassette = emptyCassette();
  const provider = fakeProvider(answer);
  await talk(clientOver(recordFetch(fetch, cassette), provider.baseURL));
  await provider[Symbol.asyncDispose]();
  const archive = await openedCassette(cassette);
  return { archive, provider, replay: () => clientOver(replayFetch(createReplaySession(archive))), cassette };
}

const textOf = (reply: OpenAI.ChatCompletion) => reply.choices[0]?.message.content;
const TOOLS: OpenAI.ChatCompletionTool[] = [{ type: "function", function: { name: "find", parameters: {} } }];

function toolTurn(id: string): OpenAI.ChatCompletionCreateParamsNonStreaming {
  return {
    model: "fake",
    tools: TOOLS,
    messages: [
      { role: "user", content: "Find a lamp." },
      { role: "assistant", tool_calls: [{ id, type: "function", function: { name: "find", arguments: "{}" } }] },
      { role: "tool", tool_call_id: id, content: "3 lamps" },
    ],
  };
}

Deno.test("a turn with a tool call and the turn after it both replay, whatever ids the server drew", async () => {
  const call = { id: "call_A", type: "function", function: { name: "find", arguments: "{}" } };
  const { replay } = await recorded(
    (body) =>
      (body["messages"] as unknown[]).length === 1
        ? completion({ tool_calls: [call] })
        : completion({ content: "Done." }),
    async (client) => {
      await client.chat.completions.create(question("Find a lamp.", { tools: TOOLS }));
      await client.chat.completions.create(toolTurn("call_A"));
    },
  );
  const client = replay();
  const first = await client.chat.completions.create(question("Find a lamp.", { tools: TOOLS }));
  assertEquals(first.choices[0]?.message.tool_calls?.[0]?.id, "call_A");
  assertEquals(textOf(await client.chat.completions.create(toolTurn("call_another"))), "Done.");
});

Deno.test("two sessions at once do not share counters", async () => {
  const { replay } = await recorded(
    (_, nth) => completion({ content: `draw ${nth}` }),
    async (client) => {
      for (let i = 0; i < 2; i++) await client.chat.completions.create(question("Toss."));
    },
  );
  const [a, b] = [replay(), replay()];
  const ask = async (client: OpenAI) => textOf(await client.chat.completions.create(question("Toss.")));
  assertEquals([await ask(a), await ask(b), await ask(b), await ask(a)], ["draw 0", "draw 0", "draw 1", "draw 1"]);
});

Deno.test("five draws are five calls the first time and none the second; a sixth is a miss", async () => {
  const { replay, provider } = await recorded(
    (_, nth) => completion({ content: nth < 2 ? "heads" : `draw ${nth}` }),
    async (client) => {
      for (let i = 0; i < 5; i++) await client.chat.completions.create(question("Toss."));
    },
  );
  assertEquals(provider.seen.length, 5);
  const client = replay();
  const draws: unknown[] = [];
  for (let i = 0; i < 5; i++) draws.push(textOf(await client.chat.completions.create(question("Toss."))));
  assertEquals(draws, ["heads", "heads", "draw 2", "draw 3", "draw 4"]);
  const error = await assertRejects(() => client.chat.completions.create(question("Toss.")), CassetteMissError);
  assertStringIncludes(error.message, "all 5 draws of it were used");
  assertEquals(provider.seen.length, 5);
});

Deno.test("one recorded draw answers once, not as often as it is asked for", async () => {
  const { replay } = await recorded(
    () => completion({ content: "heads" }),
    (client) => client.chat.completions.create(question("Toss.")),
  );
  const client = replay();
  await client.chat.completions.create(question("Toss."));
  const error = await assertRejects(() => client.chat.completions.create(question("Toss.")), CassetteMissError);
  assertStringIncludes(error.message, "its one draw was used");
});

Deno.test("a numbered draw is a call of its own in any order, and its number does not reach the provider", async () => {
  const draw = (n: number) => ({ headers: { "x-m2-draw": String(n) } });
  const { replay, provider } = await recorded(
    (_, nth) => completion({ content: `answer ${nth}` }),
    async (client) => {
      for (const n of [0, 1, 2]) await client.chat.completions.create(question("Toss."), draw(n));
    },
  );
  assert(provider.seen.every(({ headers }) => !headers.has("x-m2-draw")));
  const client = replay();
  assertEquals(textOf(await client.chat.completions.create(question("Toss."), draw(2))), "answer 2");
  assertEquals(textOf(await client.chat.completions.create(question("Toss."), draw(0))), "answer 0");
  const error = await assertRejects(
    () => client.chat.completions.create(question("Toss."), draw(7)),
    CassetteMissError,
  );
  assertStringIncludes(error.message, "which is another draw");
});

Deno.test("parallel equal calls are claimed in the order in which they were made", async () => {
  const { replay } = await recorded(
    (_, nth) => completion({ content: `draw ${nth}` }),
    async (client) => {
      for (let i = 0; i < 3; i++) await client.chat.completions.create(question("Toss."));
    },
  );
  const client = replay();
  const replies = await Promise.all([0, 1, 2].map(() => client.chat.completions.create(question("Toss."))));
  assertEquals(replies.map(textOf), ["draw 0", "draw 1", "draw 2"]);
});

Deno.test("a miss reaches the caller as itself, at once, and names the nearest call and the first message that differs", async () => {
  const messages = (second: string) => [
    { role: "system" as const, content: "Be brief." },
    { role: "user" as const, content: second },
  ];
  const { archive } = await recorded(
    () => completion({ content: "Yes." }),
    async (client) => {
      await client.chat.completions.create({ model: "fake", messages: messages("Is the lamp red?") });
      await client.chat.completions.create(question("Something else"));
    },
  );
  let calls = 0;
  const carry = replayFetch(createReplaySession(archive));
  const client = clientOver((input, init) => (calls++, carry(input, init)));
  for (const stream of [false, true]) {
    calls = 0;
    const error = await assertRejects(async () => {
      const reply = await client.chat.completions.create({
        model: "fake",
        messages: messages("Is the lamp blue?"),
        stream,
      });
      if (stream) { for await (const _ of reply as AsyncIterable<unknown>); }
    }, CassetteMissError);
    assertEquals(calls, 1, "the client tried again");
    assertEquals(error.blame, "operator");
    assertEquals(error.miss.nearest?.difference, {
      message: 1,
      field: "/content",
      asked: "Is the lamp blue?",
      recorded: "Is the lamp red?",
    });
    assertStringIncludes(
      error.message,
      `at message 1, /content: "Is the lamp blue?" asked, "Is the lamp red?" recorded`,
    );
    assertStringIncludes(error.message, error.miss.nearest?.id ?? "?");
  }
});

Deno.test("a plain fetch is rejected with the miss", async () => {
  const ask = replayFetch(createReplaySession(await openedCassette(emptyCassette())));
  const error = await assertRejects(
    () => ask("http://127.0.0.1:1/v1/chat/completions", { method: "POST", body: "{}" }),
    CassetteMissError,
  );
  assertStringIncludes(error.message, "it holds none of this interface");
});

Deno.test("every part of the key is told apart: model, tools, form, sampling, stream", async () => {
  const { replay } = await recorded(
    () => completion({ content: "Yes." }),
    (client) => client.chat.completions.create(question("Hi", { temperature: 0, seed: 1, stop: ["x"], max_tokens: 5 })),
  );
  const base = { temperature: 0, seed: 1, stop: ["x"], max_tokens: 5 };
  const others: [string, Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>][] = [
    ["/model", { model: "other" }],
    ["/tools", { tools: TOOLS }],
    ["/response_format", { response_format: { type: "json_object" } }],
    ["/temperature", { temperature: 0.5 }],
    ["/top_p", { top_p: 0.5 }],
    ["/seed", { seed: 2 }],
    ["/stop/0", { stop: ["y"] }],
    ["/max_tokens", { max_tokens: 6 }],
  ];
  for (const [field, change] of others) {
    const error = await assertRejects(
      () => replay().chat.completions.create(question("Hi", { ...base, ...change })),
      CassetteMissError,
    );
    assertEquals(error.miss.nearest?.difference?.field, field);
  }
  const streamed = await assertRejects(async () => {
    for await (const _ of await replay().chat.completions.create({ ...question("Hi", base), stream: true }));
  }, CassetteMissError);
  assertEquals(streamed.miss.nearest?.difference?.field, "/stream");
  const same = question("Hi", { ...base, stream: false, user: "u-77", metadata: { run: "2" } });
  assertEquals(textOf(await replay().chat.completions.create(same)), "Yes.");
});

Deno.test("bodies that are no objects equal only themselves", async () => {
  const bodies = [undefined, "", "null", "{}", "[]", "{broken", "{brokem"];
  const cassette = emptyCassette();
  const record = recordFetch((_, init) => Promise.resolve(new Response(`to ${String(init?.body)}`)), cassette);
  const send = (body: string | undefined): RequestInit => ({
    method: "POST",
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body }),
  });
  for (const body of bodies) await record("https://a.test/v1/chat/completions", send(body));
  const archive = await openedCassette(cassette);
  for (const body of bodies) {
    const reply = await replayFetch(createReplaySession(archive))("https://b.test/v1/chat/completions", send(body));
    assertEquals(await reply.text(), `to ${body}`);
  }
});

Deno.test("a stream is replayed in its own chunks, and cut where it was cut", async () => {
  const lamp = new TextEncoder().encode('data: {"choices":[{"index":0,"delta":{"content":"Lämp"}}]}\n\n');
  const cut = lamp.indexOf(0xc3) + 1;
  const chunks = [lamp.slice(0, cut), lamp.slice(cut), new TextEncoder().encode("data: [DONE]\n\n")];
  const sse = (pieces: readonly Uint8Array<ArrayBuffer>[], fails: boolean) => {
    const left = [...pieces];
    return new Response(
      new ReadableStream({
        pull(controller) {
          const next = left.shift();
          if (next !== undefined) controller.enqueue(next);
          else if (fails) controller.error(new TypeError("connection reset"));
          else controller.close();
        },
      }),
      { headers: { "content-type": "text/event-stream" } },
    );
  };
  const cassette = emptyCassette();
  const body = (content: string) => JSON.stringify({ ...question(content), stream: true });
  const record = recordFetch((_, init) => Promise.resolve(sse(chunks, String(init?.body).includes("bad"))), cassette);
  const address = "https://a.test/v1/chat/completions";
  const read = async (response: Response) => {
    const pieces: Uint8Array[] = [];
    try {
      for await (const piece of response.body!) pieces.push(new Uint8Array(piece));
      return { pieces, failed: false };
    } catch {
      return { pieces, failed: true };
    }
  };
  const live = [await read(await record(address, { method: "POST", body: body("good") }))];
  live.push(await read(await record(address, { method: "POST", body: body("bad") })));
  assertEquals(live, [{ pieces: chunks, failed: false }, { pieces: chunks, failed: true }]);
  const archive = await openedCassette(cassette);
  assertEquals(archive.exchanges.map(({ response }) => response?.complete), [true, false]);
  const replay = replayFetch(createReplaySession(archive));
  assertEquals(await read(await replay(address, { method: "POST", body: body("good") })), live[0]);
  assertEquals(await read(await replay(address, { method: "POST", body: body("bad") })), live[1]);

  const session = createReplaySession(archive);
  const parts: string[] = [];
  for await (
    const part of await clientOver(replayFetch(session)).chat.completions.create({ ...question("good"), stream: true })
  ) {
    parts.push(part.choices[0]?.delta.content ?? "");
  }
  assertEquals(parts, ["Lämp"]);
});

Deno.test("a stream that is called off is kept as incomplete", async () => {
  const cassette = emptyCassette();
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode("data: 1\n\n")),
  });
  const record = recordFetch(
    () => Promise.resolve(new Response(endless, { headers: { "content-type": "text/event-stream" } })),
    cassette,
  );
  const response = await record("https://a.test/v1/chat/completions", { method: "POST", body: "{}" });
  const reader = response.body!.getReader();
  await reader.read();
  await reader.cancel();
  assertEquals((await openedCassette(cassette)).exchanges.map(({ response }) => response?.complete), [false]);
});

Deno.test("pictures are kept as their hash, and other bytes are another call", async () => {
  const picture = (bytes: string) => ({
    model: "fake",
    messages: [{
      role: "user" as const,
      content: [{ type: "image_url" as const, image_url: { url: `data:image/png;base64,${btoa(bytes)}` } }],
    }],
  });
  const { replay, archive } = await recorded(
    () => completion({ content: "A lamp." }),
    (client) => client.chat.completions.create(picture("lamp".repeat(5000))),
  );
  assertEquals(textOf(await replay().chat.completions.create(picture("lamp".repeat(5000)))), "A lamp.");
  const error = await assertRejects(() => replay().chat.completions.create(picture("lamb")), CassetteMissError);
  assertEquals(error.miss.nearest?.difference?.field, "/content/0/image_url/url");
  const [exchange] = archive.exchanges;
  assert((await archive.body(exchange!.request.body!)).length < 1000);
});

Deno.test("responses and embeddings replay too", async () => {
  const { replay } = await recorded(
    (body) =>
      typeof body["input"] === "string" && body["model"] === "embed"
        ? Response.json({ object: "list", model: "embed", data: [{ object: "embedding", index: 0, embedding: [0.5] }] })
        : Response.json({ id: "resp_1", object: "response", output: [{ id: "m", type: "message", content: [] }] }),
    async (client) => {
      await client.embeddings.create({ model: "embed", input: "lamp", encoding_format: "float" });
      await client.responses.create({ model: "fake", input: [{ role: "user", content: "Hi" }] });
    },
  );
  const vectors = await replay().embeddings.create({ model: "embed", input: "lamp", encoding_format: "float" });
  assertEquals(vectors.data[0]?.embedding, [0.5]);
  assertEquals(
    (await replay().responses.create({ model: "fake", input: [{ role: "user", content: "Hi" }] })).id,
    "resp_1",
  );
  await assertRejects(() => replay().embeddings.create({ model: "embed", input: "lamb" }), CassetteMissError);
  await assertRejects(
    () =>
      replay().responses.create({ model: "fake", previous_response_id: "r", input: [{ role: "user", content: "Hi" }] }),
    CassetteMissError,
  );
});

Deno.test("no key is on disk, wherever it came in", async () => {
  const cassette = emptyCassette();
  const record = recordFetch(
    () =>
      Promise.resolve(
        Response.json({ echo: API_KEY }, {
          headers: { "set-cookie": `a=${API_KEY}`, "openai-organization": "org-ours" },
        }),
      ),
    cassette,
  );
  const split = [`data: ${API_KEY.slice(0, 8)}`, `${API_KEY.slice(8)}\n\n`].map((text) =>
    new TextEncoder().encode(text)
  );
  const stream = recordFetch(
    () =>
      Promise.resolve(new Response(ReadableStream.from(split), { headers: { "content-type": "text/event-stream" } })),
    cassette,
  );
  const init = { method: "POST", headers: { authorization: `Bearer ${API_KEY}`, "api-key": API_KEY }, body: "{}" };
  await record("https://a.test/v1/chat/completions", init);
  await (await stream("https://a.test/v1/responses", init)).text();
  await assertRejects(
    () => record("https://a.test/v1/chat/completions", { ...init, body: JSON.stringify(question(API_KEY)) }),
    Error,
    "no key may stand in a cassette",
  );
  const folder = await Deno.makeTempDir();
  try {
    await writeArchive(`${folder}/cassette`, cassette.content());
    const found: string[] = [];
    const walk = async (path: string) => {
      for await (const entry of Deno.readDir(path)) {
        if (entry.isDirectory) await walk(`${path}/${entry.name}`);
        else found.push(await Deno.readTextFile(`${path}/${entry.name}`));
      }
    };
    await walk(folder);
    for (const text of found) assert(!text.includes(API_KEY) && !text.includes("org-ours"));
    const opened = await openArchive(`${folder}/cassette`);
    const replay = replayFetch(createReplaySession(opened));
    assertEquals(await (await replay("https://b.test/v1/chat/completions", init)).json(), { echo: "redacted" });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a status, a lost connection and the time to wait are replayed as they were", async () => {
  const cassette = emptyCassette();
  const answers = [
    () => Promise.resolve(Response.json({ error: "slow" }, { status: 429, headers: { "retry-after-ms": "5" } })),
    () => Promise.reject(new TypeError("connection refused")),
  ];
  const init = { method: "POST", body: "{}" };
  const record = recordFetch(() => answers.shift()!(), cassette);
  await record("https://a.test/v1/responses", init);
  await assertRejects(() => record("https://a.test/v1/embeddings", init), TypeError, "refused");
  const replay = replayFetch(createReplaySession(await openedCassette(cassette)));
  const slow = await replay("https://a.test/v1/responses", init);
  assertEquals([slow.status, slow.headers.get("retry-after-ms")], [429, "5"]);
  await assertRejects(() => replay("https://a.test/v1/embeddings", init), TypeError, "failed too");
});

Deno.test("the recording of a site is no cassette", async () => {
  const session = createReplaySession(await archiveWith([{ url: "https://shop.test/" }]));
  assertThrows(() => replayFetch(session), ConfigError, "must be a cassette");
});
