/**
 * The web as an agent meets it: the nouns (task, observation, action, step, trajectory, verdict) and the port {@linkcode Browser}.
 * Adapters have entry points of their own: `env/chromium/mod.ts`, `env/replay/mod.ts`.
 *
 * @module
 */
export { type Task, taskSchema } from "./task.ts";
export {
  type Capture,
  type Observation,
  observationSchema,
  type ScreenshotRef,
  screenshotRefSchema,
} from "./observation.ts";
export { type Action, actionSchema, describeAction, type PageAction } from "./action.ts";
export type { ActOutcome, Browser, BrowserReport, NetworkEvent, RefusalReason } from "./browser.ts";
export { type Evidence, type Verdict, verdictSchema } from "./verdict.ts";
export type { PageProfile, PageTransport } from "./transport.ts";
export {
  type End,
  endSchema,
  type Outcome,
  outcomeSchema,
  type Step,
  stepSchema,
  type Trajectory,
  trajectorySchema,
} from "./trajectory.ts";
export { takeStep, walkSchema, type WalkStep, walkStepSchema } from "./walk.ts";
export { type SessionUse, sessionUseSchema } from "./replay/report/watch_use.ts";
export type { EpisodeUse, RunUse } from "./replay/report/run_use.ts";
