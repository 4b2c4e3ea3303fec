import { type Html, html } from "../html.ts";
import { points } from "../format.ts";

/** One row: a difference with its interval, in shares. */
export interface IntervalRow {
  readonly label: string;
  readonly colour: number;
  /** −1 to 1. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
}

const WIDTH = 720;
const ROW = 30;
const LEFT = 132;
const RIGHT = 150;

/**
 * Draws paired differences with their intervals around a line at zero.
 *
 * @param rows One an arm.
 * @param title What is compared with what.
 * @returns The figure.
 */
export function intervalPlot(rows: readonly IntervalRow[], title: string): Html {
  const widest = Math.max(0.1, ...rows.flatMap((row) => [Math.abs(row.low), Math.abs(row.high)]));
  // Whole tens of points at the ends, so that the ticks are numbers that people use.
  const reach = Math.min(1, Math.ceil(widest * 10 + 0.2) / 10);
  const height = rows.length * ROW + 40;
  const x = (value: number) => LEFT + (value + reach) / (2 * reach) * (WIDTH - LEFT - RIGHT);
  const marks = [-1, -0.5, 0, 0.5, 1].map((factor) => factor * reach);
  return html`
    <figure class="plot">
      <svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}">
    ${marks.map((mark) =>
      html`
        <line class="${Math.abs(mark) < 1e-9 ? "zero" : "grid"}" x1="${x(mark).toFixed(1)}" x2="${x(mark).toFixed(
          1,
        )}" y1="4" y2="${height - 30}" />
        <text class="tick" x="${x(mark).toFixed(1)}" y="${height - 12}" text-anchor="middle">${points(mark)}</text>
      `
    )}
    ${rows.map((row, index) => {
      const y = index * ROW + 20;
      return html`
        <text class="label" x="${LEFT - 12}" y="${y + 4}" text-anchor="end">${row.label}</text>
        <line style="stroke:var(--arm-${row.colour})" stroke-width="3" x1="${x(row.low).toFixed(1)}" x2="${x(row.high)
          .toFixed(1)}" y1="${y}"
          y2="${y}" />
        <circle style="fill:var(--arm-${row.colour})" cx="${x(row.difference).toFixed(1)}" cy="${y}" r="5" />
        <text class="tick" x="${WIDTH - RIGHT + 14}" y="${y + 4}">${points(row.difference)} points [${points(
          row.low,
        )}, ${points(row.high)}]</text>
      `;
    })}
      </svg>
      <figcaption>${title}</figcaption>
    </figure>
  `;
}
