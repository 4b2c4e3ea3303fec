import { assertEquals } from "@std/assert";
import { exchangeSchema } from "../../../../env/replay/archive/exchange.ts";
import { isExchange, PLAIN_ADDRESS } from "../../../../env/replay/archive/is_exchange.ts";
import { exchangeOf } from "../fixture.ts";

const WHOLE = {
  ...exchangeOf({ method: "POST", url: "https://shop.test/a?b=1", body: "x", answer: "y" }, 3, new Map()),
  failure: "aborted",
};

Deno.test("whatever is put into any field, nothing passes that the schema refuses", () => {
  const odd = [
    undefined,
    null,
    "",
    "x",
    "unknown",
    0,
    -1,
    -2,
    1.5,
    2 ** 60,
    NaN,
    true,
    [],
    [["a"]],
    [["a", 1]],
    {},
    "f".repeat(64),
    "F".repeat(64),
  ];
  const places = (value: unknown, path: string[] = []): string[][] =>
    value !== null && typeof value === "object"
      ? [path, ...Object.entries(value).flatMap(([name, item]) => places(item, [...path, name]))]
      : [path];
  const paths = places(WHOLE).filter((path) => path.length > 0);
  paths.push(["extra"], ["request", "extra"], ["response", "extra"], ["response", "stream"], ["response", "encoding"]);
  let [passed, refused] = [0, 0];
  for (const path of paths) {
    for (const value of odd) {
      const changed = structuredClone(WHOLE) as unknown as Record<string, unknown>;
      const holder = path.slice(0, -1).reduce((at, name) => at[name] as Record<string, unknown>, changed);
      if (value === undefined) delete holder[path.at(-1)!];
      else holder[path.at(-1)!] = value;
      const passes = isExchange(changed);
      if (passes) {
        passed++;
        assertEquals(
          exchangeSchema.safeParse(changed).data,
          changed as never,
          `${path.join(".")} = ${JSON.stringify(value)}`,
        );
      } else refused++;
    }
  }
  assertEquals(passed > 50 && refused > 300, true, `${passed} passed, ${refused} refused`);
});

Deno.test("ordinary exchanges pass without the schema", () => {
  for (
    const recorded of [{ url: "https://shop.test/" }, { url: "https://a.b-c.test/x/%20?q=1&r=%7B", body: "unknown" }]
  ) {
    assertEquals(isExchange(exchangeOf(recorded, 0, new Map())), true);
  }
});

Deno.test("an address that counts as plain comes back from the URL parser letter for letter", () => {
  const hosts = [
    "shop.test",
    "SHOP.test",
    "shop.test:443",
    "shop.test:8080",
    "1.2.3",
    "a.1",
    "xn--a",
    "u@shop.test",
    "shop..test",
    "shop.test.",
  ];
  const paths = [
    "",
    "/",
    "/a b",
    "/a/../b",
    "/./a",
    "/a/.",
    "/..",
    "/%2e%2e/a",
    "/a/%2E/b",
    "/.well-known/x",
    "/a.b/c",
    "/a\\b",
    "/ä",
    "/a'b",
    "/a^b",
    "/a|b",
    "/a#b",
    "/a;b=1",
    "/a//b",
    "/%zz",
    "/{a}",
    "/a\tb",
  ];
  const queries = ["", "?", "?a=1", "?a=1#b", "?a='", "?a=%27", "?a=<b>", "?a=/../b", "?a=b?c", "?ä", "?a b"];
  let plain = 0;
  for (const host of hosts) {
    for (const path of paths) {
      for (const query of queries) {
        for (const scheme of ["https", "http", "wss"]) {
          const address = `${scheme}://${host}${path}${query}`;
          if (!PLAIN_ADDRESS.test(address)) continue;
          plain++;
          assertEquals(new URL(address).href, address);
        }
      }
    }
  }
  assertEquals(plain > 40, true, String(plain));
});
