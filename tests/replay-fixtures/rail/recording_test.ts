import { assert, assertEquals } from "@std/assert";
import { createReplaySession, openArchive } from "../../../env/replay/mod.ts";
import { documentAddresses } from "../../../replay-fixtures/rail/server/document_addresses.ts";
import { railServer } from "../../../replay-fixtures/rail/server/rail_server.ts";
import { site } from "../../../replay-fixtures/rail/site.ts";
import { defaultWorld } from "../../../replay-fixtures/rail/world.ts";

const NAVIGATION = { accept: "text/html", "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" };

Deno.test("every address that a form can lead to is in the recording, word for word", async () => {
  const session = createReplaySession(await openArchive(site.archive), { handlers: site.handlers });
  for (const url of documentAddresses(defaultWorld)) {
    assertEquals([session.match({ method: "GET", url, headers: NAVIGATION }).level, url], ["exact", url]);
  }
  assertEquals(session.misses(), []);
});

Deno.test("what was recorded is what the server says today", async () => {
  const archive = await openArchive(site.archive);
  const serve = railServer(defaultWorld);
  let compared = 0;
  for (const { request, response } of archive.exchanges) {
    const handled = site.handlers.some((handler) =>
      handler.handles({ method: request.method, url: new URL(request.url), headers: {}, body: "", form: {} })
    );
    if (handled || request.method !== "GET") continue;
    const live = await serve(new Request(request.url));
    assertEquals([request.url, live.status], [request.url, response?.status]);
    const recorded = response?.body === undefined ? new Uint8Array() : await archive.body(response.body);
    assertEquals(await live.bytes(), new Uint8Array(recorded), request.url);
    compared++;
  }
  assert(compared > 350);
});

Deno.test("the recording keeps to its size", async () => {
  const archive = await openArchive(site.archive);
  const refs = new Map(
    archive.exchanges.flatMap(({ response }) =>
      response?.body === undefined ? [] : [[response.body, response.size] as const]
    ),
  );
  const { size } = await Deno.stat(new URL("entries.jsonl", site.archive));
  assert([...refs.values()].reduce((sum, bytes) => sum + bytes, size) < 2_500_000);
});
