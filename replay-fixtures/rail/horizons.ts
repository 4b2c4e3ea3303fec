/**
 * Steps that a playbook needs for each task, the answer included, with nothing forgotten and no trap. Measured on the
 * recording; a test drives every task and compares.
 */
export const HORIZONS: Readonly<Record<string, number>> = {
  "rail-cheapest-train-01": 8,
  "rail-cheapest-train-02": 8,
  "rail-last-arrival-01": 8,
  "rail-last-arrival-02": 8,
  "rail-direct-both-ways-01": 16,
  "rail-direct-both-ways-02": 16,
  "rail-luggage-round-01": 9,
  "rail-luggage-round-02": 9,
  "rail-works-days-01": 9,
  "rail-works-days-02": 9,
  "rail-cancel-trips-01": 11,
  "rail-cancel-trips-02": 11,
  "rail-book-fastest-01": 15,
  "rail-book-fastest-02": 15,
  "rail-cheapest-day-01": 11,
  "rail-cheapest-day-02": 11,
  "rail-direct-two-days-01": 12,
  "rail-direct-two-days-02": 12,
  "rail-first-arrival-01": 9,
  "rail-first-arrival-02": 9,
  "rail-round-trip-01": 13,
  "rail-round-trip-02": 13,
  "rail-book-cheapest-direct-01": 16,
  "rail-book-cheapest-direct-02": 16,
  "rail-trip-luggage-01": 9,
  "rail-trip-luggage-02": 9,
};
