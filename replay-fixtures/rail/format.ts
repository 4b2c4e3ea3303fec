/**
 * Writes an amount as the site does.
 *
 * @param cents The amount in cents.
 * @returns Such as `€24.90`.
 */
export function formatMoney(cents: number): string {
  return `€${(cents / 100).toFixed(2)}`;
}

/**
 * Writes a time of day.
 *
 * @param minutes After midnight; a day and more is taken off.
 * @returns Such as `07:05`.
 */
export function formatTime(minutes: number): string {
  const ofDay = minutes % 1440;
  return `${String(Math.floor(ofDay / 60)).padStart(2, "0")}:${String(ofDay % 60).padStart(2, "0")}`;
}

/**
 * Writes how long something takes.
 *
 * @param minutes The duration.
 * @returns Such as `2 h 05 min`.
 */
export function formatDuration(minutes: number): string {
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}
