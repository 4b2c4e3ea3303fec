/** Says how much each of some texts is like a query, by the words alone. */
export interface TextScorer {
  /** Which method: `bm25`, `tfidf`, `jaccard` or `edit`. */
  readonly id: string;
  /** How many texts. */
  readonly size: number;
  /**
   * Scores every text.
   *
   * @param query Any text; one without a known word gives all zeros.
   * @returns One finite number a text, in order, 0 or more; only their order and ratios mean something.
   */
  score(query: string): Float64Array;
}
