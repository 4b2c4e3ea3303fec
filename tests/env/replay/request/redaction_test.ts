import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { looksRandom, redactorOf } from "../../../../env/replay/request/redaction.ts";

const redactor = redactorOf("key");
const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP";

Deno.test("a password is replaced whatever it is, a word beside it is not", () => {
  assertEquals(redactor.pairs("user=ann&Pass_Word=a%20b&q=password"), "user=ann&Pass_Word=redacted&q=password");
});

Deno.test("a token is replaced only where its value looks random, and different ones stay different", () => {
  assertEquals(redactor.pairs("session=morning&sid=3&csrf="), "session=morning&sid=3&csrf=");
  const [a, b] = ["csrf=9f8A7b6C5d4E3f2A1b0", "csrf=0f8A7b6C5d4E3f2A1b9"].map((text) => redactor.pairs(text));
  assertMatch(a!, /^csrf=redacted-[0-9a-f]{16}$/);
  assertNotEquals(a, b);
  assertEquals(redactor.pairs(a!), a, "redacting twice is redacting once");
});

Deno.test("a JWT is replaced under any name, in a query and in JSON", () => {
  assertEquals(redactor.url(new URL(`https://a.test/?x=${JWT}#f`)).includes("eyJ"), false);
  assertEquals(JSON.stringify(redactor.json({ list: [{ x: JWT }] })).includes("eyJ"), false);
});

Deno.test("an address without secrets stays as it is, without its fragment", () => {
  assertEquals(redactor.url(new URL("https://a.test/x?key=lamp&page=2#top")), "https://a.test/x?key=lamp&page=2");
});

Deno.test("a body is changed only where it holds a secret", () => {
  const bytes = new TextEncoder().encode('{ "q": 1 }');
  assertEquals(redactor.body(bytes, "application/json") === bytes, true);
  const login = redactor.body(new TextEncoder().encode('{"user":{"password":"x y"}}'), "application/json");
  assertEquals(new TextDecoder().decode(login), '{"user":{"password":"redacted"}}');
});

Deno.test("what people write does not look random, what machines draw does", () => {
  for (const text of ["wireless-headphones-2", "item-1042", "2031-03-03T10:00:00Z", "hunter2"]) {
    assertEquals(looksRandom(text), false, text);
  }
  for (const text of ["9f86d081884c7d659a2feaa0", "3b241101-e2bb-4255-8caf-4136c566a962", "q8Zr2tLmXw0Bv5KcYp1N"]) {
    assertEquals(looksRandom(text), true, text);
  }
});

Deno.test("a password is found under longer names, in lists, as a number, in XML and in lines of text", () => {
  const redactor = redactorOf("k");
  const redacted = (text: string, type: string) =>
    new TextDecoder().decode(redactor.body(new TextEncoder().encode(text), type));
  const form = "application/x-www-form-urlencoded";
  const json = "application/json";
  const secrets: [string, string][] = [
    ["user%5Bpassword%5D=hunter2zz", form],
    ["login[pass]=hunter2zz", form],
    ["new_password=hunter2zz&password2=hunter2zz&password_confirmation=hunter2zz", form],
    ['{"currentPassword":"hunter2zz"}', json],
    ['{"password":["hunter2zz"]}', json],
    ['{"a":1}\n{"password":"hunter2zz"}\n', "application/x-ndjson"],
    ["<s:Login><s:Password type='a'>hunter2zz</s:Password></s:Login>", "application/soap+xml"],
    ["user=ann\r\npassword=hunter2zz\r\n", "text/plain"],
  ];
  for (const [text, type] of secrets) assert(!redacted(text, type).includes("hunter2zz"), text);
  assertEquals(redacted('{"otp":482913,"n":1}', json), '{"otp":"redacted","n":1}');
  const plain = "showPassword=true&compass=north&bypass=1&passengers=2";
  assertEquals(redacted(plain, form), plain);
});
