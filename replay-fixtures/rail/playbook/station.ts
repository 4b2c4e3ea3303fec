import type { Subgoal, Yield } from "../../../models/simulated/playbook.ts";
import { NAME_TRAP } from "./traps.ts";

/** A station, in patterns. */
export interface Place {
  /** Its whole name: `{station}`. */
  readonly name: string;
  /** The first word of it, which another station may share. */
  readonly stem: string;
}

/**
 * Opens a station's page.
 *
 * @param id Of the subgoal.
 * @param place Which station.
 * @param needs Facts that tell which.
 * @param yields What to read there.
 * @returns The subgoal.
 */
export function openStation(id: string, place: Place, needs: readonly string[], yields: readonly Yield[]): Subgoal {
  return {
    id,
    title: `look at the station ${place.name}`,
    needs,
    at: `heading "Station ${place.name}"`,
    atWhenCaught: { trap: NAME_TRAP.id, at: `heading "Station ${place.stem}\\b` },
    moves: [
      {
        when: 'heading "Stations"',
        trap: NAME_TRAP.id,
        do: { kind: "click", role: "link", name: place.name },
        why: "compare the whole station name, as two stations have similar names",
      },
      {
        when: 'heading "Stations"',
        do: { kind: "click", role: "link", name: `${place.stem}\\b.*` },
        why: "open the station",
      },
      { do: { kind: "click", role: "link", name: "Stations" }, why: "open the list of stations" },
    ],
    yields,
  };
}

/**
 * Makes a literal text safe inside a pattern.
 *
 * @param text Any text.
 */
export function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
