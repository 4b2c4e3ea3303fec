import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { canonicalJson } from "../../../base/mod.ts";
import type { Archive } from "./archive.ts";
import { bodyOf, canonicalKey } from "../request/canonical_key.ts";
import { ArchiveError } from "../replay_error.ts";
import type { ReplayRequest } from "../request/replay_request.ts";

/** `matches.lock.json`: decisions that a person has reviewed, from a canonical key to an exchange's id. */
export const pinsSchema = z.strictObject({
  schema: z.literal(1),
  pins: z.record(z.string().min(1), z.string().min(1)),
});

/**
 * Writes down which exchange answers a request from now on, whatever the other levels would say.
 *
 * @param archive The archive; open it again to have the decision used.
 * @param request The request.
 * @param exchangeId The exchange that answers it.
 * @throws {ArchiveError} When there is no such exchange, the request's body cannot be compared, or the two differ in method.
 */
export async function pinMatch(archive: Archive, request: ReplayRequest, exchangeId: string): Promise<void> {
  const entry = archive.index.byId.get(exchangeId);
  const refuse = (why: string) => new ArchiveError(`Cannot pin ${request.method} ${request.url} as ${why}`);
  if (entry === undefined) throw refuse(`there must be an exchange ${exchangeId}: there is none`);
  if (entry.exchange.request.method !== request.method) {
    throw refuse(`methods must be equal: ${exchangeId} is a ${entry.exchange.request.method}`);
  }
  const url = new URL(request.url);
  url.hash = "";
  const key = canonicalKey(request.method, url, bodyOf(request));
  if (key === undefined) throw refuse("its body must be known: it is not");
  const pins = { ...Object.fromEntries(archive.pins), [key]: exchangeId };
  const text = JSON.stringify(JSON.parse(canonicalJson({ schema: 1, pins })), null, 2) + "\n";
  const folder = archive.location.startsWith("file:") ? fileURLToPath(archive.location) : archive.location;
  const path = join(folder, "matches.lock.json");
  // Never through a link that lies there: an archive may come from anywhere.
  await removeIfThere(`${path}.partial`);
  await Deno.writeTextFile(`${path}.partial`, text, { createNew: true });
  await Deno.rename(`${path}.partial`, path);
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
