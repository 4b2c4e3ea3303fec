import type { Evidence, Task, Verdict } from "../env/mod.ts";
import type { StatefulHandler } from "../env/replay/mod.ts";
import type { Playbook } from "../models/simulated/playbook.ts";

/** A site written for this project: its tasks, how they are judged, how they can be done, and where its recording lies. */
export interface Site {
  /** `shop`. */
  readonly name: string;
  /** Where it lives: `https://shop.test`. */
  readonly origin: string;
  /** Folder of the archive, as a file URL. */
  readonly archive: URL;
  /** Training and held-out tasks. */
  readonly tasks: readonly Task[];
  /** Code that decides; throws nothing. */
  readonly grade: (task: Task, evidence: Evidence) => Verdict;
  /** What the simulated model knows. */
  readonly playbooks: readonly Playbook[];
  /** Pure reducers for what a recording cannot answer: cart, login, forms. */
  readonly handlers: readonly StatefulHandler[];
}
