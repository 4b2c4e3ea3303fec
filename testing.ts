/**
 * Regression tests of agents: run a recorded episode again and learn in one sentence where it parts from the recording.
 *
 * @module
 */
export {
  type Difference,
  firstDifference,
  transcriptHash,
  type Verification,
  verifyEpisode,
  visibleHash,
} from "./actors/mod.ts";
export { regress, RegressionError, type RegressOptions } from "./cli/regress.ts";
