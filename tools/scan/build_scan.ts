/**
 * Assembles the exact index's scan, and writes it where the index finds it.
 *
 * `deno run -A tools/scan/build_scan.ts`
 *
 * @module
 */
const SOURCE = new URL("scan.wat", import.meta.url);
const TARGET = new URL("../../memory/retrieval/exact/scan_code.ts", import.meta.url);

/**
 * Assembles the scan.
 *
 * @returns The text of `memory/retrieval/exact/scan_code.ts`.
 */
export async function buildScan(): Promise<string> {
  const { default: wabt } = await import("wabt");
  const assembler = await wabt();
  const module = assembler.parseWat("scan.wat", await Deno.readTextFile(SOURCE), { simd: true });
  try {
    module.validate();
    const code = module.toBinary({}).buffer.toBase64();
    const lines = code.match(/.{1,100}/g) ?? [];
    return [
      "/**",
      " * The machine code of the exact index's scan, in base64. `tools/scan/build_scan.ts` writes this file from",
      " * `tools/scan/scan.wat`, where it is explained.",
      " */",
      "export const SCAN_CODE: string = [",
      ...lines.map((line) => `  "${line}",`),
      '].join("");',
      "",
    ].join("\n");
  } finally {
    module.destroy();
  }
}

if (import.meta.main) await Deno.writeTextFile(TARGET, await buildScan());
