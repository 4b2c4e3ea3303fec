import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { http, HttpResponse } from "msw/http";
import { createReplaySession, serveReplay, type StatefulHandler } from "../../../../env/replay/mod.ts";
import { archiveWith, ask, MANIFEST } from "../fixture.ts";
import { loopbackClient } from "../loopback_client.ts";

const SHOP = "https://shop.test";

Deno.test("a handler of the user answers first, and uses up nothing of the recording", async () => {
  const archive = await archiveWith([{ url: `${SHOP}/n`, answer: "1" }, { url: `${SHOP}/n`, answer: "2" }]);
  const session = createReplaySession(archive);
  const once = http.get(`${SHOP}/n`, () => HttpResponse.text("mine"), { once: true });
  const transport = await serveReplay(session, { userHandlers: [once] });
  using client = await loopbackClient(transport);
  const read = async (path: string) => await (await client.get(SHOP + path)).text();
  assertEquals([await read("/n"), await read("/n"), await read("/n")], ["mine", "1", "2"]);
  assertStringIncludes(await read("/none"), "Not in the recording");
  const { exchanges, validity } = transport.report();
  assertEquals(exchanges.map(({ level, kind }) => `${level} ${kind}`), [
    "user document",
    "exact document",
    "exact document",
    "miss document",
  ]);
  assertEquals(validity, "diverged");
  await transport.close();
});

Deno.test("plain http has a listener of its own, and is another address than https", async () => {
  const archive = await archiveWith([{ url: "http://shop.test/x", answer: "plain" }]);
  const transport = await serveReplay(createReplaySession(archive));
  using client = await loopbackClient(transport);
  assertEquals(await (await client.get("http://shop.test/x")).text(), "plain");
  const other = await client.get("https://shop.test/x");
  await other.text();
  assertEquals(other.headers.get("x-replay"), "miss");
  await transport.close();
});

Deno.test("nothing is cacheable or compressed, and the date is the recording's", async () => {
  const text = "many words ".repeat(200);
  const archive = await archiveWith([{ url: `${SHOP}/`, answer: text }]);
  const transport = await serveReplay(createReplaySession(archive));
  using client = await loopbackClient(transport);
  const response = await client.get(`${SHOP}/`, { headers: { "accept-encoding": "gzip, br" } });
  assertEquals(await response.text(), text);
  assertEquals(response.headers.get("cache-control"), "no-store, no-transform");
  assertEquals(response.headers.get("content-encoding"), null);
  assertEquals(response.headers.get("date"), new Date(MANIFEST.profile.epochMs).toUTCString());
  await transport.close();
});

Deno.test("the report is ordered by step and address, not by arrival", async () => {
  const archive = await archiveWith(["a", "b", "c"].map((name) => ({ url: `${SHOP}/${name}`, answer: name })));
  const transport = await serveReplay(createReplaySession(archive));
  using client = await loopbackClient(transport);
  transport.setStep(0);
  await (await client.get(`${SHOP}/c`)).text();
  await (await client.get(`${SHOP}/a`)).text();
  transport.setStep(1);
  await (await client.get(`${SHOP}/b`)).text();
  assertEquals(
    transport.report().exchanges.map(({ step, url }) => `${step} ${url}`),
    [`0 ${SHOP}/a`, `0 ${SHOP}/c`, `1 ${SHOP}/b`],
  );
  await transport.close();
});

Deno.test("a miss stops the episode by default, and not with soft404", async () => {
  const archive = await archiveWith([{ url: `${SHOP}/` }]);
  for (const onMiss of ["stop", "soft404"] as const) {
    const session = createReplaySession(archive, { onMiss });
    session.match(ask(`${SHOP}/none`));
    assertEquals(session.diverged() !== undefined, onMiss === "stop");
    assertEquals(session.validity(), "diverged");
  }
  const session = createReplaySession(archive);
  session.match(ask(`${SHOP}/none?x=1`));
  assertEquals(
    session.diverged(),
    `Cannot replay GET ${SHOP}/none?x=1 as the recording does not hold it: no exchange with path /none on shop.test`,
  );
});

Deno.test("a handler that throws breaks the request, and the next question to the transport says why", async () => {
  const broken: StatefulHandler = {
    name: "broken",
    init: () => 0,
    handles: () => true,
    reduce() {
      throw new RangeError("no such item");
    },
  };
  const transport = await serveReplay(createReplaySession(await archiveWith([]), { handlers: [broken] }));
  using client = await loopbackClient(transport);
  await client.get(`${SHOP}/`).then((response) => response.text()).catch((error: unknown) => error);
  assertThrows(() => transport.diverged(), RangeError, "no such item");
  await transport.close();
});

Deno.test("closing waits for no request that hangs", async () => {
  const archive = await archiveWith([]);
  const hanging = http.get(`${SHOP}/hang`, () => new Promise<Response>(() => {}));
  const transport = await serveReplay(createReplaySession(archive), { userHandlers: [hanging] });
  using client = await loopbackClient(transport);
  const asked = client.get(`${SHOP}/hang`).catch((error: unknown) => error);
  while (transport.inFlight() === 0) await client.get(`${SHOP}/other`).then((response) => response.text());
  assertEquals(transport.inFlight() > 0, true);
  await transport.close();
  assertEquals(await asked instanceof TypeError, true);
});

Deno.test("a site on ports of its own has a listener for each, by its scheme", async () => {
  const archive = await archiveWith([
    { url: "https://shop.test:8443/x", answer: "secure" },
    { url: "http://shop.test:8080/x", answer: "plain" },
    { url: "https://shop.test/x", answer: "usual" },
  ]);
  const transport = await serveReplay(createReplaySession(archive));
  using client = await loopbackClient(transport);
  for (const { request } of archive.exchanges) {
    const text = await (await client.get(request.url)).text();
    assertEquals([request.url, text.length > 0], [request.url, true]);
  }
  const report = transport.report();
  assertEquals(report.exchanges.map(({ level }) => level), ["exact", "exact", "exact"]);
  await transport.close();
});
