import { assertEquals } from "@std/assert";
import { drift, type DriftOptions } from "../../../../env/replay/mod.ts";
import { archiveWith, type Recorded } from "../fixture.ts";

const SHOP = "https://shop.test";
const LIST = `<html><body><main><h1>Lamps</h1><ul>${"<li><a href=/l>A lamp</a> 10 €</li>".repeat(8)}</ul>
<button>Buy</button></main></body></html>`;
const json = { headers: [["content-type", "application/json"]] as [string, string][], destination: "empty" };

const RECORDED: readonly Recorded[] = [
  { url: `${SHOP}/list`, answer: LIST },
  { url: `${SHOP}/old`, status: 302, headers: [["location", "/list"]] },
  { url: `${SHOP}/data`, answer: '{"items":[{"id":1,"price":10}]}', ...json },
  { url: `${SHOP}/cart`, answer: "<p>one lamp", chain: "a".repeat(64) },
  { url: `${SHOP}/mine?token=redacted`, answer: "<p>mine" },
  { url: `${SHOP}/a.png`, answer: "png", destination: "image", headers: [["content-type", "image/png"]] },
  { method: "POST", url: `${SHOP}/buy`, answer: "bought" },
];

/** A live site, by path; what it was asked. */
function site(answers: Readonly<Record<string, () => Response>>) {
  const asked: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    const { pathname } = new URL(request.url);
    asked.push(`${request.method} ${pathname}`);
    return answers[pathname]?.() ?? new Response("none", { status: 404 });
  });
  return { origin: `http://127.0.0.1:${server.addr.port}`, asked, stop: () => server.shutdown() };
}

const page = (html: string) => () => new Response(html, { headers: { "content-type": "text/html" } });
const data = (value: unknown) => () => Response.json(value);
const AS_RECORDED = {
  "/list": page(LIST),
  "/old": () => new Response(null, { status: 301, headers: { location: "/list" } }),
  "/data": data({ items: [{ price: 10, id: 1 }] }),
};

async function against(
  answers: Readonly<Record<string, () => Response>>,
  options: Partial<DriftOptions> = {},
) {
  const live = site(answers);
  const waits: number[] = [];
  try {
    const report = await drift(await archiveWith(RECORDED), {
      fetch,
      wall(ms, expired) {
        // Waits are noted and are over at once; the time for an answer never runs out.
        if (ms !== 1000) return () => {};
        waits.push(ms);
        queueMicrotask(expired);
        return () => {};
      },
      map: { "shop.test": live.origin },
      ...options,
    });
    const classes = Object.fromEntries(report.pages.map((found) => [new URL(found.url).pathname, found.class]));
    return { report, classes, asked: live.asked, waits };
  } finally {
    await live.stop();
  }
}

Deno.test("a site that says the same is fresh; only pages and JSON are asked for, politely, and never a mutation", async () => {
  const { report, classes, asked, waits } = await against(AS_RECORDED);
  assertEquals(classes, { "/list": "fresh", "/old": "fresh", "/data": "fresh" });
  assertEquals(asked, ["GET /list", "GET /old", "GET /list", "GET /data"]);
  assertEquals(waits, [1000, 1000, 1000]);
  assertEquals([report.compared, report.comparable, report.stateful], [3, 3, 2]);
  assertEquals(report.summary, "shop: 3 of 3 addresses compared: 3 fresh");
});

Deno.test("values move, shapes change, pages go, and sites refuse", async (t) => {
  const cases: readonly [name: string, path: string, answer: () => Response, kind: string, reason: string][] = [
    ["other prices", "/list", page(LIST.replaceAll("10 €", "12 €")), "values-moved", "of its text is the same"],
    ["another form", "/list", page("<html><body><div>New look</div></body></html>"), "shape-changed", "elements"],
    ["other values", "/data", data({ items: [{ id: 2, price: 5 }, { id: 3, price: 6 }] }), "values-moved", "values"],
    ["another type", "/data", data({ items: [{ id: "1", price: 10 }] }), "shape-changed", "fields or their types"],
    ["a field less", "/data", data({ items: [{ id: 1 }] }), "shape-changed", "fields or their types"],
    [
      "no JSON",
      "/data",
      () => new Response("{", { headers: { "content-type": "application/json" } }),
      "shape-changed",
      "no JSON",
    ],
    ["a page for data", "/data", page("<p>log in"), "shape-changed", "type text/html instead of application/json"],
    ["gone", "/data", () => new Response("", { status: 410 }), "gone", "status 410"],
    ["refused", "/data", () => new Response("", { status: 429 }), "blocked", "status 429"],
    ["broken", "/data", () => new Response("", { status: 503 }), "blocked", "status 503"],
    [
      "a login",
      "/data",
      () => new Response(null, { status: 302, headers: { location: "/list" } }),
      "shape-changed",
      "it leads to",
    ],
    [
      "another site",
      "/data",
      () => new Response(null, { status: 302, headers: { location: "https://else.test/" } }),
      "shape-changed",
      "which was not recorded",
    ],
    [
      "a circle",
      "/data",
      () => new Response(null, { status: 302, headers: { location: "/data" } }),
      "gone",
      "redirects do not end",
    ],
  ];
  for (const [name, path, answer, kind, reason] of cases) {
    await t.step(name, async () => {
      const { report } = await against({ ...AS_RECORDED, [path]: answer });
      const found = report.pages.find(({ url }) => url === SHOP + path)!;
      assertEquals([found.class, found.reasons.join("; ").includes(reason)], [kind, true], found.reasons.join("; "));
    });
  }
});

Deno.test("an element that a trajectory used and a new host of others are told", async () => {
  const changed = LIST.replace("<button>Buy", '<script src="https://ads.test/a.js"></script><button>Order');
  const { report } = await against({ ...AS_RECORDED, "/list": page(changed) }, {
    locators: [
      { url: `${SHOP}/list`, role: "button", name: "Buy" },
      { url: `${SHOP}/list`, selector: "main ul a" },
      { url: `${SHOP}/list`, selector: "[[" },
      { url: `${SHOP}/else`, selector: "nothing" },
    ],
  });
  assertEquals(report.pages[0]?.class, "shape-changed");
  assertEquals(report.pages[0]?.lostLocators, [{ url: `${SHOP}/list`, role: "button", name: "Buy" }]);
  assertEquals(report.newHosts, ["ads.test"]);
});

Deno.test("a sample is the same every time, and a site that is not there is gone", async () => {
  const first = await against(AS_RECORDED, { sample: 1 });
  const second = await against(AS_RECORDED, { sample: 1 });
  assertEquals([first.report.compared, first.report.pages], [1, second.report.pages]);
  const { classes } = await against({}, { fetch: () => Promise.reject(new TypeError("refused")) });
  assertEquals(classes, { "/list": "gone", "/old": "gone", "/data": "gone" });
});

Deno.test("a recording that is older than its archive allows says so", async () => {
  const archive = await archiveWith(RECORDED);
  const manifest = { ...archive.manifest, freshness: { recordedOn: "2026-01-05", maxAgeDays: 30 } };
  const on = (nowMs: number) =>
    drift({ ...archive, manifest }, {
      fetch: () => Promise.reject(new TypeError("down")),
      wall: () => () => {},
      nowMs,
      sample: 1,
    });
  assertEquals((await on(Date.UTC(2026, 1, 4))).daysTooOld, undefined);
  const old = await on(Date.UTC(2026, 1, 9));
  assertEquals([old.daysTooOld, old.summary], [
    5,
    "shop: 1 of 3 addresses compared: 1 gone; 5 days older than it may be",
  ]);
});
