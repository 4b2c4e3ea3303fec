import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { documentAddresses } from "../../../replay-fixtures/rail/server/document_addresses.ts";
import { logoPng, stationSvg } from "../../../replay-fixtures/rail/server/assets.ts";
import { escapeHtml } from "../../../replay-fixtures/rail/server/html.ts";
import { railServer } from "../../../replay-fixtures/rail/server/rail_server.ts";
import { defaultWorld, type World } from "../../../replay-fixtures/rail/world.ts";

async function get(
  path: string,
  world: World = defaultWorld,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await railServer(world)(new Request(new URL(path, "https://rail.test/")));
  return { status: response.status, text: await response.text() };
}

function linksOf(html: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map((match) => (match[1] ?? "").replaceAll("&amp;", "&"));
}

Deno.test("every address that links and forms lead to answers, and there are few enough to record", async () => {
  const queue = ["https://rail.test/", ...documentAddresses(defaultWorld)];
  const found = new Set(queue);
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    const { status, text } = await get(url);
    assertEquals([status, url], [200, url]);
    for (const link of linksOf(text)) {
      const address = new URL(link, url).href;
      if (found.has(address) || /\/(?:account|book|login|assets)\b/.test(address)) continue;
      found.add(address);
      queue.push(address);
    }
  }
  assert(found.size > 300 && found.size < 400, String(found.size));
});

Deno.test("pages that can be read do not change with what a visitor does", async () => {
  const serve = railServer(defaultWorld);
  const page = async (): Promise<string> => await (await serve(new Request("https://rail.test/"))).text();
  const before = await page();
  const { number: customer, code } = defaultWorld.customer;
  await serve(
    new Request("https://rail.test/login", { method: "POST", body: new URLSearchParams({ customer, code }) }),
  );
  assertEquals(await page(), before);
});

Deno.test("the link to more trains keeps the order and forgets the filter", async () => {
  const { from, to, date } = { from: "oskeld", to: "quillhaven", date: defaultWorld.days[0]?.id };
  const { text } = await get(`/search?from=${from}&to=${to}&date=${date}&page=1&sort=price&direct=1`);
  assertStringIncludes(text, "sorted by price, direct only, page 1 of 2");
  const more = linksOf(text).find((link) => link.includes("page=2")) ?? "";
  assertStringIncludes((await get(more)).text, "sorted by price, direct and changing, page 2 of 2");
});

Deno.test("the search form has a later day chosen than the first", async () => {
  const { text } = await get("/");
  assertStringIncludes(text, `selected>${defaultWorld.days[2]?.label}</option>`);
});

Deno.test("the booking fee stands on the fare conditions and on no list or train page", async () => {
  const train = defaultWorld.routes[0]?.trains[0]?.number.replace(" ", "");
  const date = defaultWorld.days[0]?.id;
  assertMatch((await get("/fares")).text, /Booking fee €\d+\.\d\d/);
  for (const path of [`/trains/${train}?date=${date}`, `/search?from=oskeld&to=quillhaven&date=${date}`]) {
    assert(!/fee/i.test((await get(path)).text), path);
  }
});

Deno.test("searches that lead nowhere say so", async () => {
  for (const query of ["", "from=oskeld&to=oskeld&date=2031-03-14", "from=oskeld&to=quillhaven&date=1999-01-01"]) {
    const { status, text } = await get(`/search?${query}`);
    assertEquals(status, 200);
    assertStringIncludes(text, "No through train");
  }
});

Deno.test("what is not there is not found, and what can only be read takes no post", async () => {
  const paths = [
    "/x",
    "/trains/XX000?date=2031-03-14",
    "/stations/x",
    "/fares/x",
    "/notices/0",
    "/data/platforms/x.json",
    "/assets/x",
  ];
  for (const path of paths) assertEquals((await get(path)).status, 404, path);
  const posted = await railServer(defaultWorld)(new Request("https://rail.test/", { method: "POST" }));
  assertEquals(posted.status, 405);
});

Deno.test("the other origin serves maps", async () => {
  const { status, text } = await get("https://map.rail.test/oskeld");
  assertEquals(status, 200);
  assertMatch(text, /Bus stop, \d+ min on foot/);
  assertEquals((await get("https://map.rail.test/nowhere")).status, 404);
});

Deno.test("names with special characters stay text", async () => {
  assertEquals(escapeHtml(`<a href="x">&`), "&lt;a href=&quot;x&quot;&gt;&amp;");
  const stations = defaultWorld.stations.map((station) => ({ ...station, name: `<b>${station.name}` }));
  const { text } = await get("/stations", { ...defaultWorld, stations });
  assert(!text.includes("<b>"));
});

Deno.test("the sign is a PNG and a station's picture has a door for each platform", () => {
  const png = logoPng(defaultWorld);
  assertEquals([...png.slice(1, 4)].map((byte) => String.fromCharCode(byte)).join(""), "PNG");
  const [station] = defaultWorld.stations;
  assert(station !== undefined);
  assertEquals(stationSvg(station).match(/<rect x="\d+" y="34"/g)?.length, station.platforms.length);
});
