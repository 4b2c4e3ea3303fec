import type { Task } from "../../env/mod.ts";
import { arrival, booked, ends, first, logIn, partsOf, priceIn, sum, template } from "./task_maker.ts";
import { departuresOn, findFare, lowestPrice } from "./timetable.ts";
import type { Booking, World } from "./world.ts";

/**
 * Makes the training tasks.
 *
 * @param world The world.
 * @returns Two a template.
 */
export function trainingTasks(world: World): Task[] {
  const { route, day, fare, station, booking } = partsOf(world);
  const label = ({ date }: Booking): string => world.days.find(({ id }) => id === date)?.label ?? date;

  const cheapest = [{ line: route(0), on: day(0) }, { line: route(2), on: day(1) }].map(({ line, on }) => {
    const best = first(departuresOn(world, line, on.id, { sort: "price" }));
    return {
      goal:
        `What is the cheapest train ${ends(world, line)} on ${on.label}, what does it cost with the booking fee, and ` +
        `from which platform does it leave?`,
      answer: {
        train: best.train.number,
        money: lowestPrice(best) + world.bookingFee,
        platform: best.train.platform,
      },
    };
  });

  const last = [
    { line: route(1), on: day(0), ticket: fare(1) },
    { line: route(0), on: day(1), ticket: fare(2) },
  ].map(({ line, on, ticket }) => {
    const found = first(departuresOn(world, line, on.id).sort((a, b) => arrival(b) - arrival(a)));
    return {
      goal: `Which train ${ends(world, line)} on ${on.label} is the last to arrive, and what does it cost in ` +
        `${ticket.name} with the booking fee?`,
      answer: { train: found.train.number, money: priceIn(world, found, ticket) + world.bookingFee },
    };
  });

  const bothWays = [
    { out: route(0), back: route(1), on: day(0) },
    { out: route(1), back: route(0), on: day(1) },
  ].map(({ out, back, on }) => ({
    goal: `How many direct trains run ${ends(world, out)} on ${on.label} and back on the same day, both ways together?`,
    answer: { count: sum([out, back].map((line) => departuresOn(world, line, on.id, { direct: true }).length)) },
  }));

  const luggage = [
    { places: [0, 1, 3, 4], size: "large" as const },
    { places: [3, 4, 2, 1], size: "small" as const },
  ].map(({ places, size }) => {
    const visited = places.map(station);
    const names = visited.map(({ name }) => name);
    return {
      goal: `What does it cost to leave one ${size} bag for a day at each of the stations ` +
        `${names.slice(0, -1).join(", ")} and ${names.at(-1)}, all together?`,
      answer: { money: sum(visited.map(({ luggage }) => luggage[size])) },
    };
  });

  const works = [3, 2].map((place) => ({
    goal: `How many days of works do the notices announce for the station ${station(place).name}, all together?`,
    answer: { count: sum(world.notices.filter((notice) => notice.station === place).map(({ days }) => days)) },
  }));

  const cancel = [[booking(0), booking(2)], [booking(1), booking(2)]].map((trips) => ({
    goal: `${logIn(world)} How much money do I get back in all if I cancel my trips on ${
      trips.map(label).join(" and on ")
    }?`,
    answer: { money: sum(trips.map((trip) => trip.price - (findFare(world, trip.fare)?.fare.refundFee ?? 0))) },
  }));

  const book = [
    { line: route(0), on: day(1), ticket: fare(1), seat: "Window" },
    { line: route(2), on: day(0), ticket: fare(2), seat: "Table" },
  ].map(({ line, on, ticket, seat }) => ({
    goal:
      `${logIn(world)} Book the fastest train ${ends(world, line)} on ${on.label} in ${ticket.name} with a ${seat} ` +
      `seat, and tell me the booking reference.`,
    ...booked(world, first(departuresOn(world, line, on.id, { sort: "duration" })), ticket, seat),
  }));

  return [
    ...template("training", "cheapest-train", cheapest),
    ...template("training", "last-arrival", last),
    ...template("training", "direct-both-ways", bothWays),
    ...template("training", "luggage-round", luggage),
    ...template("training", "works-days", works),
    ...template("training", "cancel-trips", cancel),
    ...template("training", "book-fastest", book),
  ];
}
