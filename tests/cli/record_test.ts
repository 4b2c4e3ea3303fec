import { assertEquals, assertStringIncludes } from "@std/assert";
import { runCommandLine } from "../../cli/program.ts";
import { ambientWorld } from "../../cli/wire.ts";
import { createReplaySession, openArchive } from "../../env/replay/mod.ts";

/** Pages 0 to 4, each leading to the next by a link that a script makes; the last has a form. */
function serveSite() {
  const page = (n: number) =>
    `<!doctype html><title>${n}</title><h1>Page ${n}</h1><main></main><script>
    document.querySelector("main").innerHTML = '<a href="/p?n=${n + 1}">Next</a>';</script>
    <label>Find <input name=q></label><button onclick="location='/found?q='+document.querySelector('input').value">Go</button>`;
  let asked: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    const { pathname, search, searchParams } = new URL(request.url);
    if (pathname !== "/favicon.ico") asked.push(pathname + search);
    const body = pathname === "/found" ? `found ${searchParams.get("q")}` : page(Number(searchParams.get("n") ?? 0));
    return new Response(body, { headers: { "content-type": "text/html" } });
  });
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    takeAsked() {
      const taken = asked;
      asked = [];
      return taken;
    },
    stop: () => server.shutdown(),
  };
}

async function m2(standing: string, ...typed: string[]) {
  const texts = { out: "", err: "" };
  const world = ambientWorld(typed);
  const screen = {
    ...world.screen,
    out: (text: string) => void (texts.out += text),
    err: (text: string) => void (texts.err += text),
  };
  const environment = (name: string) => name === "CI" ? undefined : world.environment(name);
  const code = await runCommandLine({ ...world, screen, standing, environment });
  return { code, ...texts };
}

Deno.test("a site is recorded by its live links, and what is missing is added as a layer that fetches nothing twice", async () => {
  const dir = await Deno.makeTempDir();
  const site = serveSite();
  const map = `shop.test=${site.origin}`;
  const first = await m2(dir, "record", "--map", map, "--crawl", "2", "--out", "shop-archive");
  assertEquals([first.code, first.err.includes("error")], [0, false]);
  assertStringIncludes(first.out, "shop.test: 2 steps, 2 exchanges in shop-archive");
  assertStringIncludes(first.err, "1 pages are left: raise --crawl");
  assertStringIncludes(first.err, "deno task m2 replay shop-archive");
  assertEquals(site.takeAsked(), ["/", "/", "/p?n=1"]);

  const again = await m2(dir, "record", "--map", map, "--out", "shop-archive");
  assertEquals(again.code, 2);
  assertStringIncludes(again.err, "add --replace to replace it, or --missing shop-archive to add what it lacks");
  assertEquals(site.takeAsked(), []);

  const walk = [
    { kind: "click", role: "link", name: "Next" },
    { kind: "click", role: "link", name: "Next" },
    { kind: "type", role: "textbox", name: "Find", text: "lamp" },
    { kind: "click", role: "button", name: "Go" },
  ];
  await Deno.writeTextFile(`${dir}/walk.json`, JSON.stringify(walk));
  const second = await m2(dir, "record", "--map", map, "--missing", "shop-archive", "--script", "walk.json");
  assertEquals(second.code, 0, second.err);
  assertStringIncludes(second.err, "2 layers: base, missing-1");
  // The first is the check that the site answers.
  assertEquals(site.takeAsked(), ["/", "/p?n=2", "/found?q=lamp"]);
  await site.stop();

  const levelOf = async (without: string[]) => {
    const session = createReplaySession(await openArchive(`${dir}/shop-archive`, { without }));
    const headers = { "sec-fetch-dest": "document" };
    return session.match({ method: "GET", url: "https://shop.test/found?q=lamp", headers }).level;
  };
  assertEquals([await levelOf([]), await levelOf(["missing-1"])], ["exact", "miss"]);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("what a recording needs is asked for before anything is started", async () => {
  const dir = await Deno.makeTempDir();
  await Deno.writeTextFile(`${dir}/walk.json`, '[{"kind":"eval","code":"1"}]');
  const typing = [{ kind: "type", role: "textbox", name: "Password", text: "{{secret:M2_NO_SUCH}}" }];
  await Deno.writeTextFile(`${dir}/secret.json`, JSON.stringify(typing));
  const cases: [string[], string][] = [
    [["record"], "neither an address nor a site was given"],
    [["record", "https://shop.test/"], "its archive needs a folder: --out was not given"],
    [["record", "https://shop.test/", "--out", "a", "--script", "none.json"], "the walk must be read"],
    [["record", "https://shop.test/", "--out", "a", "--script", "walk.json"], "walk.json"],
    [
      ["record", "https://shop.test/", "--out", "a", "--secret", "M2_NO_SUCH"],
      "its value must be known: it is not set",
    ],
    [
      ["record", "https://shop.test/", "--out", "a", "--script", "secret.json"],
      "Cannot keep the secret M2_NO_SUCH out of the recording as its value must be known",
    ],
    [["record", "--map", "shop.test=http://127.0.0.1:9", "--out", "a"], "http://127.0.0.1:9 must answer: it does not"],
    [["record", "--missing", "nowhere"], "it must hold archive.json"],
  ];
  for (const [typed, sentence] of cases) {
    const { code, err } = await m2(dir, ...typed);
    assertEquals([typed, code], [typed, 2]);
    assertStringIncludes(err, sentence);
  }
  assertEquals([...Deno.readDirSync(dir)].map(({ name }) => name).sort(), ["secret.json", "walk.json"]);
  await Deno.remove(dir, { recursive: true });
});
