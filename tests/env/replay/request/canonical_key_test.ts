import { assertEquals, assertNotEquals } from "@std/assert";
import { gzipSync } from "node:zlib";
import { canonicalBody, readBody } from "../../../../env/replay/request/canonical_body.ts";
import { canonicalKey } from "../../../../env/replay/request/canonical_key.ts";
import { canonicalUrl } from "../../../../env/replay/request/canonical_url.ts";
import { graphqlCalls, isGraphqlMutation } from "../../../../env/replay/request/graphql_call.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const key = (text: string, type: string, encoding?: string) => canonicalBody(readBody(bytes(text), type, encoding));

Deno.test("canonicalUrl() takes paths literally and queries by their pairs", async (t) => {
  const same: [string, string][] = [
    ["https://A.test:443/x?b=2&a=1", "https://a.test/x?a=1&b=2"],
    ["http://a.test:80/x#top", "http://a.test/x"],
    ["https://a.test/%7Ex%2f", "https://a.test/~x%2F"],
    ["https://a.test/?q=a+b", "https://a.test/?q=a%20b"],
    ["https://a.test/q?", "https://a.test/q"],
    ["https://bücher.test/", "https://xn--bcher-kva.test/"],
  ];
  const different: [string, string][] = [
    ["https://a.test/x", "https://a.test/x/"],
    ["https://a.test/x", "http://a.test/x"],
    ["https://a.test/x", "https://a.test:8443/x"],
    ["https://a.test/x?a=1&a=2", "https://a.test/x?a=2&a=1"],
    ["https://a.test/x?a", "https://a.test/x?a="],
    ["https://a.test/x?a=1%262", "https://a.test/x?a=1&2"],
    ["https://a.test/a:b/c", "https://a.test/aZZ/c"],
    ["https://a.test/wild*", "https://a.test/wildcard"],
    ["https://a.test/x?a=%zz", "https://a.test/x?a=zz"],
    ["https://a.test/a%2Fb", "https://a.test/a/b"],
  ];
  for (const [left, right] of same) {
    await t.step(`${left} is ${right}`, () => assertEquals(canonicalUrl(new URL(left)), canonicalUrl(new URL(right))));
  }
  for (const [left, right] of different) {
    await t.step(
      `${left} is not ${right}`,
      () => assertNotEquals(canonicalUrl(new URL(left)), canonicalUrl(new URL(right))),
    );
  }
});

Deno.test("a JSON body is equal to itself in another layout, and to nothing else", () => {
  assertEquals(key('{"b":[1,2],"a":null}', "application/json"), key('{ "a":null, "b":[1, 2] }', "text/plain"));
  assertNotEquals(key('{"b":[1,2]}', "application/json"), key('{"b":[2,1]}', "application/json"));
  assertNotEquals(
    key('{"id":12345678901234567890}', "application/json"),
    key('{"id":12345678901234567891}', "application/json"),
    "numbers that JSON.parse would round to one",
  );
});

Deno.test("a form is compared by its pairs, and equal names by their order", () => {
  const type = "application/x-www-form-urlencoded; charset=utf-8";
  assertEquals(key("b=2&a=1", type), key("a=1&b=2", type));
  assertNotEquals(key("a=1&a=2", type), key("a=2&a=1", type));
});

Deno.test("a multipart body is compared by its parts, whatever the boundary", () => {
  const part = (boundary: string, file: string) =>
    key(
      `--${boundary}\r\ncontent-disposition: form-data; name="f"; filename="a.bin"\r\ncontent-type: x/y\r\n\r\n${file}` +
        `\r\n--${boundary}\r\nContent-Disposition: form-data; name="empty"\r\n\r\n\r\n--${boundary}--\r\n`,
      `multipart/form-data; boundary=${boundary}`,
    );
  assertEquals(part("one", "\r\n--tw"), part("two", "\r\n--tw"));
  assertNotEquals(part("one", "x"), part("one", "y"));
  assertEquals(part("one", "x")?.startsWith("multipart:"), true);
});

Deno.test("an encoded body is compared by what it says", () => {
  const zipped = new Uint8Array(gzipSync('{"a":1}'));
  assertEquals(
    canonicalBody(readBody(zipped, "application/json", "gzip")),
    canonicalBody(readBody(bytes('{"a":1}'), "application/json")),
  );
});

Deno.test("GraphQL is compared by operation and variables, batches element by element", () => {
  const call = (name: string, variables?: unknown) => ({
    operationName: name,
    query: `query ${name} { x }`,
    variables,
  });
  const of = (value: unknown) => key(JSON.stringify(value), "application/json");
  assertEquals(of({ ...call("A"), extra: 1 }), of(call("A", {})));
  assertNotEquals(of(call("A", { id: 1 })), of(call("A", { id: 2 })));
  assertNotEquals(of([call("A"), call("B")]), of([call("B"), call("A")]));
});

Deno.test("a GraphQL mutation is told from a query that speaks of one", () => {
  const isMutation = (query: string, operationName?: string) =>
    isGraphqlMutation(graphqlCalls({ query, ...(operationName === undefined ? {} : { operationName }) })![0]!);
  assertEquals(isMutation("mutation Add { add }"), true);
  assertEquals(isMutation("# note\n mutation { add }"), true);
  assertEquals(isMutation("{ mutation { id } }"), false);
  assertEquals(isMutation("query A { mutation { id } }"), false);
  assertEquals(isMutation("query A { x } mutation B { y }", "B"), true);
  assertEquals(isMutation("query A { x } mutation B { y }", "A"), false);
});

Deno.test("an escape that is no UTF-8 is not the text of that escape, and its letters may be of any case", () => {
  const keyOf = (query: string) => canonicalKey("GET", new URL(`https://shop.test/?q=${query}`), { type: "absent" });
  assertNotEquals(keyOf("%E9"), keyOf("%25E9"));
  assertEquals(keyOf("%e9"), keyOf("%E9"));
  assertEquals(keyOf("caf%E9%20%C3%A9"), keyOf("caf%E9+%c3%a9"));
});

Deno.test("parts of a form are told apart by bare names, escaped quotes and encoded file names", () => {
  const keyOf = (disposition: string, volatile?: string) =>
    canonicalBody(
      readBody(
        new TextEncoder().encode(`--B\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n1\r\n--B--\r\n`),
        "multipart/form-data; boundary=B",
      ),
      { names: new Set(volatile === undefined ? [] : [volatile]), pointers: [] },
    );
  assertNotEquals(keyOf("name=a"), keyOf("name=b"));
  assertEquals(keyOf("name=a"), keyOf('name="a"'));
  assertNotEquals(keyOf('name="a\\"b"'), keyOf('name="a\\"c"'));
  assertNotEquals(keyOf("name=a; filename*=UTF-8''x"), keyOf("name=a; filename*=UTF-8''y"));
  assertEquals(keyOf("name=stamp", "stamp"), keyOf("name=other", "other"));
});
