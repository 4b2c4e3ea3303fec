import { assert, assertEquals } from "@std/assert";
import type { StatefulRequest } from "../../../env/replay/mod.ts";
import { checkHandlers, openArchive } from "../../../env/replay/mod.ts";
import { shopHandler } from "../../../replay-fixtures/shop/handlers.ts";
import { EMPTY_STATE } from "../../../replay-fixtures/shop/server/state.ts";
import { site } from "../../../replay-fixtures/shop/site.ts";
import { defaultWorld } from "../../../replay-fixtures/shop/world.ts";

const handler = shopHandler(defaultWorld);
const [first, second] = defaultWorld.products.map(({ slug }) => slug);

function request(method: string, path: string, body = "", cookie = ""): StatefulRequest {
  return {
    method,
    url: new URL(path, "https://shop.test"),
    headers: { cookie },
    body,
    form: Object.fromEntries(new URLSearchParams(body)),
  };
}

function after(...posts: readonly (readonly [path: string, body: string])[]) {
  return posts.reduce(
    (state, [path, body]) => handler.reduce(state, request("POST", path, body)).state,
    handler.init(),
  );
}

Deno.test("the recorded path through the handler gives the recorded answers", async () => {
  const { compared, differences, state } = await checkHandlers(await openArchive(site.archive), site.handlers, {
    // Passwords are not in the recording: the one that fitted is put back where it fitted.
    unredact: (body, { response }) =>
      response?.status === 303 ? body.replace("password=redacted", `password=${defaultWorld.customer.password}`) : body,
  });
  assertEquals(differences, []);
  assertEquals(compared, 20);
  assertEquals(state, { shop: { basket: [{ slug: first ?? "", quantity: 3 }], signedIn: false } });
});

Deno.test("the handler answers its own paths and host alone", () => {
  for (const path of ["/basket", "/basket/add", "/checkout?delivery=express", "/account/orders/1-2", "/sign-in"]) {
    assert(handler.handles(request("GET", path)), path);
  }
  for (const path of ["/", "/c/lamps", "/baskets", "/account/orders", "https://img.shop.test/basket"]) {
    assert(!handler.handles(request("GET", path)), path);
  }
});

Deno.test("adding, changing and removing keep the order in which things came", () => {
  const state = after(
    ["/basket/add", `product=${first}&quantity=2`],
    ["/basket/add", `product=${second}&quantity=1`],
    ["/basket/add", `product=${first}&quantity=1`],
  );
  assertEquals(state.basket, [{ slug: first ?? "", quantity: 3 }, { slug: second ?? "", quantity: 1 }]);
  const removed = handler.reduce(state, request("POST", "/basket/remove", `product=${first}`));
  assertEquals(removed.state.basket, [{ slug: second ?? "", quantity: 1 }]);
  assertEquals(state.basket.length, 2);
});

Deno.test("nonsense in a form changes nothing", () => {
  for (
    const body of [
      "",
      "product=none&quantity=1",
      `product=${first}`,
      `product=${first}&quantity=-1`,
      `product=${first}&quantity=1e3`,
    ]
  ) {
    assertEquals(after(["/basket/add", body]), EMPTY_STATE, body);
  }
  assertEquals(
    after(["/basket/add", `product=${first}&quantity=99`], ["/basket/add", `product=${first}&quantity=99`]).basket,
    [
      { slug: first ?? "", quantity: 99 },
    ],
  );
});

Deno.test("orders are shown to whoever is signed in and carries the cookie", () => {
  const { number, password, orders } = defaultWorld.customer;
  const asked = handler.reduce(handler.init(), request("GET", "/account"));
  assertEquals(asked.response.headers.find(([name]) => name === "location")?.[1], "/sign-in");
  const wrong = handler.reduce(handler.init(), request("POST", "/sign-in", `number=${number}&password=guess`));
  assertEquals([wrong.response.status, wrong.state.signedIn], [200, false]);
  const right = handler.reduce(handler.init(), request("POST", "/sign-in", `number=${number}&password=${password}`));
  const cookie = right.response.headers.find(([name]) => name === "set-cookie")?.[1].split(";")[0] ?? "";
  const path = `/account/orders/${orders[0]?.number}`;
  assertEquals(handler.reduce(right.state, request("GET", path, "", cookie)).response.status, 200);
  assertEquals(handler.reduce(right.state, request("GET", path)).response.status, 303);
  assertEquals(handler.reduce(right.state, request("GET", "/account/orders/0", "", cookie)).response.status, 404);
});
