/** What became of a part of a HAR that is not as it should be. */
export type HarEffect =
  /** Odd, and kept as it is. */
  | "note"
  /** Put right from what else the entry tells; nothing is lost. */
  | "repaired"
  /** Kept, but less than what went over the wire. */
  | "lossy"
  /** Left out. */
  | "dropped";

/** One thing about one entry that a reader of the import should know. */
export interface HarIssue {
  /** Place of the entry in `log.entries`, from 0. */
  readonly entry: number;
  /** Its address, without query; the empty text where it has none. */
  readonly url: string;
  /** A stable name: `missing-body`, `odd-status`, `charset`. */
  readonly kind: string;
  /** What it did to the import. */
  readonly effect: HarEffect;
  /** One clause in words. */
  readonly what: string;
}

/** What an import kept, put right and lost. */
export interface HarImportReport {
  /** Where the HAR came from. */
  readonly source: string;
  /** Who wrote it, as it says: `Playwright 1.65.1`. */
  readonly creator: string;
  /** Entries in the HAR. */
  readonly entries: number;
  /** Exchanges in the archive; equal ones are kept once. */
  readonly exchanges: number;
  /** True only when nothing is lossy and nothing was dropped. */
  readonly complete: boolean;
  /** How many issues of each effect. */
  readonly effects: Readonly<Record<HarEffect, number>>;
  /** How many issues of each kind. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Every one, in the order of the entries. */
  readonly issues: readonly HarIssue[];
}

/** Notes an issue of the entry that is being read. */
export type NoteIssue = (kind: string, effect: HarEffect, what: string) => void;

/**
 * Sums up the issues of an import.
 *
 * @param about What else the report tells.
 * @param issues Every issue, in order.
 * @returns The report.
 */
export function harReport(
  about: Pick<HarImportReport, "source" | "creator" | "entries" | "exchanges">,
  issues: readonly HarIssue[],
): HarImportReport {
  const effects = { note: 0, repaired: 0, lossy: 0, dropped: 0 };
  const kinds: Record<string, number> = {};
  for (const { effect, kind } of issues) {
    effects[effect]++;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  return { ...about, complete: effects.lossy === 0 && effects.dropped === 0, effects, kinds, issues };
}
