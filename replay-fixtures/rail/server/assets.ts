import { deflateSync } from "node:zlib";
import type { Station, World } from "../world.ts";

/** The style sheet of every page. */
export const STYLE =
  `body{font:16px/1.5 sans-serif;margin:0 auto;max-width:60rem;padding:0 1rem;color:#1d2733;background:#fff}
header{display:flex;gap:1rem;align-items:center;border-bottom:3px solid #1b5e6b;padding:.5rem 0}
nav a{margin-right:1rem}a{color:#1b5e6b}h1{font-size:1.6rem}label{display:inline-block;min-width:7rem}
select,input,button{font:inherit;padding:.3rem .6rem}button{background:#1b5e6b;color:#fff;border:0;border-radius:.3rem}
.trains li{padding:.4rem 0;border-bottom:1px solid #d8dee4}.links{display:flex;gap:1rem;list-style:none;padding:0}
.box{position:relative;min-height:8rem;margin:1rem 0;padding:.5rem 1rem;background:#eef4f5}
.notice{position:absolute;inset:0;z-index:2;padding:.5rem 1rem;background:#fff3d6;border:2px solid #b9770e}
table{border-collapse:collapse;margin:1rem 0}td{border:1px solid #d8dee4;padding:.3rem .8rem}
footer{margin-top:2rem;border-top:1px solid #d8dee4;font-size:.9rem}
`;

/** The script of every page: lists that submit themselves, notices that close, platforms and boards that are fetched. */
export const SCRIPT = `"use strict";
for (const form of document.querySelectorAll("form[data-autosubmit]")) {
  let timer;
  form.addEventListener("change", () => {
    clearTimeout(timer);
    timer = setTimeout(() => form.requestSubmit(), 200);
  });
}
for (const button of document.querySelectorAll("[data-close]")) {
  button.addEventListener("click", () => button.closest(".notice").remove());
}
async function load(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error("Cannot load " + address);
  return await response.json();
}
for (const line of document.querySelectorAll("[data-platforms]")) {
  load(line.dataset.platforms).then((platforms) => {
    setTimeout(() => line.textContent = "Leaves from platform " + platforms[line.dataset.train], 150);
  }, () => line.textContent = "The platform is not known yet");
}
for (const list of document.querySelectorAll("[data-board]")) {
  const status = document.querySelector("[data-status]");
  load(list.dataset.board).then(({ lines }) => {
    for (const line of lines) list.append(Object.assign(document.createElement("li"), { textContent: line }));
    status.textContent = lines.length + " departures";
  }, () => status.textContent = "The board is out of order");
}
`;

/**
 * Draws the railway's sign: two stripes whose shade follows from its name.
 *
 * @param world The world.
 * @returns A PNG of 32 x 32 pixels.
 */
export function logoPng(world: World): Uint8Array<ArrayBuffer> {
  const shade = [...world.railway].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 120, 7);
  const rows: number[] = [];
  for (let y = 0; y < 32; y++) {
    rows.push(0);
    for (let x = 0; x < 32; x++) {
      const stripe = (y > 9 && y < 14) || (y > 18 && y < 23) ? 255 : 40 + shade;
      rows.push(x === 0 || x === 31 ? 0 : stripe);
    }
  }
  return concat([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", Uint8Array.of(0, 0, 0, 32, 0, 0, 0, 32, 8, 0, 0, 0, 0)),
    chunk("IDAT", new Uint8Array(deflateSync(Uint8Array.from(rows)))),
    chunk("IEND", new Uint8Array()),
  ]);
}

/**
 * Draws a station: a hall with as many doors as it has platforms.
 *
 * @param station The station.
 * @returns An SVG.
 */
export function stationSvg(station: Station): string {
  const doors = station.platforms.map((_, index) =>
    `<rect x="${18 + index * 36}" y="34" width="16" height="22" fill="#1b5e6b"/>`
  ).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 60"><rect x="6" y="20" width="228" height="38" fill="#d8dee4"/>` +
    `<path d="M0 20 120 2 240 20z" fill="#8a3324"/>${doors}</svg>`;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = concat([new TextEncoder().encode(type), data]);
  const framed = new Uint8Array(body.length + 8);
  const view = new DataView(framed.buffer);
  view.setUint32(0, data.length);
  framed.set(body, 4);
  view.setUint32(body.length + 4, crc32(body));
  return framed;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
  }
  return (crc ^ 0xffff_ffff) >>> 0;
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
