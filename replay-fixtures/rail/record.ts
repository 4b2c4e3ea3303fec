/**
 * What recording the railway takes.
 *
 * @module
 */
import type { WalkStep } from "../../env/mod.ts";
import type { Recordable } from "../recordable.ts";
import { ORIGIN } from "./handlers.ts";
import { documentAddresses } from "./server/document_addresses.ts";
import { railServer } from "./server/rail_server.ts";
import { site } from "./site.ts";
import { departuresOn, trainKey } from "./timetable.ts";
import { defaultWorld, type World } from "./world.ts";

/** Host of the frames with maps. */
const MAP_HOST = "map.rail.test";

/** Through a wrong and a right login, the trips, and a booking of a train with a notice over its button. */
function walk(world: World): WalkStep[] {
  const { number, code } = world.customer;
  const route = world.routes.find(({ notice }) => notice);
  const departure = route === undefined ? undefined : departuresOn(world, route, world.days[0]?.id ?? "")[0];
  const logIn = (code: string): WalkStep[] => [
    { kind: "type", role: "textbox", name: "Customer number", text: number },
    { kind: "type", role: "textbox", name: "Code", text: code, submit: true },
  ];
  return [
    { kind: "goto", url: `${ORIGIN}/account/bookings` },
    ...logIn(`${code}x`),
    ...logIn(code),
    { kind: "click", role: "link", name: `Open ${world.bookings[0]?.reference}` },
    { kind: "click", role: "link", name: "All my bookings" },
    { kind: "goto", url: `${ORIGIN}/trains/${trainKey(departure?.train.number ?? "")}?date=${departure?.day.id}` },
    { kind: "click", role: "button", name: "Close notice" },
    { kind: "click", role: "button", name: "Book this train" },
    { kind: "select", role: "combobox", name: "Fare", option: world.fareTypes[1]?.name ?? "" },
    { kind: "select", role: "combobox", name: "Seat", option: "Table" },
    { kind: "click", role: "button", name: "Continue" },
    { kind: "click", role: "button", name: "Confirm booking" },
    { kind: "click", role: "link", name: "All my bookings" },
    { kind: "click", role: "button", name: "Log out" },
    { kind: "click", role: "link", name: "My bookings" },
  ];
}

/**
 * The railway of a world, ready to be recorded.
 *
 * @param world The railway's data.
 * @returns What a recording takes; tasks and archive are those of the railway as it is shipped.
 */
export function recordableRail(world: World): Recordable {
  return {
    site,
    hosts: [new URL(ORIGIN).host, MAP_HOST],
    serve: () => railServer(world),
    extra: documentAddresses(world),
    walk: walk(world),
  };
}

/** The railway as it is shipped. */
export const recordable: Recordable = recordableRail(defaultWorld);
