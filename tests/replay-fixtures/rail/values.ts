import { formatMoney } from "../../../replay-fixtures/rail/format.ts";
import type { World } from "../../../replay-fixtures/rail/world.ts";

/**
 * Lists every price, date and name of a world, as the site writes them.
 *
 * @param world The world.
 * @returns The values, each once.
 */
export function valuesOf(world: World): string[] {
  const values = [
    world.railway,
    world.phone,
    world.customer.number,
    world.customer.code,
    world.customer.name,
    ...world.days.flatMap(({ id, label }) => [id, label]),
    ...world.stations.flatMap(({ slug, name, luggage }) => [slug, name, ...amounts([luggage.small, luggage.large])]),
    ...world.fareTypes.flatMap((
      { slug, name, refundFee, changeFee },
    ) => [slug, name, ...amounts([refundFee, changeFee])]),
    ...amounts([world.bookingFee]),
    ...world.railcards.flatMap(({ name, price, minimumFare }) => [name, ...amounts([price, minimumFare])]),
    ...world.routes.flatMap(({ id, trains }) => [
      id,
      ...trains.flatMap(({ number, prices }) => [number, ...amounts(prices.flat())]),
    ]),
    ...world.notices.map(({ id }) => `Notice ${id}`),
    ...world.bookings.flatMap(({ reference, price }) => [reference, ...amounts([price])]),
    `${world.nextReference.prefix}${world.nextReference.number}`,
  ];
  return [...new Set(values)];
}

function amounts(cents: readonly number[]): string[] {
  return cents.map(formatMoney);
}
