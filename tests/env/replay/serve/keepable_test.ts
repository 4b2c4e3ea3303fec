import { assertEquals } from "@std/assert";
import { createReplaySession, openArchive } from "../../../../env/replay/mod.ts";
import { site } from "../../../../replay-fixtures/shop/site.ts";

const archive = await openArchive(site.archive);

function keepable(method: string, url: string, destination: string): boolean {
  const session = createReplaySession(archive, { handlers: site.handlers });
  return session.match({ method, url, headers: { "sec-fetch-dest": destination } }).keepable === true;
}

Deno.test("the browser may keep an asset that could not be answered otherwise, and nothing else", () => {
  assertEquals(keepable("GET", "https://shop.test/assets/shop.css", "style"), true);
  assertEquals(keepable("GET", "https://shop.test/assets/shop.js", "script"), true);
  assertEquals(keepable("HEAD", "https://shop.test/assets/shop.css", "style"), false);
  assertEquals(keepable("GET", "https://shop.test/", "document"), false);
  assertEquals(keepable("GET", "https://shop.test/assets/none.css", "style"), false);
});
