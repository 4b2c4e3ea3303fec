/**
 * Image formulas, as the models' makers publish them.
 *
 * @see OpenAI's and Anthropic's vision guides and Qwen's image preprocessing.
 * @module
 */
import { ConfigError } from "../../base/mod.ts";

/** How a provider turns an image's size into tokens. */
export type ImageFormula = (width: number, height: number) => number;

/** Python's rounding, half to even: 720 / 32 = 22.5 is 22 patches, as the published preprocessing code has it. */
function roundHalfEven(value: number): number {
  const low = Math.floor(value);
  const rest = value - low;
  if (rest !== 0.5) return Math.round(value);
  return low % 2 === 0 ? low : low + 1;
}

function qwenPatches(unit: number, minPixels: number, maxPixels: number): ImageFormula {
  return (width, height) => {
    let columns = Math.max(1, roundHalfEven(width / unit));
    let rows = Math.max(1, roundHalfEven(height / unit));
    const pixels = columns * rows * unit * unit;
    if (pixels > maxPixels) {
      const shrink = Math.sqrt((width * height) / maxPixels);
      columns = Math.max(1, Math.floor(width / shrink / unit));
      rows = Math.max(1, Math.floor(height / shrink / unit));
    } else if (pixels < minPixels) {
      const grow = Math.sqrt(minPixels / (width * height));
      columns = Math.ceil((width * grow) / unit);
      rows = Math.ceil((height * grow) / unit);
    }
    return columns * rows;
  };
}

function openaiTiles(width: number, height: number): number {
  const fit = Math.min(1, 2048 / Math.max(width, height));
  const short = Math.min(1, 768 / (Math.min(width, height) * fit));
  // The epsilon keeps an edge that scales to exactly n × 512 from spilling into one more tile.
  const tiles = (edge: number) => Math.ceil((edge * fit * short) / 512 - 1e-9);
  return 85 + 170 * tiles(width) * tiles(height);
}

function claude(width: number, height: number): number {
  const fit = Math.min(1, 1568 / Math.max(width, height));
  return Math.min(1600, Math.ceil((width * fit * height * fit) / 750));
}

const FORMULAS: Readonly<Record<string, ImageFormula>> = {
  /** OpenAI's tiles of 512: fit into 2048 × 2048, short side at most 768, 85 + 170 a tile. */
  "openai-tiles": openaiTiles,
  /** Qwen2.5-VL: cells of 28 × 28 pixels. */
  "qwen2.5-vl": qwenPatches(28, 3_136, 12_845_056),
  /** Qwen3-VL: cells of 32 × 32 pixels. */
  "qwen3-vl": qwenPatches(32, 65_536, 16_777_216),
  /** Claude up to 4.5: one token for 750 pixels, long edge at most 1568, at most 1600. */
  claude,
  /** A model that is sent no images, or an endpoint that does not bill them. */
  none: () => 0,
};

/** The names that {@linkcode imageFormula} takes. */
export const imageFormulas: readonly string[] = Object.keys(FORMULAS);

/**
 * Looks an image formula up.
 *
 * @param name One of {@linkcode imageFormulas}.
 * @returns Tokens for a width and height in CSS pixels.
 * @throws {ConfigError} When there is no such formula; the message lists those there are.
 */
export function imageFormula(name: string): ImageFormula {
  const formula = Object.hasOwn(FORMULAS, name) ? FORMULAS[name] : undefined;
  if (formula !== undefined) return formula;
  throw new ConfigError(
    `Cannot count image tokens as the formula must be one of ${imageFormulas.join(", ")}: got ${JSON.stringify(name)}`,
  );
}
