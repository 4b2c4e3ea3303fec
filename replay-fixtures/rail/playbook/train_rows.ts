import type { Slots } from "../../../models/simulated/playbook.ts";

/** The source of a train's line in a list. */
export const TRAIN_ROW = String.raw`(?<train>[A-Z]{2} \d{3}) departs (?<departs>\d\d:\d\d), ` +
  String.raw`arrives (?<arrives>\d\d:\d\d)(?<next> \(\+1 day\))?, (?<lasts>\d+ h \d\d min), [^,\n]+, ` +
  String.raw`from €(?<price>\d+\.\d\d)`;

/**
 * Minutes after midnight.
 *
 * @param time Such as `07:05`.
 */
export function minutesOf(time: string | undefined): number {
  const [hours = "0", minutes = "0"] = (time ?? "").split(":");
  return Number(hours) * 60 + Number(minutes);
}

/**
 * When the train of a row arrives, in minutes after the midnight before it leaves.
 *
 * @param row Groups of {@linkcode TRAIN_ROW}.
 */
export function arrivalOf(row: Slots): number {
  return minutesOf(row["arrives"]) + (row["next"] === undefined ? 0 : 1440);
}
