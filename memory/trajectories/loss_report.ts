import type { Checked } from "./format.ts";
import type { Absent, ImportedOutcome, ImportedTrajectory } from "./trajectory.ts";

/** How many refused rows a report names one by one; all of them are counted. */
const NAMED = 1000;

/** A file that was read. */
export interface ReadFile {
  /** Its name, relative to what was imported. */
  readonly file: string;
  /** The id of its format. */
  readonly format: string;
  /** How far the reading of that format can be trusted. */
  readonly checked: Checked;
  /** Of the whole file. */
  readonly sha256: string;
  /** Its size. */
  readonly bytes: number;
  /** Rows, elements or documents in it. */
  readonly rows: number;
  /** Trajectories that came of them. */
  readonly trajectories: number;
}

/** Something that could not be taken. */
export interface Refusal {
  /** The file's name. */
  readonly file: string;
  /** From 1. */
  readonly row: number;
  /** One clause. */
  readonly reason: string;
}

/** What an import kept and lost. Plain data; the same files give the same report. */
export interface LossReport {
  /** Of the report's form. */
  readonly version: 1;
  /** Every file that was read, in order. */
  readonly files: readonly ReadFile[];
  /** Files that are in no known format, with why. */
  readonly passedOver: readonly { readonly file: string; readonly reason: string }[];
  /** In all files. */
  readonly rowsRead: number;
  /** Trajectories that came out, repaired ones among them. */
  readonly accepted: number;
  /** Trajectories that were mended on the way in. */
  readonly repaired: number;
  /** Rows that gave nothing. */
  readonly refused: number;
  /** The first thousand of them. */
  readonly refusals: readonly Refusal[];
  /** How often each was refused, by reason. */
  readonly refusedFor: Readonly<Record<string, number>>;
  /** How many trajectories needed which repair. */
  readonly repairedFor: Readonly<Record<string, number>>;
  /** How trajectories ended. */
  readonly ends: Readonly<Record<ImportedOutcome["end"], number>>;
  /** Three notions of success, side by side. */
  readonly success: {
    readonly claimed: { readonly success: number; readonly failure: number; readonly none: number };
    readonly judged: {
      readonly success: number;
      readonly failure: number;
      readonly undecided: number;
      readonly none: number;
    };
    readonly rewarded: { readonly positive: number; readonly zero: number; readonly none: number };
  };
  /** In how many trajectories something is missing. */
  readonly absent: Readonly<Partial<Record<Absent, number>>>;
  /** In all trajectories. */
  readonly steps: number;
  /** Thoughts that only repeat the one before; they are kept. */
  readonly repeatedThoughts: number;
  /** Actions by kind; those under `unread` are kept as they came. */
  readonly actions: Readonly<Record<string, number>>;
}

/** Counts what an import does. */
export class LossCount {
  readonly #files: ReadFile[] = [];
  readonly #passedOver: { file: string; reason: string }[] = [];
  readonly #refusals: Refusal[] = [];
  readonly #tallies = { refusedFor: tally(), repairedFor: tally(), ends: tally(), absent: tally(), actions: tally() };
  readonly #claimed = { success: 0, failure: 0, none: 0 };
  readonly #judged = { success: 0, failure: 0, undecided: 0, none: 0 };
  readonly #rewarded = { positive: 0, zero: 0, none: 0 };
  #accepted = 0;
  #repaired = 0;
  #refused = 0;
  #steps = 0;
  #repeatedThoughts = 0;

  /** A file is read to its end. */
  file(file: ReadFile): void {
    this.#files.push(file);
  }

  /** A file is in no known format. */
  passOver(file: string, reason: string): void {
    this.#passedOver.push({ file, reason });
  }

  /** A row gives nothing. */
  refuse(refusal: Refusal): void {
    this.#refused++;
    add(this.#tallies.refusedFor, withoutNumbers(refusal.reason));
    if (this.#refusals.length < NAMED) this.#refusals.push(refusal);
  }

  /** A trajectory is taken. */
  accept({ outcome, steps, absent, repairs }: ImportedTrajectory): void {
    this.#accepted++;
    if (repairs.length > 0) this.#repaired++;
    for (const repair of new Set(repairs.map(withoutNumbers))) add(this.#tallies.repairedFor, repair);
    for (const what of absent) add(this.#tallies.absent, what);
    add(this.#tallies.ends, outcome.end);
    this.#claimed[outcome.claimed ?? "none"]++;
    this.#judged[outcome.judged ?? "none"]++;
    this.#rewarded[outcome.reward === undefined ? "none" : outcome.reward > 0 ? "positive" : "zero"]++;
    this.#steps += steps.length;
    for (const [i, step] of steps.entries()) {
      add(this.#tallies.actions, step.action.kind);
      const before = steps[i - 1]?.thought;
      if (before !== undefined && before !== "" && before === step.thought) this.#repeatedThoughts++;
    }
  }

  /** The report so far. */
  report(): LossReport {
    const { refusedFor, repairedFor, ends, absent, actions } = this.#tallies;
    const end = (name: ImportedOutcome["end"]) => ends.get(name) ?? 0;
    return {
      version: 1,
      files: [...this.#files],
      passedOver: [...this.#passedOver],
      rowsRead: this.#files.reduce((sum, file) => sum + file.rows, 0),
      accepted: this.#accepted,
      repaired: this.#repaired,
      refused: this.#refused,
      refusals: [...this.#refusals],
      refusedFor: sorted(refusedFor),
      repairedFor: sorted(repairedFor),
      ends: {
        finished: end("finished"),
        "turn-limit": end("turn-limit"),
        error: end("error"),
        unknown: end("unknown"),
      },
      success: { claimed: { ...this.#claimed }, judged: { ...this.#judged }, rewarded: { ...this.#rewarded } },
      absent: sorted(absent),
      steps: this.#steps,
      repeatedThoughts: this.#repeatedThoughts,
      actions: sorted(actions),
    };
  }
}

/** Reasons differ in step numbers and names; what they have in common is counted. */
function withoutNumbers(reason: string): string {
  return reason.replaceAll(/"[^"]*"/g, '"…"').replaceAll(/\d+/g, "N");
}

function tally(): Map<string, number> {
  return new Map();
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
}
