import type { Hit } from "./bank/insight.ts";

/** What a recall must leave out, so that no task is helped by its own trace. */
export interface RecallGuard {
  /** Id of the task at hand. */
  readonly taskId: string;
  /** Its template. */
  readonly template: string;
}

/** What a recall found. */
export interface Recall {
  /** Best first, at most as many groups as asked for. */
  readonly hits: readonly Hit[];
  /** Groups that the guard left out, by id, with why. */
  readonly excluded: readonly { readonly group: string; readonly reason: "same-task" | "same-template" }[];
}

/** The external memory as the retriever actor sees it. Pure: a recall changes nothing. */
export interface Recaller {
  /** Bank and embedder, for the manifest: a hash and an id. */
  readonly bankHash: string;
  /**
   * Finds the groups whose queries are most like a goal.
   *
   * @param query The goal.
   * @param groups How many at most.
   * @param guard What to leave out.
   */
  recall(query: string, groups: number, guard: RecallGuard): Promise<Recall>;
}
