import type { Absent, ImportedOutcome, ImportedStep, ImportedTrajectory } from "./trajectory.ts";

/** A file as importers see it. */
export interface SourceFile {
  /** Relative to what is imported, with "/". */
  readonly name: string;
  /** Its bytes from the start; each call reads anew. A chunk must not change after it was handed over. */
  bytes(): AsyncIterable<Uint8Array>;
  /** Names of the files beside it, or in a folder beside it; empty where there is none. */
  siblings(folder?: string): Promise<readonly string[]>;
}

/** One row, element, entry or whole document of a file. */
export interface Row {
  /** From 1. */
  readonly number: number;
  /** The entry's key, where the file is one large object. */
  readonly key?: string;
  /** Parsed, and nothing more: hostile until checked. */
  readonly value: unknown;
}

/** What a file's head shows, before anything is decided. */
export interface Sample {
  /** The file's name. */
  readonly name: string;
  /** How the file lies, by its first bytes. */
  readonly layout: "json-lines" | "json-array" | "json-object" | "text" | "binary";
  /** The first row or element; for one object, what of it stands in the head. */
  readonly first: unknown;
  /** The first characters. */
  readonly text: string;
}

/** What a row gives, before it has an id and a source. */
export interface Draft {
  /** Of the trajectory's first row. */
  readonly row: number;
  readonly task: {
    readonly id?: string | undefined;
    readonly template?: string | undefined;
    readonly goal: string;
    readonly site?: string | undefined;
    readonly startUrl?: string | undefined;
    readonly isStartInferred?: true | undefined;
  };
  readonly outcome: ImportedOutcome;
  readonly steps: readonly Omit<ImportedStep, "index">[];
  readonly absent: readonly Absent[];
  readonly repairs: readonly string[];
  readonly model?: string | undefined;
}

/** What became of a row: a trajectory, one that was imported before and keeps its id and source, or a reason why not. */
export type Taken = { readonly draft: Draft } | { readonly whole: ImportedTrajectory } | {
  readonly refused: string;
  readonly row: number;
};

/** Reads the rows of one file in order. */
export interface RowReader {
  /** Takes a row; a format that spreads a trajectory over rows gives it back later. */
  take(row: Row): readonly Taken[];
  /** After the last row: what was still open. */
  end?(): readonly Taken[];
}

/** Whether a format was read on files of its makers, or is known from descriptions alone. */
export type Checked = "verified on a real file" | "from description";

/** What can be told of a format without reading a file. */
export interface FormatInfo {
  /** Short and stable: `webvoyager`. */
  readonly id: string;
  /** What it is, in a few words. */
  readonly title: string;
  /** How far its reading can be trusted. */
  readonly checked: Checked;
  /** Licence of the published data, where one is stated for all of it. */
  readonly licence?: string;
}

/** One public format of trajectories. */
export interface TrajectoryFormat extends FormatInfo {
  /** `document`: a file is one row. `rows`: JSON lines, or the elements of one array. `entries`: those of one object too. `text`: no JSON. */
  readonly layout: "document" | "rows" | "entries" | "text";
  /** Whether a file is in this format, by what stands in it. */
  matches(sample: Sample): boolean;
  /** Begins a file. */
  open(file: SourceFile): RowReader | Promise<RowReader>;
}
