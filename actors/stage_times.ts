import type { Clock } from "../base/mod.ts";
import type { StepTiming } from "./episode.ts";

/** The parts of a step that are not ours. */
export type Stage = "browser" | "model" | "tokens";

/** Wall time by step and stage: kept beside the machines, since no hash may depend on it. */
export interface StageTimes {
  /** A step begins; the one before it is over. */
  begin(step: number): void;
  /** The last step is over. */
  end(): void;
  /** Times work that answers later. */
  during<T>(stage: Stage, work: () => Promise<T>): Promise<T>;
  /** Times work that answers at once. */
  within<T>(stage: Stage, work: () => T): T;
  /** @returns One line a step, in order. */
  list(): readonly StepTiming[];
}

/**
 * Makes the time-keeper of one episode.
 *
 * @param clock Wall time.
 * @returns The time-keeper; what happens before the first step is not kept.
 */
export function stageTimes(clock: Clock): StageTimes {
  const done: StepTiming[] = [];
  let current: { step: number; from: number; stages: Record<Stage, number> } | undefined;
  const end = () => {
    if (current !== undefined) {
      done.push({ step: current.step, total: clock.now() - current.from, ...current.stages });
    }
    current = undefined;
  };
  const add = (stage: Stage, from: number) => {
    if (current !== undefined) current.stages[stage] += clock.now() - from;
  };
  return {
    begin(step) {
      end();
      current = { step, from: clock.now(), stages: { browser: 0, model: 0, tokens: 0 } };
    },
    end,
    async during(stage, work) {
      const from = clock.now();
      try {
        return await work();
      } finally {
        add(stage, from);
      }
    },
    within(stage, work) {
      const from = clock.now();
      try {
        return work();
      } finally {
        add(stage, from);
      }
    },
    list: () => done,
  };
}
