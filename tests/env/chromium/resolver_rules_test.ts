import { assertEquals } from "@std/assert";
import { resolves } from "../../../env/chromium/resolver_rules.ts";

Deno.test("resolves() follows the first rule that fits, and the real world where none does", () => {
  const rules =
    "EXCLUDE localhost, MAP *:443 127.0.0.1:1, MAP shop.test:80 127.0.0.1:2, MAP *.test:8080 127.0.0.1:3, MAP * ~NOTFOUND";
  const answers = [
    ["https://anything.example/", true],
    ["http://shop.test/", true],
    ["http://SHOP.test:80/a", true],
    ["http://shop.test:81/", false],
    ["http://wiki.test/", false],
    ["http://wiki.test:8080/", true],
    ["http://shopxtest/", false],
    ["http://localhost/", true],
  ] as const;
  for (const [url, expected] of answers) assertEquals(resolves(rules, new URL(url)), expected, url);
  assertEquals(resolves("", new URL("http://a.example")), true);
});
