import { assertEquals } from "@std/assert";
import { findChromium, openChromium } from "../../../env/chromium/mod.ts";
import { createReplaySession, serveReplay } from "../../../env/replay/mod.ts";
import { archiveWith } from "../replay/fixture.ts";

/** Every way in which a page reaches for other hosts without being asked to. */
function reaching(canary: string): string {
  const outside = `http://${canary}`;
  const named = "https://elsewhere.example";
  const rules = (kind: string) =>
    `<script type="speculationrules">{"${kind}":[{"source":"list","eagerness":"immediate",` +
    `"urls":["${outside}/${kind}","${named}/${kind}","/next"]}]}</script>`;
  const links = ["preconnect", "dns-prefetch", "prefetch", "preload", "prerender", "modulepreload", "icon", "manifest"]
    .flatMap((rel) => [outside, named].map((to) => `<link rel=${rel} href="${to}/${rel}" as=image crossorigin>`));
  return `<!doctype html><html lang=en><title>Canary</title>${links.join("")}${rules("prefetch")}${rules("prerender")}
<h1>Canary</h1><a href="/away" ping="${outside}/ping ${named}/ping">Leave</a>
<img src="${outside}/img" alt=""><iframe src="${outside}/frame"></iframe><video src="${outside}/video"></video>
<script>
for (const to of ["${outside}", "${named}"]) {
  fetch(to + "/fetch", { mode: "no-cors" }).catch(() => {});
  fetch(to + "/keepalive", { method: "POST", body: "x", keepalive: true, mode: "no-cors" }).catch(() => {});
  navigator.sendBeacon(to + "/beacon", "x");
  new Image().src = to + "/pixel";
  new EventSource(to + "/events");
  try { new WebSocket(to.replace("http", "ws") + "/socket"); } catch {}
  addEventListener("pagehide", () => navigator.sendBeacon(to + "/bye", "x"));
}
try {
  const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:${canary}" }] });
  peer.createDataChannel("x");
  peer.createOffer().then((offer) => peer.setLocalDescription(offer)).catch(() => {});
} catch {}
</script>`;
}

Deno.test("whatever a page reaches for, no connection leaves the replay", async () => {
  const canary = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const address = `127.0.0.1:${(canary.addr as Deno.NetAddr).port}`;
  let connections = 0;
  const counting = (async () => {
    for await (const connection of canary) {
      connections++;
      connection.close();
    }
  })();
  // The canary hears: a connection made on purpose is counted.
  (await Deno.connect({ hostname: "127.0.0.1", port: (canary.addr as Deno.NetAddr).port })).close();
  const redirect = (location: string) => ({ status: 302, headers: [["location", location]] as [string, string][] });
  const session = createReplaySession(
    await archiveWith([
      { url: "https://shop.test/", answer: reaching(address) },
      { url: "https://shop.test/next", answer: "<h1>Next</h1>" },
      { url: "https://shop.test/away", ...redirect(`http://${address}/redirected`) },
    ]),
    { onMiss: "soft404" },
  );
  const transport = await serveReplay(session);
  const browser = await openChromium({
    chromium: findChromium(Deno.env.toObject()),
    transport,
    screenshots: false,
  });
  await browser.reset("https://shop.test/");
  const { observation } = await browser.observe();
  const ref = /link "Leave" \[ref=(e\d+)\]/.exec(observation.text)![1]!;
  await browser.act({ kind: "click", ref });
  await browser.act({ kind: "goto", url: "https://shop.test/next" });
  await browser.act({ kind: "wait" });
  const { leaks } = browser.report();
  await browser.close();
  await transport.close();
  assertEquals([connections, leaks], [1, 0]);
  canary.close();
  await counting;
});
