import { z } from "zod";

/** A member that may be missing or of any type: what does not fit counts as missing. */
const text = z.string().optional().catch(undefined);
const number = z.number().optional().catch(undefined);

/** A list whose items are read one by one: those that do not fit are passed over. */
function listOf<S extends z.ZodType>(item: S) {
  return z.unknown().optional().transform((value) =>
    (Array.isArray(value) ? value : []).flatMap((entry): z.output<S>[] => {
      const read = item.safeParse(entry);
      return read.success ? [read.data] : [];
    })
  );
}

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String).catch("");
const pair = z.object({ name: z.string(), value: scalar });

const postDataSchema = z.object({
  mimeType: text,
  text,
  params: listOf(z.object({ name: z.string(), value: text, fileName: text })),
  _file: text,
});

const contentSchema = z.object({ size: number, mimeType: text, text, encoding: text, _file: text });

const cookieSchema = z.object({
  name: z.string().min(1),
  value: scalar,
  path: text,
  domain: text,
  expires: text,
  httpOnly: z.boolean().optional().catch(undefined),
  secure: z.boolean().optional().catch(undefined),
  sameSite: text,
});

/** What an export of ours adds, so that nothing is lost on the way back. */
const ownEntrySchema = z.object({
  step: z.int().min(-1).optional().catch(undefined),
  complete: z.boolean().optional().catch(undefined),
  destination: text,
  /** The request's body in base64, or `unknown`. */
  body: text,
  /** Frames of a stream. */
  stream: z.array(z.unknown()).optional().catch(undefined),
});

/**
 * An entry of a HAR as any tool may have written it: only the method and the address must be there, everything else may
 * be missing or of a wrong type, and counts as missing then.
 */
export const harEntrySchema = z.object({
  pageref: text,
  startedDateTime: text,
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: listOf(pair),
    bodySize: number,
    postData: postDataSchema.optional().catch(undefined),
  }),
  response: z.object({
    status: z.union([z.number(), z.string().regex(/^-?\d{1,3}$/).transform(Number)]).optional().catch(undefined),
    headers: listOf(pair),
    cookies: listOf(cookieSchema),
    content: contentSchema.optional().catch(undefined),
    bodySize: number,
    redirectURL: text,
    _failureText: text,
    _error: text,
  }).optional().catch(undefined),
  _resourceType: text,
  _webSocketMessages: z.array(z.unknown()).optional().catch(undefined),
  _m2: ownEntrySchema.optional().catch(undefined),
});

/** An entry of a HAR; see {@linkcode harEntrySchema}. */
export type HarEntry = z.output<typeof harEntrySchema>;

/** A response of a HAR's entry. */
export type HarResponse = NonNullable<HarEntry["response"]>;

/** One message of `_webSocketMessages`, as Chromium and Playwright write it. */
export const webSocketMessageSchema = z.object({
  type: z.enum(["send", "receive"]),
  /** Seconds since 1970. */
  time: number,
  /** 1 text, 2 bytes in base64. */
  opcode: number,
  data: z.string(),
});
