import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { drawSeed, ModelError, section, tokenCounter } from "../../../models/mod.ts";
import { readerPreset, simulatedFetch, simulatedModel } from "../../../models/simulated/mod.ts";
import { CHEAPEST, goalFor, LAMPS, prompt, SmallShop } from "./small_shop.ts";

const MESSAGES = prompt(goalFor(LAMPS), [], new SmallShop(LAMPS).observe(), "full");
const PRESET = readerPreset("gpt-4o-curve", { formatError: 0 });

function post(body: unknown, path = "/v1/chat/completions"): Request {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return new Request(`https://any.test${path}`, { method: "POST", body: text });
}

Deno.test("usage and latency follow from the prompt, images included", async () => {
  const model = simulatedModel({ preset: PRESET, playbooks: [CHEAPEST] });
  const image = { type: "image", sha256: "0".repeat(64), width: 1280, height: 720 } as const;
  const withImage = MESSAGES.map((message, i) =>
    i === 1 ? { ...message, content: [...message.content, image] } : message
  );
  const count = tokenCounter("openai-tiles");
  const words = MESSAGES.flatMap(({ content }) => content).reduce(
    (sum, part) => sum + (part.type === "text" ? count.text(part.text) : 0),
    0,
  );
  const plain = await model.complete({ messages: MESSAGES, seed: 0, maxOutputTokens: 500 });
  const pictured = await model.complete({ messages: withImage, seed: 0, maxOutputTokens: 500 });
  assertEquals(plain.usage.inputTokens, words);
  assertEquals(pictured.usage.inputTokens, words + 1_105);
  assertEquals(plain.usage.outputTokens, count.text(plain.text));
  assertEquals(plain.latencyMs, Math.round(words / 1_000 * 60 + plain.usage.outputTokens * 15));
  // A picture is billed and waited for; it does not make the words harder to find.
  assertEquals(pictured.text, plain.text);
  assert(pictured.latencyMs > plain.latencyMs);
});

Deno.test("a reply is cut at the limit", async () => {
  const model = simulatedModel({ preset: PRESET, playbooks: [CHEAPEST] });
  const { text, usage } = await model.complete({ messages: MESSAGES, seed: 0, maxOutputTokens: 12 });
  assertEquals(usage.outputTokens <= 12 && usage.outputTokens >= 11, true);
  assertEquals(text.endsWith("}"), false);
});

Deno.test("a goal that no playbook knows is the operator's fault", async () => {
  const model = simulatedModel({ preset: PRESET, playbooks: [CHEAPEST] });
  const messages = prompt("Water the plants.", [], new SmallShop(LAMPS).observe(), "full");
  const error = await assertRejects(
    () => model.complete({ messages, seed: 0, maxOutputTokens: 100 }),
    ModelError,
  );
  assertEquals(error.blame, "operator");
  assertEquals(
    error.message,
    "Cannot ask gpt-4o-curve as the endpoint must answer: status 400 No playbook knows the goal " +
      '"Water the plants.": small-shop/cheapest',
  );
});

Deno.test("what is no chat completion is refused with its own status", async () => {
  const fetch = simulatedFetch({ preset: PRESET, playbooks: [CHEAPEST] });
  const table: readonly [Request, number, string][] = [
    [new Request("https://any.test/v1/models"), 404, "not_found"],
    [post({}, "/v1/embeddings"), 404, "not_found"],
    [post("not json"), 400, "invalid_request"],
    [post({ model: "m" }), 400, "invalid_request"],
    [post({ model: "m", messages: [], seed: -1 }), 400, "invalid_request"],
    [post({ model: "m", messages: [] }), 400, "no_playbook"],
  ];
  for (const [request, status, type] of table) {
    const response = await fetch(request);
    const { error } = await response.json();
    assertEquals([response.status, error.type], [status, type]);
  }
});

Deno.test("the order of requests, and what came before, change no reply", async () => {
  const fetch = simulatedFetch({ preset: PRESET, playbooks: [CHEAPEST] });
  const bodies = Array.from({ length: 6 }, (_, seed) => ({
    model: "m",
    seed: drawSeed(seed, 0),
    messages: MESSAGES.map(({ role, content }) => ({
      role,
      content: content.map((part) => ({ type: "text", text: part.type === "text" ? part.text : "" })),
    })),
  }));
  const ask = async (body: unknown) => await (await fetch(post(body))).text();
  const there = [];
  for (const body of bodies) there.push(await ask(body));
  const back = await Promise.all(bodies.toReversed().map(ask));
  assertEquals(back.toReversed(), there);
});

const order = (tokens: number) => section("notice", { kind: "summarize" }, `Put this into at most ${tokens} tokens.`);

function foldRequest(sections: string, tokens: number, seed: number) {
  const text = section("task", {}, goalFor(LAMPS)) + sections + order(tokens);
  return {
    messages: [{ role: "user", content: [{ type: "text", text }] }] as const,
    seed: drawSeed(seed, 0),
    maxOutputTokens: 1_000,
  };
}

const NOTES = Array.from({ length: 10 }, (_, i) => `[price.${i}: ${i}.50]`).join(" ");

Deno.test("a request for a summary gets the notes of all steps and the last mark, within its tokens", async () => {
  const model = simulatedModel({ preset: readerPreset("perfect"), playbooks: [CHEAPEST] });
  const steps = section("summary", { step: "0" }, `Began. ${NOTES}`) +
    section("reply", { step: "1" }, JSON.stringify({ thought: "[fee: 4.15] [done: first-page] [done: page.2]" }));
  const { text } = await model.complete(foldRequest(steps, 400, 0));
  assertStringIncludes(text, NOTES);
  assertStringIncludes(text, "[fee: 4.15] [done: page.2]");
  assertEquals(text.includes("[done: first-page]"), false);
  const short = await model.complete(foldRequest(steps, 60, 0));
  assert(short.usage.outputTokens <= 60, `${short.usage.outputTokens}`);
  assertStringIncludes(short.text, "[done: page.2]");
});

Deno.test("a request for a summary also reads pages that nobody wrote down, the last one too", async () => {
  const shop = new SmallShop(LAMPS, { banner: false });
  shop.act({ kind: "goto", url: "https://small.test/list?page=1" });
  const page = section("page", { step: "3" }, shop.observe().text);
  const model = simulatedModel({ preset: readerPreset("perfect"), playbooks: [CHEAPEST] });
  const { text } = await model.complete(foldRequest(page, 200, 0));
  assertStringIncludes(text, "[pages: 2]");
});

Deno.test("what is folded again and again loses again and again", async () => {
  const model = simulatedModel({ preset: readerPreset("gpt-4o-curve", { write: 0.8 }), playbooks: [CHEAPEST] });
  const kept = [0, 0, 0, 0];
  for (let seed = 0; seed < 40; seed++) {
    let text = NOTES;
    for (let round = 0; round < kept.length; round++) {
      const folded = section("folded", { from: "0", to: String(5 * round) }, text);
      ({ text } = await model.complete(foldRequest(folded, 500, seed)));
      kept[round] = (kept[round] ?? 0) + (text.match(/\[price/g)?.length ?? 0) / 400;
    }
  }
  kept.forEach((share, round) => {
    assert(Math.abs(share - 0.8 ** (round + 1)) < 0.08, `${share} after ${round + 1} rounds`);
  });
});
