import { recordSite } from "../replay-fixtures/record.ts";
import type { Recordable } from "../replay-fixtures/recordable.ts";
import { ConfigError } from "../base/mod.ts";
import { EXIT } from "./exit_code.ts";
import { resolvePath, showPath } from "./paths.ts";
import { recordAddresses, type RecordAddressesFlags } from "./record_addresses.ts";
import { allSites, locateChromium } from "./wire.ts";
import type { World } from "./world.ts";

/** Flags of `m2 record`. */
export type RecordFlags = RecordAddressesFlags;

/**
 * Records sites of this repository, or any site by its addresses.
 *
 * @param what Names of sites of this repository, or addresses.
 * @param flags How, and where to.
 * @param world The ambient world.
 * @returns The exit code.
 * @throws {M2Error} When a site is unknown or cannot be recorded whole.
 */
export async function record(what: readonly string[], flags: RecordFlags, world: World): Promise<number> {
  const known = allSites().map((site) => site.name);
  const isAddress = (name: string) => /^https?:\/\//.test(name);
  if (flags.map !== undefined || flags.missing !== undefined || what.some(isAddress)) {
    return await recordAddresses(what, flags, world);
  }
  const unknown = what.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new ConfigError(`Cannot record "${unknown}" as there is no such site in this repository`, {
      hint: `choose among ${known.join(", ")}, or give an address, such as https://example.org/`,
    });
  }
  if (what.length === 0) {
    throw new ConfigError("Cannot record as it must be said what: neither an address nor a site was given", {
      hint: `give an address, such as https://example.org/, or a site of this repository: ${known.join(", ")}`,
    });
  }
  const { screen } = world;
  const chromium = locateChromium(world);
  for (const site of what) {
    screen.err(`record ${site}   a complete crawl, and one walk through what depends on the visitor\n`);
    const { recordable } = await import(`../replay-fixtures/${site}/record.ts`) as { recordable: Recordable };
    const out = flags.out === undefined
      ? recordable.site.archive
      : new URL(`file://${resolvePath(flags.out, world.standing)}/`);
    const { archive, pages, unreachable } = await recordSite(recordable, chromium, out);
    screen.out(
      `${site}: ${pages} pages, ${archive.exchanges.length} exchanges in ${
        showPath(archive.location, world.standing)
      }\n`,
    );
    for (const sentence of unreachable) screen.err(`  ${sentence}\n`);
  }
  return EXIT.done;
}
