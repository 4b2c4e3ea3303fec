import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { checkHandlers, openArchive, type StatefulRequest } from "../../../env/replay/mod.ts";
import { railHandler, type RailState } from "../../../replay-fixtures/rail/handlers.ts";
import { site } from "../../../replay-fixtures/rail/site.ts";
import { defaultWorld } from "../../../replay-fixtures/rail/world.ts";

const HANDLER = railHandler(defaultWorld);
const { number: customer, code } = defaultWorld.customer;
const [train] = defaultWorld.routes[0]?.trains ?? [];
const CHOICE = { train: train?.number ?? "", date: defaultWorld.days[0]?.id ?? "", fare: "flexi", seat: "Table" };

/** A visitor whose browser keeps the cookie. */
function visitor() {
  let state: RailState = HANDLER.init();
  let cookie = "";
  return {
    state: () => state,
    ask(method: string, path: string, form: Readonly<Record<string, string>> = {}, body = "") {
      const request: StatefulRequest = {
        method,
        url: new URL(path, "https://rail.test/"),
        headers: { cookie },
        body,
        form,
      };
      const before = structuredClone(state);
      const frozen = state;
      const { state: next, response } = HANDLER.reduce(state, request);
      assertEquals(frozen, before, "the reducer changed its argument");
      state = next;
      const set = response.headers.find(([name]) => name === "set-cookie")?.[1];
      if (set !== undefined) cookie = set.split(";")[0] ?? "";
      return { ...response, location: response.headers.find(([name]) => name === "location")?.[1] };
    },
  };
}

Deno.test("only login, booking and trips are the handler's", () => {
  const handles = (path: string): boolean =>
    HANDLER.handles({ method: "GET", url: new URL(path, "https://rail.test/"), headers: {}, body: "", form: {} });
  for (const path of ["/login?next=/", "/logout", "/book?train=x", "/book/review", "/account/bookings"]) {
    assert(handles(path));
  }
  for (const path of ["/", "/search?from=book", "/bookshop", "https://map.rail.test/login"]) assert(!handles(path));
});

Deno.test("what is private leads to the login and from there back", () => {
  const { ask } = visitor();
  assertEquals(ask("GET", "/account/bookings").location, "/login?next=%2Faccount%2Fbookings");
  assertEquals(ask("POST", "/login", { customer, code, next: "/account/bookings" }).location, "/account/bookings");
  assertStringIncludes(ask("GET", "/account/bookings").body, "My bookings");
  ask("POST", "/logout");
  assertEquals(ask("GET", "/account/bookings").status, 303);
});

Deno.test("a wrong code is told, and leaves the visitor outside", () => {
  const { ask } = visitor();
  const { status, body } = ask("POST", "/login", { customer, code: "no", next: "/" });
  assertEquals(status, 403);
  assertStringIncludes(body, "The customer number or the code is wrong.");
  assertEquals(ask("GET", "/account/bookings").status, 303);
});

Deno.test("a state that is logged in helps nobody without the cookie", () => {
  const { state } = HANDLER.reduce(HANDLER.init(), {
    method: "POST",
    url: new URL("https://rail.test/login"),
    headers: {},
    body: "",
    form: { customer, code, next: "/" },
  });
  const request = {
    method: "GET",
    url: new URL("https://rail.test/account/bookings"),
    headers: {},
    body: "",
    form: {},
  };
  assertEquals(HANDLER.reduce(state, request).response.status, 303);
});

Deno.test("the way back after the login never leaves the site", () => {
  for (const next of ["//evil.test/", "https://evil.test/", "/\\evil.test", ""]) {
    assertEquals(visitor().ask("POST", "/login", { customer, code, next }).location, "/account/bookings");
  }
});

Deno.test("a booking is chosen, looked over, confirmed once, and then among the trips", () => {
  const { ask, state } = visitor();
  ask("POST", "/login", { customer, code, next: "/" });
  assertEquals(ask("POST", "/book", CHOICE).location, "/book/review");
  assertStringIncludes(ask("GET", "/book/review").body, "Review your booking");
  assertEquals(ask("POST", "/book/confirm").location, "/book/done");
  assertEquals(ask("POST", "/book/confirm").location, "/");
  const reference = `${defaultWorld.nextReference.prefix}${defaultWorld.nextReference.number}`;
  assertStringIncludes(ask("GET", "/book/done").body, `Your booking reference is ${reference}`);
  assertStringIncludes(ask("GET", "/account/bookings").body, reference);
  assertEquals(state().bookings.at(-1), { ...CHOICE, reference, price: train?.prices[0]?.[1] });
});

Deno.test("two bookings have two references", () => {
  const { ask, state } = visitor();
  ask("POST", "/login", { customer, code, next: "/" });
  for (const _ of [1, 2]) {
    ask("POST", "/book", CHOICE);
    ask("POST", "/book/confirm");
  }
  assertEquals(new Set(state().bookings.map(({ reference }) => reference)).size, defaultWorld.bookings.length + 2);
});

Deno.test("choices that the page does not offer are not found", () => {
  const { ask } = visitor();
  ask("POST", "/login", { customer, code, next: "/" });
  for (const change of [{ train: "XX 000" }, { date: "1999-01-01" }, { fare: "free" }, { seat: "Roof" }]) {
    assertEquals(ask("POST", "/book", { ...CHOICE, ...change }).status, 404);
  }
  for (const path of ["/book?train=x&date=y", "/book/else", "/account/bookings/none"]) {
    assertEquals(ask("GET", path).status, 404);
  }
  for (const path of ["/book/review", "/book/done"]) assertEquals(ask("GET", path).location, "/");
});

Deno.test("the recorded path through the handler gives the recorded answers", async () => {
  const archive = await openArchive(site.archive);
  const { compared, differences } = await checkHandlers(archive, site.handlers);
  assertEquals(differences, []);
  const seen = new Set(archive.exchanges.map(({ request }) => `${request.method} ${new URL(request.url).pathname}`));
  for (const step of ["POST /login", "POST /book", "POST /book/confirm", "POST /logout", "GET /account/bookings"]) {
    assert(seen.has(step), step);
  }
  assert(compared > 10);
});
