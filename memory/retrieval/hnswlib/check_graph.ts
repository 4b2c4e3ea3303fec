import type { FlatVectors } from "../cosine.ts";

/** What a graph's file must say of itself. */
export interface GraphShape {
  /** Links a node above the lowest level; there it has twice as many. */
  readonly links: number;
  /** Candidates looked at while it was built. */
  readonly buildCandidates: number;
}

/** Bytes before the first node. */
const HEADER = 96;

/** Levels above this are out of reach of any graph that memory can hold. */
const MOST_LEVELS = 64;

/** The addon makes vectors of length 1 in float32; further off than this, it is another vector. */
const NEAR = 1e-5;

/**
 * Looks through the bytes of a graph's file before the addon may see them: sizes, counts, every link, every label and
 * every vector. The addon itself checks nothing of this, and a wrong link ends the process.
 *
 * The format (hnswlib 0.8, 64-bit, little-endian): a header; a record a node with the links of the lowest level, the vector
 * and the label; then, for each node, the byte length of its links above and these.
 *
 * @param bytes The file.
 * @param vectors What it must be over.
 * @param norms Their lengths.
 * @param shape With what it was built.
 * @returns What is wrong, as a clause; undefined where nothing is.
 */
export function checkGraph(
  bytes: Uint8Array,
  { values, dimensions }: FlatVectors,
  norms: Float64Array,
  shape: GraphShape,
): string | undefined {
  const count = norms.length;
  const low = 2 * shape.links;
  const linkBytes = 4 + 4 * low;
  const record = linkBytes + 4 * dimensions + 8;
  const body = HEADER + count * record;
  if (bytes.length < body) return `it must have at least ${body} bytes: it has ${bytes.length}`;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = [0, 8, 16, 24, 32, 40, 56, 64, 72, 88].map((at) => Number(view.getBigUint64(at, true)));
  const right = [0, count, count, record, linkBytes + 4 * dimensions, linkBytes, shape.links, low, shape.links];
  const wrong = [...right, shape.buildCandidates].findIndex((value, i) => value !== header[i]);
  if (wrong >= 0) return `its header must fit the vectors: field ${wrong} does not`;
  if (Math.abs(view.getFloat64(80, true) * Math.log(shape.links) - 1) > 1e-9) {
    return "its level factor must be 1 / ln links";
  }
  const [topLevel, entry] = [view.getInt32(48, true), view.getUint32(52, true)];

  const seen = new Uint8Array(count);
  for (let node = 0; node < count; node++) {
    const at = HEADER + node * record;
    const links = view.getUint32(at, true);
    if (links > low) return `node ${node} must have at most ${low} links and not be deleted: it says ${links}`;
    for (let i = 1; i <= links; i++) {
      if (view.getUint32(at + 4 * i, true) >= count) return `node ${node} must be linked to nodes: link ${i} leads out`;
    }
    const labelAt = at + linkBytes + 4 * dimensions;
    const label = view.getUint32(labelAt, true);
    if (view.getUint32(labelAt + 4, true) !== 0 || label >= count || seen[label] === 1) {
      return `every vector must have one node: node ${node} has a label that is none or taken`;
    }
    seen[label] = 1;
    const [from, norm] = [label * dimensions, norms[label] ?? 1];
    for (let i = 0; i < dimensions; i++) {
      const off = view.getFloat32(at + linkBytes + 4 * i, true) - (values[from + i] ?? 0) / norm;
      if (!(Math.abs(off) < NEAR)) return `node ${node} must hold vector ${label}: it holds another`;
    }
  }
  return checkLevels(view, body, { count, links: shape.links, topLevel, entry });
}

function checkLevels(
  view: DataView,
  start: number,
  { count, links, topLevel, entry }: { count: number; links: number; topLevel: number; entry: number },
): string | undefined {
  const levelBytes = 4 + 4 * links;
  const levels = new Uint8Array(count);
  const places = new Float64Array(count);
  let at = start;
  for (let node = 0; node < count; node++) {
    if (at + 4 > view.byteLength) return `it must hold the links of all nodes: it ends at node ${node}`;
    const length = view.getUint32(at, true);
    const level = length / levelBytes;
    if (!Number.isInteger(level) || level > MOST_LEVELS || at + 4 + length > view.byteLength) {
      return `node ${node} must have whole levels of links: it has ${length} bytes of them`;
    }
    [levels[node], places[node]] = [level, at + 4];
    at += 4 + length;
  }
  if (at !== view.byteLength) return `it must end after its last node: ${view.byteLength - at} bytes follow`;
  if (count > 0 && (entry >= count || levels[entry] !== topLevel)) return "its entry must be a node of the top level";
  for (let node = 0; node < count; node++) {
    for (let level = 1; level <= (levels[node] ?? 0); level++) {
      const from = (places[node] ?? 0) + (level - 1) * levelBytes;
      const number = view.getUint32(from, true);
      if (number > links) return `node ${node} must have at most ${links} links on level ${level}: it says ${number}`;
      for (let i = 1; i <= number; i++) {
        const to = view.getUint32(from + 4 * i, true);
        if (to >= count || (levels[to] ?? 0) < level) return `node ${node} must be linked to nodes of level ${level}`;
      }
    }
  }
  return undefined;
}
