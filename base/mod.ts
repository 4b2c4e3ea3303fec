/**
 * What every layer stands on: errors with blame, clocks, random numbers, hashes. It knows nothing of webs, models or memories.
 *
 * @module
 */
export {
  type Blame,
  blameOf,
  ConfigError,
  EnvironmentError,
  HarnessError,
  M2Error,
  type M2ErrorOptions,
  MissingPrerequisiteError,
} from "./error.ts";
export { type Clock, type VirtualClock, virtualClock, type WallTimer } from "./clock.ts";
export { draw, type RandomSource, seededRandom } from "./random.ts";
export { sha256 } from "./hash.ts";
export { canonicalJson } from "./canonical_json.ts";
export { parseOrExplain } from "./parse.ts";
