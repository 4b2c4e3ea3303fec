import type { Subgoal } from "../../../models/simulated/playbook.ts";
import { AMOUNT } from "./money.ts";
import { FEE_TRAP } from "./traps.ts";

/**
 * Looks the booking fee up. Whoever does not know of it takes the prices shown for whole.
 *
 * @param price The page where the last price was read, as a pattern.
 * @returns The subgoal; it yields `fee`.
 */
export function bookingFee(price: string): Subgoal {
  return {
    id: "fee",
    title: "look up the booking fee",
    at: 'heading "Fare conditions"',
    atWhenCaught: { trap: FEE_TRAP.id, at: price },
    moves: [{
      trap: FEE_TRAP.id,
      do: { kind: "click", role: "link", name: "Fares" },
      why: "read the fare conditions, as the prices shown leave out the booking fee",
    }],
    yields: [{
      fact: "fee",
      pattern: `Booking fee ${AMOUNT}`,
      whenCaught: { trap: FEE_TRAP.id, pattern: price, derive: () => "0.00" },
    }],
  };
}
