import { type Html, html } from "../html.ts";
import { spread, ticks } from "./scale.ts";

/** One line of a plot. */
export interface Line {
  readonly label: string;
  /** Index of its colour: `--arm-0` and on. */
  readonly colour: number;
  /** Ordered by x. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** What a line plot needs beside its lines. */
export interface LinePlotOptions {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  /** Writes a y tick. */
  readonly formatY: (value: number) => string;
}

const WIDTH = 720;
const HEIGHT = 360;
const MARGIN = { top: 16, right: 132, bottom: 44, left: 58 };

/**
 * Draws lines as an SVG with a label at the end of each, so that no legend has to be matched by colour alone.
 *
 * @param lines The lines; empty ones are left out.
 * @param options Title, axis labels and tick format.
 * @returns The figure.
 */
export function linePlot(lines: readonly Line[], options: LinePlotOptions): Html {
  const drawn = lines.filter((line) => line.points.length > 0);
  const all = drawn.flatMap((line) => line.points);
  const xTicks = ticks(Math.max(1, ...all.map((point) => point.x)), 8).filter(Number.isInteger);
  const yTicks = ticks(Math.max(1, ...all.map((point) => point.y)), 5);
  const xMax = Math.max(1, ...all.map((point) => point.x));
  const yMax = yTicks.at(-1) ?? 1;
  const x = (value: number) => MARGIN.left + value / xMax * (WIDTH - MARGIN.left - MARGIN.right);
  const y = (value: number) => HEIGHT - MARGIN.bottom - value / yMax * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const ends = drawn.map((line) => line.points.at(-1) ?? { x: 0, y: 0 });
  const labels = spread(ends.map((end) => y(end.y)), 15);
  const path = (line: Line) =>
    line.points.map((point, index) => `${index === 0 ? "M" : "L"}${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}`)
      .join("");
  return html`
    <figure class="plot">
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${options.title}">
    ${yTicks.map((tick) =>
      html`
        <line class="grid" x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${y(tick).toFixed(1)}" y2="${y(tick)
          .toFixed(1)}" />
        <text class="tick" x="${MARGIN.left - 8}" y="${(y(tick) + 4).toFixed(1)}" text-anchor="end">${options.formatY(
          tick,
        )}</text>
      `
    )}
    ${xTicks.filter((tick) => tick <= xMax).map((tick) =>
      html`<text class="tick" x="${x(tick).toFixed(1)}" y="${
        HEIGHT - MARGIN.bottom + 18
      }" text-anchor="middle">${tick}</text>`
    )}
    <text class="axis" x="${(MARGIN.left + WIDTH - MARGIN.right) / 2}" y="${HEIGHT - 6}" text-anchor="middle">${options
      .xLabel}</text>
    <text class="axis" x="${-(HEIGHT - MARGIN.bottom) /
      2}" y="13" text-anchor="middle" transform="rotate(-90)">${options.yLabel}</text>
    ${drawn.map((line, index) => {
      const end = ends[index] ?? { x: 0, y: 0 };
      const labelY = labels[index] ?? 0;
      return html`
        <path class="line" style="stroke:var(--arm-${line.colour})" d="${path(line)}" />
        <line class="leader" x1="${(x(end.x) + 3).toFixed(1)}" y1="${y(end.y).toFixed(1)}" x2="${WIDTH - MARGIN.right +
          12}" y2="${labelY.toFixed(1)}" />
        <circle style="fill:var(--arm-${line.colour})" cx="${x(end.x).toFixed(1)}" cy="${y(end.y).toFixed(1)}" r="3" />
        <text class="label" style="fill:var(--arm-${line.colour})" x="${WIDTH - MARGIN.right + 16}" y="${(labelY + 4)
          .toFixed(1)}">${line.label}</text>
      `;
    })}
      </svg>
      <figcaption>${options.title}</figcaption>
    </figure>
  `;
}
