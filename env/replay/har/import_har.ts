import { z } from "zod";
import { canonicalJson, sha256 } from "../../../base/mod.ts";
import type { PageProfile } from "../../transport.ts";
import type { Archive } from "../archive/archive.ts";
import { type ArchiveManifest, archiveManifestSchema } from "../archive/archive_manifest.ts";
import { archiveOf } from "../archive/archive_of.ts";
import { NO_RULES, type ReplayRulesInput, replayRulesSchema } from "../archive/replay_rules.ts";
import type { ArchiveContent } from "../archive/write_archive.ts";
import { recordingOf } from "../record/recording.ts";
import { ArchiveError } from "../replay_error.ts";
import { harInMemory, harOnDisk, type HarSource } from "./har_input.ts";
import { type HarEffect, type HarImportReport, type HarIssue, harReport } from "./har_report.ts";
import { harSteps } from "./har_steps.ts";
import { type ReadEntry, readHarEntry } from "./read_har_entry.ts";

/** What {@linkcode importHar} may be told; the HAR itself says the rest. */
export interface ImportHarOptions {
  /** Readable name of the site; by default the host of the first document. */
  readonly site?: string;
  /** The world's fixed facts, as far as they are to be others than the HAR's. `epochMs` is by default when the HAR began. */
  readonly profile?: Partial<PageProfile>;
  /** Hosts that share server state; by default the site's host with those below it and beside it. */
  readonly scopes?: ArchiveManifest["scopes"];
  /** Whose content it is. */
  readonly licence?: string;
  /** What is declared about the site; decides which requests are mutations. */
  readonly rules?: ReplayRulesInput;
  /** Key of the placeholders' digests. */
  readonly redactionKey?: string;
  /** Values that are secret wherever they stand; kept nowhere. */
  readonly secrets?: readonly string[];
  /** Whether addresses of people are replaced too. */
  readonly emails?: boolean;
  /** Cookies whose values say nothing of a person. */
  readonly keepCookies?: readonly string[];
}

/** An imported HAR. */
export interface HarImport {
  /** Ready for `writeArchive`. */
  readonly content: ArchiveContent;
  /** The same in memory, ready for a session. */
  readonly archive: Archive;
  /** What was kept, put right and lost. An import that is not `complete` must not be called so. */
  readonly report: HarImportReport;
}

/**
 * Imports a HAR 1.2 of Playwright, of a browser's developer tools, or of {@linkcode exportHar}.
 *
 * Every entry that can be kept is kept; whatever is odd about one is named in the report. Secrets are replaced as in a
 * recording, and the import fails where one is left. Equal input gives an equal archive.
 *
 * @param har A path to a `.har` or a `.zip`, a {@linkcode HarSource}, or a parsed HAR.
 * @param options What the HAR does not say.
 * @returns The archive and the report.
 * @throws {ArchiveError} When it is no HAR, ends too early, or holds no request of the web.
 * @throws {RedactionError} When a secret stands where it must not be changed.
 *
 * @example One page, asked for again
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { createReplaySession } from "../match/replay_session.ts";
 * import { importHar } from "./import_har.ts";
 *
 * const { archive, report } = await importHar({
 *   log: {
 *     entries: [{
 *       startedDateTime: "2026-01-05T09:00:00.000Z",
 *       request: { method: "GET", url: "https://shop.test/" },
 *       response: { status: 200, content: { mimeType: "text/html", text: "<h1>Shop</h1>" } },
 *     }],
 *   },
 * });
 * equal(report.complete, true);
 * const session = createReplaySession(archive);
 * equal(session.match({ method: "GET", url: "https://shop.test/", headers: {} }).level, "exact");
 * ```
 */
export async function importHar(
  har: string | URL | HarSource | { readonly log: unknown },
  options: ImportHarOptions = {},
): Promise<HarImport> {
  const source = await sourceOf(har);
  try {
    const read = await readAll(source);
    if (read.entries.length === 0) {
      throw new ArchiveError(
        `Cannot import ${source.name} as a request of the web must be in it: ${
          read.count === 0 ? "it has no entries" : `none of its ${read.count} entries is one`
        }${read.issues[0] === undefined ? "" : ` (entry 0: ${read.issues[0].what})`}`,
        { hint: "export the HAR again, with content" },
      );
    }
    const content = contentOf(read, options);
    const { bodies, streams, exchanges } = content;
    const archive = await archiveOf({
      location: source.name,
      manifest: { ...content.manifest, entriesSha256: sha256(canonicalJson(exchanges)) },
      rules: content.rules === undefined ? NO_RULES : replayRulesSchema.parse(content.rules),
      exchanges,
      readBody: async (ref) => (await bodies.get(ref))!,
      readStream: async (ref) => (await streams?.get(ref))!,
    });
    const { creator, count, issues } = read;
    return {
      content,
      archive,
      report: harReport({ source: source.name, creator, entries: count, exchanges: exchanges.length }, issues),
    };
  } finally {
    source.close();
  }
}

async function sourceOf(har: string | URL | HarSource | { readonly log: unknown }): Promise<HarSource> {
  if (typeof har === "string" || har instanceof URL) return await harOnDisk(har);
  return "log" in har ? harInMemory(har) : har;
}

interface ReadHar {
  readonly entries: readonly ReadEntry[];
  readonly count: number;
  readonly issues: readonly HarIssue[];
  readonly creator: string;
  readonly browser: string;
  readonly own: z.output<typeof ownLogSchema>;
}

const agentSchema = z.object({ name: z.string().max(200), version: z.string().max(200).catch("") }).transform((agent) =>
  `${agent.name} ${agent.version}`.trim()
).catch("");

/** What an export of ours says of the archive it came from. */
const ownLogSchema = z.object({
  ...archiveManifestSchema.pick({ site: true, profile: true, scopes: true, browser: true, licence: true }).shape,
  redactionKey: z.string().min(1),
  rules: replayRulesSchema,
}).partial().catch({});

async function readAll(source: HarSource): Promise<ReadHar> {
  const entries: ReadEntry[] = [];
  const issues: HarIssue[] = [];
  const members = new Map<string, unknown>();
  let count = 0;
  for await (const part of source.parts()) {
    if (part.type === "member") {
      members.set(part.name, part.value);
      continue;
    }
    const entry = count++;
    let url = "";
    const note = (kind: string, effect: HarEffect, what: string) => issues.push({ entry, url, kind, effect, what });
    if (part.type === "damage") {
      note("damaged", "dropped", part.what);
      continue;
    }
    const read = await readHarEntry(part.value, source.sideFile, note, (address) => url = address);
    if (part.isBroken) note("invalid-utf8", "lossy", "the HAR's own text is no UTF-8 here: characters of it are lost");
    if (read === undefined) continue;
    entries.push(
      part.isBroken && read.response !== undefined
        ? { ...read, response: { ...read.response, complete: false } }
        : read,
    );
  }
  return {
    entries: inOrder(entries),
    count,
    issues,
    creator: agentSchema.parse(members.get("creator")),
    browser: agentSchema.parse(members.get("browser")),
    own: ownLogSchema.parse(members.get("_m2")),
  };
}

/** By when they began; one without a time stays behind the one before it. */
function inOrder(entries: readonly ReadEntry[]): readonly ReadEntry[] {
  let last = -Infinity;
  return entries.map((entry) => ({ entry, at: last = entry.startMs ?? last }))
    .toSorted((a, b) => a.at === b.at ? 0 : a.at < b.at ? -1 : 1)
    .map(({ entry }) => entry);
}

function contentOf({ entries, own, creator, browser }: ReadHar, options: ImportHarOptions): ArchiveContent {
  const first = entries.find(({ request }) => request.destination === "document") ?? entries[0]!;
  const host = new URL(first.request.url).host;
  const site = options.site ?? own.site ?? host;
  const rules = options.rules ?? own.rules;
  const recording = recordingOf({
    about: {
      site,
      profile: { ...DEFAULT_PROFILE, ...profileOf(entries, first), ...own.profile, ...options.profile },
      scopes: options.scopes ?? own.scopes ?? [{ name: site, hosts: scopeOf(host, entries) }],
      recorder: { name: "m2lab-har", version: "1" },
      browser: own.browser ?? (browser || "unknown"),
      licence: options.licence ?? own.licence ?? "unknown: yours to clear before you share it",
    },
    rules: rules === undefined ? NO_RULES : replayRulesSchema.parse(rules),
    redactionKey: options.redactionKey ?? own.redactionKey ?? `m2lab ${site}`,
    keepCookies: options.keepCookies ?? [],
    ...(options.secrets === undefined ? {} : { secrets: options.secrets }),
    ...(options.emails === undefined ? {} : { emails: options.emails }),
  });
  const steps = harSteps(entries);
  for (const [index, { request, response }] of entries.entries()) {
    recording.arrived(steps[index]!, request)(response);
  }
  const content = recording.content();
  return {
    ...content,
    manifest: {
      ...content.manifest,
      layers: [{ name: "base", origin: "har", source: creator === "" ? "HAR" : `${creator} HAR` }],
    },
    ...(rules === undefined ? {} : { rules }),
  };
}

const DEFAULT_PROFILE: PageProfile = {
  epochMs: Date.UTC(2026, 0, 1),
  seed: 1,
  viewport: { width: 1280, height: 800 },
  locale: "en-US",
  timezone: "UTC",
};

/** What the entries tell of the browser that was recorded. */
function profileOf(entries: readonly ReadEntry[], first: ReadEntry): Partial<PageProfile> {
  const epochMs = entries.find(({ startMs }) => startMs !== undefined)?.startMs;
  const locale = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*/.exec(first.request.headers["accept-language"] ?? "")?.[0];
  return {
    ...(epochMs === undefined ? {} : { epochMs: Math.trunc(epochMs) }),
    ...(locale === undefined ? {} : { locale }),
  };
}

/** Parts of addresses under which anybody registers a name. */
const SHARED =
  /^(co|com|org|net|gov|edu|ac|or|ne|go)\.[a-z]{2}$|^(github|gitlab|vercel|netlify|pages|herokuapp)\.[a-z]+$/;

function scopeOf(host: string, entries: readonly ReadEntry[]): string[] {
  const { hostname } = new URL(`http://${host}`);
  const labels = hostname.split(".");
  const above = labels.slice(-2).join(".");
  const isNumeric = /^[\d.]+$/.test(hostname) || hostname.startsWith("[");
  const top = isNumeric || SHARED.test(above) ? hostname.replace(/^www\./, "") : above;
  const hosts = new Set(entries.map(({ request }) => new URL(request.url).hostname));
  return [...hosts].filter((name) => name === hostname || name === top || name.endsWith(`.${top}`)).sort();
}
