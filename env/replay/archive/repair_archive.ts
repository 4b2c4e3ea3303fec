import { salvageArchive } from "./check_archive.ts";
import { bodyPath, streamPath } from "./archive_files.ts";
import type { Exchange } from "./exchange.ts";
import { openArchive } from "./open_archive.ts";
import { ArchiveError } from "../replay_error.ts";
import { writeArchive } from "./write_archive.ts";

/** What a repair did. */
export interface RepairReport {
  /** Exchanges of the new archive. */
  readonly exchanges: number;
  /** What was given up, one sentence each. Nothing else differs. */
  readonly losses: readonly string[];
}

/**
 * Writes what is sound in a damaged archive into a new one. The damaged one is left as it is.
 *
 * Lines that cannot be read are left out; of two with one id the first is kept. An answer whose body is lost stays as an
 * incomplete one, which a whole one of the same request is preferred to; a request whose body is lost stays as one that
 * equals no other. Rules and reviewed matches that cannot be read are left out.
 *
 * @param dir The damaged archive.
 * @param out Where the new one goes.
 * @returns What was given up.
 * @throws {ArchiveError} When `archive.json` cannot be read, nothing is left, or `out` is the archive itself.
 */
export async function repairArchive(dir: string | URL, out: string): Promise<RepairReport> {
  const { files, manifest, exchanges, bodies, streams, check } = await salvageArchive(dir);
  const { location, findings } = check;
  if (manifest === undefined) {
    const why = findings.find(({ where }) => where === "archive.json")?.what;
    throw new ArchiveError(`Cannot repair archive ${location} as archive.json must be readable: ${why}`, {
      hint: "restore archive.json from version control; nothing else holds what it says",
    });
  }
  if (await isSame(location, out)) {
    throw new ArchiveError(
      `Cannot repair archive ${location} as the damaged one must stay: --out names the same folder`,
      {
        hint: "name another folder",
      },
    );
  }
  const lossy = new Set(["line", "duplicate-id", "unknown-layer"]);
  const losses = findings.filter(({ code }) => lossy.has(code)).map(({ where, what }) => `left out ${where}: ${what}`);
  const kept: Exchange[] = [];
  for (const exchange of exchanges) {
    const { id, request, response } = exchange;
    const fixed: Exchange = { ...exchange };
    if (request.body !== undefined && request.body !== "unknown" && !bodies.has(request.body)) {
      fixed.request = { ...request, body: "unknown" };
      losses.push(`the request body of ${id} is lost: it equals no other now`);
    }
    if (response !== undefined) {
      const { body, stream, ...rest } = response;
      const hasBody = body !== undefined && bodies.has(body);
      const hasStream = stream !== undefined && streams.has(stream);
      const isWhole = (body === undefined || hasBody) && (stream === undefined || hasStream);
      if (!isWhole) losses.push(`the answer of ${id} is lost: it is kept as incomplete`);
      fixed.response = {
        ...rest,
        ...(hasBody ? { body, size: (await files.read(bodyPath(body)))?.length ?? -1 } : {}),
        ...(hasStream ? { stream } : {}),
        ...(isWhole ? {} : { complete: false, ...(hasBody ? {} : { size: -1 }) }),
      };
      if (isWhole && fixed.response.size !== response.size) {
        losses.push(`the size of ${id} was wrong: ${response.size} instead of ${fixed.response.size}`);
      }
    }
    kept.push(fixed);
  }
  const { entriesSha256: _, ...rest } = manifest;
  const isBroken = (name: string) => findings.some(({ severity, where }) => severity === "error" && where === name);
  for (const name of ["rules.json", "matches.lock.json"]) {
    if (isBroken(name)) losses.push(`left out ${name}: ${findings.find(({ where }) => where === name)!.what}`);
  }
  await writeArchive(out, {
    manifest: rest,
    exchanges: kept,
    bodies: { get: async (ref) => await files.read(bodyPath(ref)) },
    streams: {
      async get(ref) {
        const bytes = await files.read(streamPath(ref));
        return bytes && new TextDecoder().decode(bytes);
      },
    },
    reviewedIn: location,
    ...(isBroken("rules.json") ? { rules: { schema: 1 } } : {}),
    ...(isBroken("matches.lock.json") ? { pins: new Map<string, string>() } : {}),
  });
  await openArchive(out);
  return { exchanges: kept.length, losses };
}

async function isSame(a: string, b: string): Promise<boolean> {
  try {
    return await Deno.realPath(a) === await Deno.realPath(b);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    throw error;
  }
}
