/**
 * Recorded pages: archive, matching, sessions, MSW handlers, the loopback server that a browser talks to, and the recorder.
 *
 * {@linkcode openArchive} reads a recording, {@linkcode createReplaySession} starts one episode's way through it, and
 * {@linkcode serveReplay} shows it to a browser. {@linkcode serveRecorder} and {@linkcode crawl} make recordings.
 *
 * @module
 */
export type { StatefulHandler, StatefulRequest, StatefulResponse } from "./stateful.ts";
export type { Archive } from "./archive.ts";
export type { ArchiveIndex, IndexedExchange } from "./archive_index.ts";
export { ARCHIVE_SCHEMA, type ArchiveManifest, archiveManifestSchema } from "./archive_manifest.ts";
export { archiveOf, type ArchiveParts } from "./archive_of.ts";
export {
  type BodyRef,
  type Exchange,
  exchangeSchema,
  type HeaderList,
  type RecordedRequest,
  type RecordedResponse,
} from "./exchange.ts";
export { openArchive } from "./open_archive.ts";
export { type ArchiveContent, writeArchive } from "./write_archive.ts";
export { NO_RULES, type ReplayRules, type ReplayRulesInput, replayRulesSchema } from "./replay_rules.ts";
export { ArchiveError, ArchiveVersionError, RedactionError } from "./replay_error.ts";
export { canonicalKey, rawKey } from "./canonical_key.ts";
export { canonicalUrl } from "./canonical_url.ts";
export { canonicalBody, type ReadBody, readBody, type VolatileFields } from "./canonical_body.ts";
export type { GraphqlCall } from "./graphql_call.ts";
export { MATCH_LEVELS, type MatchLevel } from "./level.ts";
export type { AnswerBody, MatchResult, ReplayAnswer } from "./match_result.ts";
export type { MissClass, NearEntry, ReplayMiss } from "./replay_miss.ts";
export type { RequestKind } from "./request_kind.ts";
export { type ReplayRequest, toReplayRequest } from "./replay_request.ts";
export { createReplaySession, type ReplaySession, type ReplaySessionOptions } from "./replay_session.ts";
export { toHandlers, type ToHandlersOptions } from "./to_handlers.ts";
export type { HttpHandler } from "msw/http";
export { serveReplay, type ServeReplayOptions } from "./serve_replay.ts";
export { type RecorderTransport, serveRecorder, type ServeRecorderOptions } from "./serve_recorder.ts";
export { crawl, type CrawlOptions, type CrawlReport } from "./crawl.ts";
