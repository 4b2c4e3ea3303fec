import type { SweepCell, SweepSummary } from "../lab/mod.ts";

/**
 * Writes a sweep as a grid for a terminal: the first axis down, the second across, each cell the difference in success,
 * then the neighbours between which the sign turns.
 *
 * @param sweep The sweep.
 * @returns Lines, ending in a line feed.
 */
export function renderSweep(sweep: SweepSummary): string {
  const [down, across] = sweep.axes;
  const [arm, other] = sweep.arms;
  const head = [`${down.parameter} \\ ${across.parameter}`, ...across.values.map(String)];
  const rows = down.values.map((a) => [
    String(a),
    ...across.values.map((b) => cellText(sweep.cells.find((cell) => cell.at[0] === a && cell.at[1] === b))),
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const lines = [head, ...rows].map((row) =>
    `  ${row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join("  ")}`
  );
  const flips = sweep.flips.map(({ between: [from, to], axis }) => {
    const fixed = axis === 0 ? across : down;
    const moving = axis === 0 ? down : across;
    return `  turns between ${moving.parameter} ${from.at[axis]} (${points(from.difference)}) and ${to.at[axis]} (${
      points(to.difference)
    }) at ${fixed.parameter} ${from.at[1 - axis]}`;
  });
  return `${
    [`  simulated success of ${arm} less ${other}, in points`, ...lines, ...flips, `  ${sweep.sentence}`].join("\n")
  }\n`;
}

function cellText(cell: SweepCell | undefined): string {
  return cell === undefined ? "-" : points(cell.difference);
}

function points(difference: number): string {
  const rounded = Math.round(difference * 100);
  return rounded > 0 ? `+${rounded}` : String(rounded);
}
