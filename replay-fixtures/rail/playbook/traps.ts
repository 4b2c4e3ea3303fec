import type { Trap } from "../../../models/simulated/playbook.ts";

/** The search form has another day chosen than the one that is wanted. */
export const DATE_TRAP: Trap = {
  id: "rail-date",
  description: "The date field of the search form has a default value that is not the wanted date.",
};

/** The list begins with the first train to leave. */
export const SORT_TRAP: Trap = {
  id: "rail-sort",
  description: "The list of trains is sorted by departure by default, so the first train is not the one to take.",
};

/** The filter for direct trains is lost on the next page. */
export const FILTER_TRAP: Trap = {
  id: "rail-filter",
  description: "The filter for direct trains resets on the next page of the list.",
};

/** The prices shown leave the booking fee out. */
export const FEE_TRAP: Trap = {
  id: "rail-fee",
  description: "The prices shown leave out the booking fee, which only the fare conditions tell.",
};

/** What was paid holds a fee that is never paid back. */
export const PAID_TRAP: Trap = {
  id: "rail-paid",
  description: "The amount paid holds a fee that is not refunded, so a refund counts from the fare alone.",
};

/** A train through the night arrives on the next day. */
export const MIDNIGHT_TRAP: Trap = {
  id: "rail-midnight",
  description: "Arrival times after midnight belong to the following day, marked plus one day.",
};

/** Two stations share the first word of their names. */
export const NAME_TRAP: Trap = {
  id: "rail-name",
  description: "Two stations have similar names, so the whole station name has to be compared.",
};

/** A notice lies over the button that books. */
export const NOTICE_TRAP: Trap = {
  id: "rail-notice",
  description: "A notice covers the booking button until the notice is closed.",
};
