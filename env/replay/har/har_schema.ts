import { z } from "zod";

/** HAR 1.2 lets tools add members whose names begin with an underscore. */
const own = { _m2: z.unknown().optional() };

const pairSchema = z.strictObject({ name: z.string(), value: z.string() });

const cookieSchema = z.strictObject({
  name: z.string(),
  value: z.string(),
  path: z.string().optional(),
  domain: z.string().optional(),
  httpOnly: z.boolean().optional(),
  secure: z.boolean().optional(),
});

const timing = z.number().min(-1);

const requestSchema = z.strictObject({
  method: z.string().min(1),
  url: z.url(),
  httpVersion: z.string(),
  cookies: z.array(cookieSchema),
  headers: z.array(pairSchema),
  queryString: z.array(pairSchema),
  postData: z.strictObject({
    mimeType: z.string(),
    params: z.array(pairSchema),
    text: z.string(),
  }).optional(),
  headersSize: z.int().min(-1),
  bodySize: z.int().min(-1),
});

const responseSchema = z.strictObject({
  status: z.int(),
  statusText: z.string(),
  httpVersion: z.string(),
  cookies: z.array(cookieSchema),
  headers: z.array(pairSchema),
  content: z.strictObject({
    size: z.int().min(-1),
    mimeType: z.string(),
    text: z.string().optional(),
    encoding: z.literal("base64").optional(),
  }),
  redirectURL: z.string(),
  headersSize: z.int().min(-1),
  bodySize: z.int().min(-1),
  /** Why there is no answer, as Chromium's tools write it. */
  _error: z.string().optional(),
});

const entrySchema = z.strictObject({
  pageref: z.string(),
  startedDateTime: z.iso.datetime(),
  time: z.number().nonnegative(),
  request: requestSchema,
  response: responseSchema,
  cache: z.strictObject({}),
  timings: z.strictObject({ send: timing, wait: timing, receive: timing }),
  /** As Chromium's tools write it. */
  _resourceType: z.string().optional(),
  _webSocketMessages: z.array(z.strictObject({
    type: z.enum(["send", "receive"]),
    time: z.number(),
    opcode: z.union([z.literal(1), z.literal(2)]),
    data: z.string(),
  })).optional(),
  ...own,
});

const agentSchema = z.strictObject({ name: z.string(), version: z.string() });

/** HAR 1.2 as it is exported: every member that the format asks for, and those that viewers know. */
export const harSchema = z.strictObject({
  log: z.strictObject({
    version: z.literal("1.2"),
    creator: agentSchema,
    browser: agentSchema,
    pages: z.array(z.strictObject({
      startedDateTime: z.iso.datetime(),
      id: z.string(),
      title: z.string(),
      pageTimings: z.strictObject({}),
    })),
    entries: z.array(entrySchema),
    ...own,
  }),
});

/** HAR 1.2; see {@linkcode harSchema}. */
export type Har = z.infer<typeof harSchema>;

/** One entry of a HAR; see {@linkcode harSchema}. */
export type HarLogEntry = Har["log"]["entries"][number];
