import type { Clock, WallTimer } from "../base/mod.ts";
import type { Screen } from "./screen.ts";

/** The ambient world as commands see it: made once, in wire.ts, and by tests. */
export interface World {
  readonly screen: Screen;
  /** The folder in which the person stands: `INIT_CWD`, else the working folder. */
  readonly standing: string;
  /** The repository's folder. */
  readonly root: string;
  readonly environment: (name: string) => string | undefined;
  readonly clock: Clock;
  readonly wall: WallTimer;
  readonly fetch: typeof globalThis.fetch;
  /** Aborted by Ctrl-C. */
  readonly interrupted: AbortSignal;
  /** The words after `m2`, as typed: what "resume" prints. */
  readonly typed: readonly string[];
}
