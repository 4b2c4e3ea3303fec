import { z } from "zod";

/** SHA-256 of a decoded body, and its file name. Anything but 64 hex digits is refused, so that no reference leaves the archive. */
export const bodyRefSchema = z.string().regex(/^[0-9a-f]{64}$/, "64 lower-case hex digits");

/** Name of a stored body; see {@linkcode bodyRefSchema}. */
export type BodyRef = z.infer<typeof bodyRefSchema>;

/** Headers as a list of pairs, names in lower case: several `set-cookie` stay several. */
export const headerListSchema = z.array(z.tuple([z.string(), z.string()]));

/** Headers in order; see {@linkcode headerListSchema}. */
export type HeaderList = readonly (readonly [string, string])[];

/** What was asked. */
export const recordedRequestSchema = z.strictObject({
  /** Upper case. */
  method: z.string().min(1),
  /** Whole, without fragment, secrets replaced. */
  url: z.url(),
  /** The few that choose between answers: `accept`, `content-type`, `range` and the like. */
  headers: headerListSchema,
  /** Left out when there was none; `unknown` when it could not be recorded: it then equals no other body. */
  body: z.union([bodyRefSchema, z.literal("unknown")]).optional(),
});

/** What was asked; see {@linkcode recordedRequestSchema}. */
export type RecordedRequest = z.infer<typeof recordedRequestSchema>;

/** What was answered. */
export const recordedResponseSchema = z.strictObject({
  /** As recorded; 101 and what is outside 200–599 are not served as they are. */
  status: z.int(),
  headers: headerListSchema,
  /** Decoded bytes; left out when there were none. */
  body: bodyRefSchema.optional(),
  /** Bytes of the decoded body; −1 when it is not known. */
  size: z.int().min(-1),
  /** The `content-encoding` it came with. */
  encoding: z.string().optional(),
  /** Whether the whole body arrived. An incomplete answer is kept but never preferred. */
  complete: z.boolean(),
  /** Where the body came in pieces whose times matter: its log in `streams/`, an event stream's or a WebSocket's. */
  stream: bodyRefSchema.optional(),
});

/** What was answered; see {@linkcode recordedResponseSchema}. */
export type RecordedResponse = z.infer<typeof recordedResponseSchema>;

/** One recorded request and its response: one line of `entries.jsonl`. It holds no wall time. */
export const exchangeSchema = z.strictObject({
  /** Hash of the request and its occurrence, and the layer unless it is `base`: stays when other exchanges come or go. */
  id: z.string().min(1),
  /** Which recording it came with: the name of one of the manifest's layers. */
  layer: z.string(),
  /** Index of the page step during which it was asked; −1 for the start page. */
  step: z.int().min(-1),
  /** From 0, among equal requests of a layer. */
  occurrence: z.int().nonnegative(),
  /** `Sec-Fetch-Dest` as the browser said it: `document`, `script`, `empty`… */
  destination: z.string(),
  request: recordedRequestSchema,
  /** Left out when the request failed. */
  response: recordedResponseSchema.optional(),
  /** Hash chain of the mutations before it; the empty text before the first. */
  chain: z.string().regex(/^([0-9a-f]{64})?$/, "empty, or 64 lower-case hex digits"),
  /** Whether the visitor was known to the site. */
  sessionClass: z.enum(["anonymous", "logged-in"]),
  /** How it failed. */
  failure: z.enum(["network", "aborted"]).optional(),
});

/** One recorded request and its response; see {@linkcode exchangeSchema}. */
export type Exchange = z.infer<typeof exchangeSchema>;
