/**
 * Experiments: their file, the plan, the runner, results on disk, statistics and comparison.
 * The main names are {@linkcode parseExperiment}, {@linkcode planExperiment}, {@linkcode runEpisodes} and {@linkcode summarizeRun}.
 *
 * @module
 */
export {
  type Arm,
  armSchema,
  type Axis,
  axisSchema,
  type CassetteSpec,
  cassetteSpecSchema,
  type Experiment,
  type ExperimentLimits,
  experimentSchema,
  limitsSchema,
  type ModelSpec,
  modelSpecSchema,
  parseExperiment,
  type PolicySpec,
  policySpecSchema,
  type Sweep,
  sweepSchema,
  type TaskChoice,
  taskChoiceSchema,
} from "./experiment.ts";
export type { Site } from "./site.ts";
export {
  type Catalogue,
  chooseTasks,
  type Plan,
  planEpisodes,
  planExperiment,
  type PlannedArm,
  type PlannedEpisode,
} from "./plan.ts";
export { differingFields, makeManifest, type Manifest, type ManifestFacts, manifestSchema, runId } from "./manifest.ts";
export { type ResultRow, resultSchema, type StepRow, stepRowSchema, type TimingRow, timingSchema } from "./result.ts";
export { readUses } from "./read_uses.ts";
export { type EpisodeFiles, readRun, RunDirectory } from "./run_directory.ts";
export {
  type EpisodeLoan,
  judgeEpisode,
  recordEpisode,
  runEpisodes,
  type RunEvent,
  type RunOptions,
  type RunOutcome,
} from "./runner.ts";
export { type ArmSummary, isSuccess, promptTokensOf, summarizeArm } from "./arm_summary.ts";
export {
  comparePaired,
  comparisonSentence,
  type PairedComparison,
  type RunSummary,
  summarizeRun,
  type SummaryPlan,
} from "./comparison.ts";
export { ENOUGH_TASKS, findDoubts, type Mark } from "./validity.ts";
export {
  planSweep,
  runSweep,
  summarizeSweep,
  type SweepCell,
  type SweepEpisode,
  type SweepOptions,
  type SweepRow,
  sweepRowSchema,
  type SweepSummary,
} from "./sweep.ts";
export { PathMemory } from "./path_memory.ts";
export { explainDifference, type TextDifference } from "./explain_difference.ts";
export { type VerifiedEpisode, verifyEpisodes, type VerifyOptions } from "./verify.ts";
export { bootstrapInterval } from "./statistics/bootstrap.ts";
export { type Growth, growth } from "./statistics/growth.ts";
export { holm } from "./statistics/holm.ts";
export { exactMcNemar } from "./statistics/mcnemar.ts";
export { quantile } from "./statistics/quantile.ts";
export { type SignFlipResult, signFlipTest } from "./statistics/sign_flip.ts";
export { type Interval, wilsonInterval } from "./statistics/wilson.ts";
export { explainDiskError, writeWhole } from "./disk.ts";
export { compareText } from "./order.ts";
