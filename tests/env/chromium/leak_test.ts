import { assertEquals } from "@std/assert";
import { findChromium, openChromium } from "../../../env/chromium/mod.ts";
import type { PageTransport } from "../../../env/mod.ts";

/** A transport whose rules lead every plain request to one address. */
function leadingTo(target: string): PageTransport {
  return {
    resolverRules: `MAP *:80 ${target}, MAP * ~NOTFOUND`,
    profile: { epochMs: 0, seed: 1, viewport: { width: 800, height: 600 }, locale: "en-GB", timezone: "UTC" },
    setStep: () => {},
    inFlight: () => 0,
    diverged: () => undefined,
    report: () => ({ state: {}, exchanges: [], validity: "clean", misses: [], leaks: 0 }),
    close: () => Promise.resolve(),
  };
}

async function leaksOf(target: string): Promise<number> {
  const browser = await openChromium({
    chromium: findChromium(Deno.env.toObject()),
    transport: leadingTo(target),
    screenshots: false,
  });
  try {
    await browser.reset("http://a.test/");
    await browser.observe();
    return browser.report().leaks;
  } finally {
    await browser.close();
  }
}

const outside = Deno.networkInterfaces().find((one) => one.family === "IPv4" && !one.address.startsWith("127."))
  ?.address;

Deno.test({
  name: `an answer from another address than loopback is counted as a leak${
    outside === undefined ? " (skipped: this machine has no other address)" : ""
  }`,
  ignore: outside === undefined,
  async fn() {
    const server = Deno.serve(
      { port: 0, hostname: "0.0.0.0", onListen() {} },
      () => new Response("<h1>hello</h1>", { headers: { "content-type": "text/html" } }),
    );
    try {
      assertEquals(await leaksOf(`127.0.0.1:${server.addr.port}`), 0);
      assertEquals(await leaksOf(`${outside}:${server.addr.port}`), 1);
    } finally {
      await server.shutdown();
    }
  },
});
