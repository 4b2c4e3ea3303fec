import { sha256 } from "../../../../base/mod.ts";
import {
  type Archive,
  createReplaySession,
  importHar,
  type ImportHarOptions,
  type ReplayRequest,
} from "../../../../env/replay/mod.ts";

/** One entry as a test writes it. */
export interface Entry {
  method?: string;
  url?: string;
  at?: number;
  requestHeaders?: readonly [string, string][];
  postData?: unknown;
  requestSize?: number;
  status?: unknown;
  headers?: readonly [string, string][];
  type?: string;
  content?: unknown;
  text?: string;
  more?: Record<string, unknown>;
  response?: Record<string, unknown>;
}

/** A HAR of entries, as developer tools write it. */
export function harOf(...entries: readonly Entry[]): { log: { entries: unknown[] } & Record<string, unknown> } {
  return {
    log: {
      version: "1.2",
      creator: { name: "WebInspector", version: "537.36" },
      pages: [],
      entries: entries.map((entry, index) => {
        const type = entry.type ?? "text/html; charset=utf-8";
        const text = entry.text ?? "<p>hello";
        return {
          startedDateTime: new Date(Date.UTC(2026, 0, 5, 9) + (entry.at ?? index) * 1000).toISOString(),
          time: 5,
          request: {
            method: entry.method ?? "GET",
            url: entry.url ?? "https://shop.test/",
            httpVersion: "h2",
            cookies: [],
            headers: (entry.requestHeaders ?? []).map(([name, value]) => ({ name, value })),
            queryString: [],
            headersSize: -1,
            bodySize: entry.requestSize ?? 0,
            ...(entry.postData === undefined ? {} : { postData: entry.postData }),
          },
          response: {
            status: entry.status ?? 200,
            statusText: "",
            cookies: [],
            headers: (entry.headers ?? [["Content-Type", type]]).map(([name, value]) => ({ name, value })),
            content: entry.content ?? { size: new TextEncoder().encode(text).length, mimeType: type, text },
            redirectURL: "",
            headersSize: -1,
            bodySize: -1,
            ...entry.response,
          },
          cache: {},
          timings: { send: 0, wait: 1, receive: 1 },
          ...entry.more,
        };
      }),
    },
  };
}

/** Imports entries. */
export const importOf = (entries: readonly Entry[], options?: ImportHarOptions) =>
  importHar(harOf(...entries), options);

/** Asks a fresh session; gives level, status and text. */
export async function replayed(archive: Archive, url: string, init: Partial<ReplayRequest> = {}) {
  const session = createReplaySession(archive);
  const result = session.match({ method: "GET", url, headers: {}, destination: "document", ...init });
  if (result.answer.type !== "response") return { level: result.level, type: result.answer.type };
  const response = await session.respond(result);
  return {
    level: result.level,
    status: response.status,
    headers: response.headers,
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

/** The kinds of a report's issues, with their entry. */
export function issuesOf({ issues }: { readonly issues: readonly { entry: number; kind: string; effect: string }[] }) {
  return issues.map(({ entry, kind, effect }) => `${entry} ${kind} ${effect}`);
}

/** The hash of everything an archive would write. */
export function contentHash(content: { readonly manifest: unknown; readonly exchanges: unknown }): string {
  return sha256(JSON.stringify([content.manifest, content.exchanges]));
}

/** Bytes of a text. */
export const bytesOf = (text: string) => new TextEncoder().encode(text);
