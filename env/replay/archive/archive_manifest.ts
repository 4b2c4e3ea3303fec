import { z } from "zod";
import type { PageProfile } from "../../transport.ts";

/** The schema that this version writes, and the newest it reads. */
export const ARCHIVE_SCHEMA = 2;

const profileSchema = z.strictObject({
  epochMs: z.int(),
  seed: z.int(),
  viewport: z.strictObject({ width: z.int().positive(), height: z.int().positive() }),
  locale: z.string().min(1),
  timezone: z.string().min(1),
}) satisfies z.ZodType<PageProfile>;

/** One recording inside an archive. */
export const layerSchema = z.strictObject({
  /** As exchanges name it: `base`, `crawl-1`. */
  name: z.string().min(1),
  /** How it was made. */
  origin: z.enum(["recording", "crawl", "record-missing", "har", "cassette"]),
  /** By what, for people: `m2lab-recorder 1`, `Playwright 1.65 HAR`. */
  source: z.string(),
});

/** One recording inside an archive; see {@linkcode layerSchema}. */
export type ArchiveLayer = z.infer<typeof layerSchema>;

/** `archive.json`: what a recording is of, how it was made, and what a replay must be like. No wall time: it is hashed. */
export const archiveManifestSchema = z.strictObject({
  /** Version of the layout of the folder. */
  schema: z.literal(ARCHIVE_SCHEMA),
  /** Readable name: `shop`. */
  site: z.string().min(1),
  /** The world's fixed facts. */
  profile: profileSchema,
  /** Hosts that share server state: a mutation on one may change a page of another of the same scope. */
  scopes: z.array(z.strictObject({ name: z.string().min(1), hosts: z.array(z.string().min(1)).min(1) })),
  recorder: z.strictObject({ name: z.string(), version: z.string() }),
  /** Name and version of the browser that was recorded: `HeadlessChrome/153.0`. */
  browser: z.string(),
  redaction: z.strictObject({
    /** Version of the rules that replaced secrets. */
    policy: z.int(),
    /** Key of the placeholders' digests; not a secret of the site. */
    key: z.string().min(1),
    /** How many values were replaced, by place: `set-cookie`, `body:password`. */
    report: z.record(z.string(), z.int()),
  }),
  /** Where a person has said so: when it was recorded, and after how many days it is to be held against the live site. */
  freshness: z.strictObject({ recordedOn: z.iso.date(), maxAgeDays: z.int().positive() }).optional(),
  /** Whose content it is, and on what terms it may be kept. */
  licence: z.string(),
  /** The recordings in it, strongest first, and where each came from. */
  layers: z.array(layerSchema).min(1),
  /** SHA-256 of `entries.jsonl`, so that a cut file is noticed. */
  entriesSha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** What a recording is of; see {@linkcode archiveManifestSchema}. */
export type ArchiveManifest = z.infer<typeof archiveManifestSchema>;
