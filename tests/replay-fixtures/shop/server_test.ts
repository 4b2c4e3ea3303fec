import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { parseHTML } from "linkedom";
import { openArchive } from "../../../env/replay/mod.ts";
import { isStateful } from "../../../replay-fixtures/recordable.ts";
import { documentAddresses, shopServer } from "../../../replay-fixtures/shop/server/mod.ts";
import { resources } from "../../../replay-fixtures/shop/server/recorded.ts";
import { site } from "../../../replay-fixtures/shop/site.ts";
import { defaultWorld, variantWorld } from "../../../replay-fixtures/shop/world.ts";

Deno.test("the pages are few enough to be crawled whole", () => {
  assertEquals(documentAddresses(defaultWorld).length, 302);
  assertEquals(documentAddresses(variantWorld(1)).length, 302);
});

Deno.test("every link, picture and script of every page leads to something that is there", async () => {
  for (const world of [defaultWorld, variantWorld(1)]) {
    const all = resources(world);
    for (const address of documentAddresses(world)) {
      const { document } = parseHTML(String(all.get(address)?.().body));
      for (const element of document.querySelectorAll("a[href], img[src], script[src], link[href]")) {
        const target = new URL(element.getAttribute("href") ?? element.getAttribute("src") ?? "", address);
        const isThere = all.has(target.href) || isStateful(site, target);
        assert(isThere, `${address} leads to ${target.href}`);
      }
    }
  }
  const answer = await shopServer(defaultWorld)(new Request("https://shop.test/nowhere"));
  assertEquals(answer.status, 404);
});

Deno.test("what is in the basket and who is signed in changes no recorded page", async () => {
  const server = shopServer(defaultWorld);
  const { number, password } = defaultWorld.customer;
  const post = (path: string, body: Record<string, string>) =>
    server(new Request(`https://shop.test${path}`, { method: "POST", body: new URLSearchParams(body) }));
  const read = async (address: string) => await (await server(new Request(address))).text();
  const addresses = documentAddresses(defaultWorld).filter((_, i) => i % 7 === 0);
  const before = await Promise.all(addresses.map(read));
  assertEquals(
    (await post("/basket/add", { product: defaultWorld.products[0]?.slug ?? "", quantity: "2" })).status,
    303,
  );
  assertEquals((await post("/sign-in", { number, password })).status, 303);
  assertEquals(await Promise.all(addresses.map(read)), before);
  assertStringIncludes(await read("https://shop.test/basket"), `2 times ${defaultWorld.products[0]?.name}`);
});

Deno.test("the recording is that of the shop as it is now", async () => {
  const archive = await openArchive(site.archive);
  const recorded = new Map(archive.exchanges.map((exchange) => [exchange.request.url, exchange.response?.body]));
  for (const [address, make] of resources(defaultWorld)) {
    if (address.endsWith("/icon.svg")) continue;
    const { body } = make();
    const ref = recorded.get(address);
    assert(ref !== undefined, `${address} is not recorded`);
    const bytes = await archive.body(ref);
    assertEquals(bytes, typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body), address);
  }
});

Deno.test("names and prices cannot break out of a page", async () => {
  const world = { ...defaultWorld, motto: '<script>alert("x")</script> & more' };
  const text = await (await shopServer(world)(new Request("https://shop.test/"))).text();
  assertStringIncludes(text, "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; more");
});

Deno.test("the link to the next page keeps the order and drops the mark", () => {
  const address = [...resources(defaultWorld).keys()].find((url) => url.includes("sort=price&show=recycled&page=1")) ??
    "";
  const { document } = parseHTML(String(resources(defaultWorld).get(address)?.().body));
  const next = [...document.querySelectorAll("a")].find(({ textContent }) => textContent === "Next page");
  assertEquals(new URL(next?.getAttribute("href") ?? "", address).search, "?sort=price&show=all&page=2");
});
