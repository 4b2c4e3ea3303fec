/**
 * The simulated model: a deterministic reader of the prompt, spoken to through an OpenAI-shaped fetch. It knows how
 * jobs are done (playbooks) and no value of any site; what it can use is what it finds in its prompt, with the
 * probability that published curves give. Everything measured with it is simulated.
 *
 * @module
 */
export { simulatedModel, type SimulatedModelOptions } from "./simulated_model.ts";
export { simulatedEndpoint } from "./simulated_endpoint.ts";
export { type Fetch, simulatedFetch, type SimulatedFetchOptions } from "./simulated_fetch.ts";
export {
  type ReaderPreset,
  readerPreset,
  type ReaderPresetChanges,
  readerPresetNames,
  readerPresetSchema,
} from "./presets.ts";
export { lengthFactor, positionFactor, type RecallCurve, recallProbability } from "./recall_curve.ts";
export type { Deed, Facts, Move, Pattern, Playbook, Slots, Subgoal, Trap, Yield } from "./playbook.ts";
