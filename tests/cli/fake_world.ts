import { fileURLToPath } from "node:url";
import { virtualClock } from "../../base/mod.ts";
import type { World } from "../../cli/world.ts";

/** A world whose screen is kept, with nothing in its environment. */
export interface FakeWorld extends World {
  /** What stands on stdout. */
  readonly out: () => string;
  /** What stands on stderr. */
  readonly err: () => string;
}

/**
 * Makes a world for a command line.
 *
 * @param typed The words after `m2`.
 * @param change What is otherwise.
 * @returns The world.
 */
export function fakeWorld(typed: readonly string[], change: Partial<World> = {}): FakeWorld {
  let [out, err] = ["", ""];
  return {
    screen: { out: (text) => void (out += text), err: (text) => void (err += text), live: false, color: false },
    standing: "/nowhere",
    root: fileURLToPath(new URL("../..", import.meta.url)),
    environment: () => undefined,
    clock: virtualClock(),
    wall: () => () => {},
    fetch: () => Promise.reject(new Error("no network here")),
    interrupted: new AbortController().signal,
    typed,
    out: () => out,
    err: () => err,
    ...change,
  };
}
