import { assertEquals } from "@std/assert";
import { type Archive, exportHar, harSchema, harText, importHar } from "../../../../env/replay/mod.ts";
import { archiveWith } from "../fixture.ts";
import { type Entry, importOf } from "./har_fixture.ts";

const SHOP = "https://shop.test/";
const form = "application/x-www-form-urlencoded";

/** One of each kind that an archive can hold. */
const ENTRIES: readonly Entry[] = [
  {
    more: { _resourceType: "document" },
    headers: [["content-type", "text/html; charset=utf-8"], ["set-cookie", "a=1; Path=/"], ["set-cookie", "b=2"]],
    text: "<h1>Käse</h1>",
  },
  {
    url: `${SHOP}latin`,
    type: "text/html; charset=iso-8859-1",
    text: "Käse",
    content: { size: 4, mimeType: "", text: "Käse" },
  },
  {
    url: `${SHOP}a.png`,
    type: "image/png",
    content: { size: 4, mimeType: "image/png", text: "iVBORw==", encoding: "base64" },
  },
  { url: `${SHOP}cart`, text: "empty" },
  {
    url: `${SHOP}add`,
    method: "POST",
    postData: { mimeType: form, text: "id=1&n=2" },
    status: 303,
    headers: [["location", "/cart"]],
    content: { size: 0 },
  },
  { url: `${SHOP}cart`, text: "one" },
  {
    url: `${SHOP}raw`,
    method: "PUT",
    requestHeaders: [["content-type", "application/octet-stream"], ["content-length", "2"]],
    postData: { text: "\x80\xff" },
    text: "",
    content: { size: 0 },
  },
  {
    url: `${SHOP}lost`,
    method: "POST",
    requestHeaders: [["content-type", "application/json"], ["content-length", "9"]],
    text: "{}",
    type: "application/json",
  },
  { url: `${SHOP}next`, more: { _resourceType: "document" }, text: "next" },
  { url: `${SHOP}cut`, content: { size: -1 } },
  { url: `${SHOP}failed`, status: -1 },
  { url: `${SHOP}same`, status: 304, content: { size: 0 } },
  { url: `${SHOP}events`, type: "text/event-stream", text: "data: ä\n\n" },
  {
    url: "wss://shop.test/chat",
    status: 101,
    more: {
      _webSocketMessages: [
        { type: "send", time: 1, opcode: 1, data: "hello" },
        { type: "receive", time: 1.5, opcode: 2, data: "gP8=" },
      ],
    },
  },
];

async function bodiesOf(archive: Archive): Promise<unknown> {
  return await Promise.all(archive.exchanges.map(async ({ request, response }) => [
    request.body === undefined || request.body === "unknown" ? request.body : [...await archive.body(request.body)],
    response?.body === undefined ? undefined : [...await archive.body(response.body)],
    response?.stream === undefined ? undefined : await archive.stream(response.stream),
  ]));
}

Deno.test("what is exported is HAR 1.2, the same every time, and comes back as it was", async () => {
  const { archive } = await importOf(ENTRIES);
  const har = await exportHar(archive);
  assertEquals(harSchema.safeParse(har).error?.issues ?? [], []);
  assertEquals(JSON.parse([...harText(har)].join("")), har);
  assertEquals(JSON.stringify(await exportHar(archive)), JSON.stringify(har));
  const back = await importHar(har);
  const byId = (exchanges: Archive["exchanges"]) => exchanges.toSorted((a, b) => a.id < b.id ? -1 : 1);
  assertEquals(byId(back.archive.exchanges), byId(archive.exchanges));
  assertEquals(back.archive.exchanges.length, ENTRIES.length);
  assertEquals(back.archive.manifest.profile, archive.manifest.profile);
  const again = await importHar(await exportHar(back.archive));
  assertEquals(await bodiesOf(again.archive), await bodiesOf(back.archive));
});

Deno.test("entries stand in an order in which they can have happened, in virtual time from the epoch on", async () => {
  const { archive } = await importOf(ENTRIES);
  const { log } = await exportHar(archive);
  const paths = log.entries.map(({ request }) => new URL(request.url).pathname);
  assertEquals(
    paths.indexOf("/cart") < paths.indexOf("/add") && paths.indexOf("/add") < paths.lastIndexOf("/cart"),
    true,
  );
  assertEquals(
    log.entries.map(({ startedDateTime }) => Date.parse(startedDateTime) - archive.profile.epochMs),
    paths.map((_, at) => at * 10),
  );
  assertEquals(log.pages.map(({ id }) => id), [...new Set(log.entries.map(({ pageref }) => pageref))]);
  assertEquals(log.pages[0]?.id, "step_-1");
});

Deno.test("a recording of our own keeps class, failure and scope on its way out and back", async () => {
  const archive = await archiveWith([
    { url: `${SHOP}mine`, answer: "mine", sessionClass: "logged-in" },
    { url: `${SHOP}open`, answer: "open" },
    { url: `${SHOP}down`, failure: "network" },
    { url: `${SHOP}empty`, method: "POST", body: "", answer: "x" },
  ], { schema: 1, loginCookies: ["sid"] });
  const { archive: back } = await importHar(await exportHar(archive));
  const told = (from: Archive) =>
    from.exchanges.map(({ request, sessionClass, failure }) => [request.url, request.body, sessionClass, failure])
      .sort();
  assertEquals(told(back), told(archive));
  assertEquals(back.manifest.scopes, archive.manifest.scopes);
});
