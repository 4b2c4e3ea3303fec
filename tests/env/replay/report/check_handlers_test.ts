import { assertEquals } from "@std/assert";
import type { StatefulHandler } from "../../../../env/replay/match/stateful.ts";
import { checkHandlers } from "../../../../env/replay/report/check_handlers.ts";
import { archiveWith } from "../fixture.ts";

const FORM: [string, string][] = [["content-type", "application/x-www-form-urlencoded"]];
const archive = await archiveWith([
  { url: "https://shop.test/cart", answer: "lamp", step: 1 },
  {
    method: "POST",
    url: "https://shop.test/cart/add",
    requestHeaders: FORM,
    body: "what=lamp",
    status: 303,
    headers: [["location", "/cart"], ["set-cookie", "cart=redacted-1"]],
    step: 1,
  },
  { url: "https://shop.test/", answer: "start", step: 0 },
]);

/** A cart that shows itself only to those who bring its cookie. */
function cart(changes: Partial<StatefulHandler<string[]>> = {}): StatefulHandler {
  const handler: StatefulHandler<string[]> = {
    name: "cart",
    reads: ["/cart"],
    writes: ["/cart/add"],
    init: () => [],
    handles: ({ url }) => url.pathname.startsWith("/cart"),
    reduce: (state, { method, form, headers }) =>
      method === "POST"
        ? {
          state: [...state, form["what"] ?? ""],
          response: { status: 303, headers: [["Location", "/cart"], ["Set-Cookie", "cart=7; Path=/"]], body: "" },
        }
        : {
          state,
          response: { status: 200, headers: [], body: headers["cookie"] === "cart=7" ? state.join() : "whose?" },
        },
    ...changes,
  };
  return handler as StatefulHandler;
}
const fieldsOf = async (handler: StatefulHandler) =>
  (await checkHandlers(archive, [handler])).differences.map(({ request, field }) =>
    `${request.split("/").at(-1)} ${field}`
  );

Deno.test("a handler that gives the recorded answers passes, redirect before page and with its cookie", async () => {
  assertEquals(await checkHandlers(archive, [cart()]), { compared: 2, differences: [], state: { cart: ["lamp"] } });
});

Deno.test("every field that differs is told", async () => {
  const answering = (status: number, headers: [string, string][], body: string) =>
    cart({ reduce: (state) => ({ state, response: { status, headers, body } }) });
  assertEquals(await fieldsOf(answering(200, [["location", "/"]], "lamp")), [
    "add status",
    "add location",
    "add cookies",
    "add body",
    "cart location",
  ]);
  const other = await checkHandlers(archive, [cart({ init: () => ["chair"] })]);
  assertEquals(other.differences.map(({ field, recorded, answered }) => [field, recorded, answered]), [[
    "body",
    "lamp",
    "chair,lamp",
  ]]);
});

Deno.test("a declared path that is left to the recording is told, and a change that is not declared", async () => {
  assertEquals(await fieldsOf(cart({ handles: ({ method }) => method === "POST" })), ["cart unclaimed"]);
  assertEquals(await fieldsOf(cart({ writes: [] })), ["add undeclared"]);
});

Deno.test("a reducer that throws is a difference, not the end of the check", async () => {
  assertEquals(
    await fieldsOf(cart({
      reduce: () => {
        throw new Error("oops");
      },
    })),
    ["add threw", "cart threw"],
  );
});

Deno.test("what was redacted of a body can be put back", async () => {
  const { state } = await checkHandlers(archive, [cart()], { unredact: (body) => body.replace("lamp", "chair") });
  assertEquals(state, { cart: ["chair"] });
});
