import { M2Error } from "../../../base/mod.ts";
import type { CallDifference } from "./first_difference.ts";

/** What a cassette says of a call that it does not hold. */
export interface CassetteMiss {
  /** Interface, model, number of messages and hash: `chat/completions some-model, 3 messages, 3f2a…`. */
  readonly key: string;
  /** Recorded draws of this very call, where all were used up. */
  readonly usedUp?: number;
  /** The recorded call that comes nearest; left out where the cassette holds none of this interface. */
  readonly nearest?: {
    /** Id of the exchange. */
    readonly id: string;
    /** Its key, as above. */
    readonly key: string;
    /** Where the two begin to differ; left out where only the draw does. */
    readonly difference?: CallDifference;
  };
}

/**
 * A cassette does not hold a call. Nothing was sent to the provider.
 *
 * The operator is to blame: prompts, experiment or code are not those that were recorded, and trying again helps nobody.
 */
export class CassetteMissError extends M2Error {
  /** Always the operator. */
  readonly blame = "operator" as const;
  /** What was asked, and what comes near. */
  readonly miss: CassetteMiss;

  /**
   * Makes the error.
   *
   * @param location The cassette.
   * @param miss What was asked, and what comes near.
   */
  constructor(location: string, miss: CassetteMiss) {
    super(`Cannot replay ${miss.key} as the cassette ${location} must hold the call: ${stateOf(miss)}`, {
      hint: miss.usedUp === undefined
        ? "go back to the prompts and settings that were recorded, or record the run again"
        : "record as many draws as are asked for, or number the draws with the header x-m2-draw",
    });
    this.miss = miss;
  }
}

function stateOf({ usedUp, nearest }: CassetteMiss): string {
  if (usedUp !== undefined) return usedUp === 1 ? "its one draw was used" : `all ${usedUp} draws of it were used`;
  if (nearest === undefined) return "it holds none of this interface";
  const { difference } = nearest;
  const near = `the nearest is ${nearest.key} (${nearest.id})`;
  if (difference === undefined) return `${near}, which is another draw`;
  const { message, field, asked, recorded } = difference;
  const place = message === undefined ? `in ${field}` : `at message ${message}${field === "" ? "" : `, ${field}`}`;
  return `${near}; they first differ ${place}: ${shown(asked)} asked, ${shown(recorded)} recorded`;
}

function shown(text: string | undefined): string {
  return text === undefined ? "nothing" : JSON.stringify(text);
}
