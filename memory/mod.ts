/**
 * What is kept, and how it comes back: the memory policy port, prompts in named parts, insights and recall.
 * The native index has an entry point of its own.
 *
 * @module
 */
export { type PartName, type PromptPart, toMessages } from "./prompt.ts";
export type {
  HistoryPolicy,
  InsightPolicy,
  MemoryContext,
  MemoryEffect,
  MemoryEvent,
  MemoryPolicy,
  PlanMoment,
  RenderInput,
  ReplyField,
} from "./policy.ts";
export {
  type Hit,
  type Insight,
  type InsightGroup,
  insightGroupSchema,
  insightSchema,
  type InsightSource,
  insightSourceSchema,
} from "./bank/insight.ts";
export { abstractInsights } from "./bank/abstractor.ts";
export type { Finding } from "./bank/trail.ts";
export type { Neighbour, VectorIndex } from "./retrieval/vector_index.ts";
export type { Recall, Recaller, RecallGuard } from "./recall.ts";
export { type ComposedMemory, composePolicy } from "./policies/compose.ts";
export { historyPolicy, historyPolicyNames, insightPolicy, insightPolicyNames } from "./policies/registry.ts";
export { sharedPrefix } from "./shared_prefix.ts";
export { type Bank, type BankManifest, bankManifestSchema } from "./bank/bank.ts";
export { type BankSource, buildBank } from "./bank/build_bank.ts";
export { openBank } from "./bank/open_bank.ts";
export { writeBank } from "./bank/write_bank.ts";
export { BankDamagedError, BankEmbedderError, BankVersionError } from "./bank/error.ts";
export { createRecaller } from "./retrieval/create_recaller.ts";
export { exactIndex, plainIndex } from "./retrieval/exact_index.ts";
export { scanIndex } from "./retrieval/exact/scan_index.ts";
export type { HnswIndex, Hnswlib, OpenedGraph } from "./retrieval/hnswlib/mod.ts";
export { chooseIndex, type ChosenIndex, type IndexChoices } from "./retrieval/choose_index.ts";
export { diversify } from "./retrieval/diversify.ts";
export { fuse, type Ranking } from "./retrieval/fuse.ts";
export { type LeaveOut, leaveOut, type LeftOutReason, type Remainder } from "./retrieval/leave_out.ts";
export { type BankAnswer, type BankQuestion, SEARCH_METHODS, searchBank } from "./retrieval/search_bank.ts";
export { bm25 } from "./retrieval/text/bm25.ts";
export { editDistance } from "./retrieval/text/edit_distance.ts";
export { jaccard } from "./retrieval/text/jaccard.ts";
export type { TextScorer } from "./retrieval/text/text_scorer.ts";
export { tfidf } from "./retrieval/text/tfidf.ts";
export { hashedTfidf } from "./retrieval/hashed_tfidf.ts";
export type { FlatVectors } from "./retrieval/cosine.ts";
export { diskFiles } from "./trajectories/disk_files.ts";
export type { Checked, FormatInfo, SourceFile } from "./trajectories/format.ts";
export { importFormats } from "./trajectories/formats/registry.ts";
export { ImportFormatError, PolarityConflictError } from "./trajectories/import_error.ts";
export { type Import, type ImportOptions, importTrajectories } from "./trajectories/import_trajectories.ts";
export type { LossReport, ReadFile, Refusal } from "./trajectories/loss_report.ts";
export {
  type Absent,
  type ImportedAction,
  type ImportedOutcome,
  type ImportedStep,
  type ImportedTrajectory,
  importedTrajectorySchema,
} from "./trajectories/trajectory.ts";
export { bankOfInsights } from "./distill/bank_of_insights.ts";
export { type Abstractor, distill, patternAbstractor } from "./distill/distill.ts";
export { type DistillLog, type LoggedReply, memoryDistillLog, openDistillLog } from "./distill/distill_log.ts";
export type { Distilled, DistilledInsight, DistilledSource, Quarantined } from "./distill/distilled.ts";
export type { MineOptions } from "./distill/mine_insights.ts";
export {
  DistillBudgetError,
  modelAbstractor,
  type ModelAbstractorOptions,
  type Spent,
} from "./distill/model_abstractor.ts";
export { type Situation, situationsOf } from "./distill/situations.ts";
export { type Label, standingOf } from "./distill/standing.ts";
export { valuesOf } from "./distill/values.ts";
export { vetInsight } from "./distill/vet_insight.ts";
