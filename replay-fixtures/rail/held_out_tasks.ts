import type { Task } from "../../env/mod.ts";
import { formatTime } from "./format.ts";
import { arrival, booked, ends, first, logIn, partsOf, sum, template } from "./task_maker.ts";
import { departuresOn, findDeparture, lowestPrice } from "./timetable.ts";
import type { World } from "./world.ts";

/**
 * Makes the held-out tasks.
 *
 * @param world The world.
 * @returns Two a template; no template is a training one.
 */
export function heldOutTasks(world: World): Task[] {
  const { route, day, fare, booking } = partsOf(world);

  const cheapestDay = [route(0), route(1)].map((line) => {
    const all = world.days.flatMap((on) => departuresOn(world, line, on.id));
    const best = first(all.sort((a, b) => lowestPrice(a) - lowestPrice(b)));
    const labels = world.days.map(({ label }) => label);
    return {
      goal: `On which day, ${labels.slice(0, -1).join(", ")} or ${labels.at(-1)}, is the cheapest train ${
        ends(world, line)
      } the cheapest, and what does it cost with the booking fee?`,
      answer: { day: best.day.label.replace(/^\S+ /, ""), money: lowestPrice(best) + world.bookingFee },
    };
  });

  const twoDays = [route(0), route(2)].map((line) => {
    const on = [day(0), day(1)];
    return {
      goal: `How many direct trains run ${ends(world, line)} on ${
        on.map(({ label }) => label).join(" and on ")
      }, both days together?`,
      answer: { count: sum(on.map(({ id }) => departuresOn(world, line, id, { direct: true }).length)) },
    };
  });

  const firstArrival = [
    { line: route(0), on: day(0), place: 7 },
    { line: route(1), on: day(1), place: 6 },
  ].map(({ line, on, place }) => {
    // A round time that a person would say, some way before one of the last trains leaves.
    const after = Math.floor((line.trains[place]?.departs ?? 0) / 30) * 30 - 30;
    const candidates = departuresOn(world, line, on.id).filter(({ train }) => train.departs > after);
    const best = first(candidates.sort((a, b) => arrival(a) - arrival(b)));
    const lift = best.from.platforms.some(({ number, lift }) => number === best.train.platform && lift);
    return {
      goal: `Which train ${ends(world, line)} on ${on.label} leaves after ${formatTime(after)} and is the first to ` +
        `arrive, from which platform does it leave, and is there a lift to that platform?`,
      answer: { train: best.train.number, platform: best.train.platform, lift },
    };
  });

  const roundTrip = [
    { out: route(0), back: route(1) },
    { out: route(1), back: route(0) },
  ].map(({ out, back }) => {
    const legs = [{ line: out, on: day(0) }, { line: back, on: day(1) }];
    const fares = legs.map(({ line, on }) => lowestPrice(first(departuresOn(world, line, on.id, { sort: "price" }))));
    return {
      goal: `What do the cheapest trains ${ends(world, out)} on ${day(0).label} and back on ${day(1).label} cost ` +
        `together, as two bookings with a booking fee each?`,
      answer: { money: sum(fares) + 2 * world.bookingFee },
    };
  });

  const book = [
    { line: route(0), on: day(0), ticket: fare(1), seat: "Window" },
    { line: route(2), on: day(1), ticket: fare(2), seat: "Table" },
  ].map(({ line, on, ticket, seat }) => ({
    goal:
      `${logIn(world)} Book the cheapest direct train ${ends(world, line)} on ${on.label} in ${ticket.name} with a ` +
      `${seat} seat, and tell me the booking reference.`,
    ...booked(world, first(departuresOn(world, line, on.id, { sort: "price", direct: true })), ticket, seat),
  }));

  const luggage = [
    { trip: booking(0), size: "large" as const },
    { trip: booking(1), size: "small" as const },
  ].map(({ trip, size }) => {
    const departure = findDeparture(world, trip.train, trip.date);
    const bags = departure === undefined ? [] : [departure.from.luggage[size], departure.to.luggage[size]];
    return {
      goal: `${
        logIn(world)
      } What does it cost to leave one ${size} bag for a day at both stations of my trip on ${departure?.day.label}, all together?`,
      answer: { money: sum(bags) },
    };
  });

  return [
    ...template("heldout", "cheapest-day", cheapestDay),
    ...template("heldout", "direct-two-days", twoDays),
    ...template("heldout", "first-arrival", firstArrival),
    ...template("heldout", "round-trip", roundTrip),
    ...template("heldout", "book-cheapest-direct", book),
    ...template("heldout", "trip-luggage", luggage),
  ];
}
