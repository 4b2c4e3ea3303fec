import { crc32, deflateSync } from "node:zlib";

const SHADES = ["#b5532d", "#3c6e71", "#7a6c9d", "#97862d"];

/** Outlines, one a category: lamp, kettle, rug, candles. */
const OUTLINES = [
  '<path d="M20 34 32 10l12 24zM30 34h4v18h-4zM22 52h20v4H22z"/>',
  '<path d="M18 26h28l4 26H14zM28 20h8v6h-8z"/><path d="M46 30c10 0 10 14 2 16" fill="none" stroke-width="4"/>',
  '<path d="M10 20h44v24H10z"/><path d="M14 24h36v16H14z" fill="#fff8"/>',
  '<path d="M16 26h8v28h-8zM28 18h8v36h-8zM40 30h8v24h-8z"/>',
];

/**
 * A picture of a kind of goods.
 *
 * @param category Index of the category.
 * @param shade 0 to 3.
 * @returns SVG.
 */
export function goodsPicture(category: number, shade: number): string {
  const colour = SHADES[shade % SHADES.length];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" fill="${colour}" stroke="${colour}">` +
    `<rect width="64" height="64" fill="#efe9dc" stroke="none"/>${OUTLINES[category % OUTLINES.length]}</svg>`;
}

/** The icon of the site. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#2f4538"/></svg>';

/** One piece of a PNG file: length, name, data, checksum. */
function chunk(name: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(name), 4);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)));
  return bytes;
}

/**
 * Draws the logo, a leaf on green, as a PNG of 32 by 32 pixels.
 *
 * @returns The file.
 */
export function logo(): Uint8Array {
  const size = 32;
  const rows = new Uint8Array(size * (1 + size * 3));
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      // A leaf is where two discs meet.
      const leaf = (x - 8) ** 2 + (y - 24) ** 2 < 400 && (x - 24) ** 2 + (y - 8) ** 2 < 400;
      rows.set(leaf ? [0xf2, 0xe3, 0xb6] : [0x2f, 0x45, 0x38], y * (1 + size * 3) + 1 + x * 3);
    }
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, size);
  view.setUint32(4, size);
  header.set([8, 2, 0, 0, 0], 8);
  const parts = [
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", new Uint8Array(deflateSync(rows))),
    chunk("IEND", new Uint8Array()),
  ];
  const file = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}
