/**
 * What happens when: episodes as communicating state machines. {@linkcode runEpisode} runs one, {@linkcode verifyEpisode}
 * runs one again and compares; a transcript has two hashes, {@linkcode transcriptHash} and {@linkcode visibleHash}.
 * The machines themselves stay inside.
 *
 * @module
 */
export type {
  EpisodeInput,
  EpisodeOutput,
  Limits,
  PromptTokens,
  StepRecord,
  StepTiming,
  TranscriptEvent,
} from "./episode.ts";
export { runEpisode } from "./run_episode.ts";
export { transcriptHash, visibleHash } from "./transcript.ts";
export { type Difference, firstDifference, type Verification, verifyEpisode } from "./verify_episode.ts";
