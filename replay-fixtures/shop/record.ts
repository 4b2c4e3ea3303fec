/**
 * What recording the shop takes.
 *
 * @module
 */
import type { WalkStep } from "../../env/mod.ts";
import type { Recordable } from "../recordable.ts";
import { documentAddresses, IMAGE_ORIGIN, ORIGIN, shopServer } from "./server/mod.ts";
import { site } from "./site.ts";
import { defaultWorld, type World } from "./world.ts";

/** Through basket, checkout, sign-in and an order, with each button pressed at least once. */
function walk(world: World): WalkStep[] {
  const [first, second] = world.products;
  const { number, password, orders } = world.customer;
  const add = (slug: string | undefined): WalkStep[] => [
    { kind: "goto", url: `${ORIGIN}/p/${slug}` },
    { kind: "click", role: "button", name: "Close newsletter" },
    { kind: "select", role: "combobox", name: "Quantity", option: "2" },
    { kind: "click", role: "button", name: "Add to basket" },
  ];
  return [
    { kind: "goto", url: `${ORIGIN}/basket` },
    ...add(first?.slug),
    ...add(second?.slug),
    { kind: "type", role: "textbox", name: `Quantity of ${first?.name}`, text: "3", submit: true },
    { kind: "click", role: "button", name: `Remove ${second?.name}` },
    { kind: "click", role: "link", name: "Checkout" },
    { kind: "click", role: "link", name: "express delivery" },
    { kind: "click", role: "link", name: "My account" },
    { kind: "type", role: "textbox", name: "Customer number", text: number },
    { kind: "type", role: "textbox", name: "Password", text: `${password}!`, submit: true },
    { kind: "type", role: "textbox", name: "Customer number", text: number },
    { kind: "type", role: "textbox", name: "Password", text: password, submit: true },
    { kind: "click", role: "link", name: `Order ${orders[0]?.number}` },
    { kind: "click", role: "link", name: "All orders" },
    { kind: "click", role: "button", name: "Sign out" },
    { kind: "click", role: "link", name: "My account" },
  ];
}

/**
 * The shop of a world, ready to be recorded.
 *
 * @param world The shop's data.
 * @returns What a recording takes; tasks and archive are those of the shop as it is shipped.
 */
export function recordableShop(world: World): Recordable {
  return {
    site,
    hosts: [ORIGIN, IMAGE_ORIGIN].map((origin) => new URL(origin).host),
    serve: () => shopServer(world),
    extra: documentAddresses(world),
    walk: walk(world),
  };
}

/** The shop as it is shipped. */
export const recordable: Recordable = recordableShop(defaultWorld);
