/**
 * Recorded pages: archive, matching, sessions, MSW handlers, the loopback server that a browser talks to, and the recorder.
 *
 * {@linkcode openArchive} reads a recording, {@linkcode createReplaySession} starts one episode's way through it, and
 * {@linkcode serveReplay} shows it to a browser. {@linkcode serveRecorder} and {@linkcode crawl} make recordings,
 * {@linkcode importHar} and {@linkcode exportHar} exchange them with other tools, {@linkcode addLayer} extends them.
 * {@linkcode recordFetch} and {@linkcode replayFetch} do for model calls what the servers do for pages.
 *
 * @module
 */
export type { StatefulHandler, StatefulRequest, StatefulResponse } from "./match/stateful.ts";
export type { Archive } from "./archive/archive.ts";
export type { ArchiveIndex, ExchangeLookup, IndexedExchange } from "./archive/archive_index.ts";
export { ARCHIVE_SCHEMA, type ArchiveManifest, archiveManifestSchema } from "./archive/archive_manifest.ts";
export { type ArchiveLayer } from "./archive/archive_manifest.ts";
export { parseStreamLog, type StreamFrame, type StreamLog, writeStreamLog } from "./archive/stream_log.ts";
export type { BodySource } from "./archive/body_store.ts";
export { archiveOf, type ArchiveParts } from "./archive/archive_of.ts";
export {
  type BodyRef,
  type Exchange,
  exchangeSchema,
  type HeaderList,
  type RecordedRequest,
  type RecordedResponse,
} from "./archive/exchange.ts";
export { openArchive, type OpenArchiveOptions } from "./archive/open_archive.ts";
export { type ArchiveContent, type ContentSource, writeArchive } from "./archive/write_archive.ts";
export { contentOf } from "./archive/archive_content.ts";
export { addLayer, type LayerConflict, layerConflicts, mergeArchives, type NewLayer } from "./archive/layers.ts";
export { type ArchiveCheck, CHECK_CODES, checkArchive, type Finding } from "./archive/check_archive.ts";
export { repairArchive, type RepairReport } from "./archive/repair_archive.ts";
export { type ArchiveStats, archiveStats, type StatsLine } from "./archive/archive_stats.ts";
export { type ArchiveDiff, diffArchives, type DiffEntry, type DiffField } from "./archive/diff_archives.ts";
export { pruneArchive, type PruneOptions, type PruneReport, readUsedIds } from "./archive/prune_archive.ts";
export { redactArchive, type RedactOptions, type RedactReport } from "./archive/redact_archive.ts";
export {
  NO_RULES,
  type ReplayRules,
  type ReplayRulesInput,
  replayRulesSchema,
  type SiteRule,
} from "./archive/replay_rules.ts";
export { ArchiveError, ArchiveVersionError, RedactionError } from "./replay_error.ts";
export { canonicalKey, rawKey } from "./request/canonical_key.ts";
export { canonicalUrl } from "./request/canonical_url.ts";
export { canonicalBody, type ReadBody, readBody, type VolatileFields } from "./request/canonical_body.ts";
export { checkSiteRules } from "./request/site_rule.ts";
export { type LearnedRule, learnVolatile } from "./request/learn_volatile.ts";
export { pinMatch } from "./archive/pins.ts";
export type { GraphqlCall } from "./request/graphql_call.ts";
export { MATCH_LEVELS, type MatchLevel } from "./match/level.ts";
export type { AnswerBody, MatchResult, ReplayAnswer } from "./match/match_result.ts";
export type { FieldDifference, MissClass, NearEntry, ReplayMiss } from "./match/replay_miss.ts";
export type { RequestKind } from "./request/request_kind.ts";
export { type ReplayRequest, toReplayRequest } from "./request/replay_request.ts";
export { createReplaySession, type ReplaySession, type ReplaySessionOptions } from "./match/replay_session.ts";
export { toHandlers, type ToHandlersOptions } from "./serve/to_handlers.ts";
export type { HttpHandler } from "msw/http";
export { serveReplay, type ServeReplayOptions } from "./serve/serve_replay.ts";
export { type RecorderTransport, serveRecorder, type ServeRecorderOptions } from "./record/serve_recorder.ts";
export type { LiveResponse } from "./record/recording.ts";
export { crawl, type CrawlOptions, type CrawlReport } from "./record/crawl.ts";
export {
  type CassetteOptions,
  type CassetteRecording,
  cassetteRecording,
  type ModelAnswer,
} from "./cassette/cassette_recording.ts";
export { type CassetteMiss, CassetteMissError } from "./cassette/cassette_miss_error.ts";
export type { CallDifference } from "./cassette/first_difference.ts";
export type { Fetch } from "./cassette/read_model_call.ts";
export { recordFetch, type RecordFetchOptions } from "./cassette/record_fetch.ts";
export { replayFetch, type ReplayFetchOptions } from "./cassette/replay_fetch.ts";
export { type HarImport, importHar, type ImportHarOptions } from "./har/import_har.ts";
export { harInMemory, harOnDisk, type HarSource } from "./har/har_input.ts";
export type { HarEffect, HarImportReport, HarIssue } from "./har/har_report.ts";
export type { HarPart } from "./har/split_har.ts";
export type { ReadSideFile } from "./har/har_response_body.ts";
export { exportHar, type ExportHarOptions, harText } from "./har/export_har.ts";
export { type Har, type HarLogEntry, harSchema } from "./har/har_schema.ts";
export { type SessionUse, sessionUseSchema, type WatchedSession, watchUse } from "./report/watch_use.ts";
export {
  coverage,
  type EpisodeUse,
  type EpisodeUseSummary,
  type PolicyUse,
  type RunUse,
  runUse,
} from "./report/run_use.ts";
export { missQueue, type QueuedMiss, queuedMissSchema, readMissQueue, writeMissQueue } from "./harvest/miss_queue.ts";
export { type Harvest, harvestMisses, type HarvestOptions } from "./harvest/harvest_misses.ts";
export { askLive } from "./harvest/ask_live.ts";
export { type FrontierLink, type FrontierOptions, rankFrontier } from "./harvest/rank_frontier.ts";
export { drift, type DriftOptions, type DriftPage, type DriftReport } from "./drift/drift.ts";
export type { DriftClass, DriftFinding } from "./drift/compare.ts";
export { type DriftLocator, locatorSchema } from "./drift/locator.ts";
export {
  checkHandlers,
  type CheckHandlersOptions,
  type HandlerCheck,
  type HandlerDifference,
} from "./report/check_handlers.ts";
