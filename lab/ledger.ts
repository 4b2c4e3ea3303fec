import type { z } from "zod";
import { canonicalJson, ConfigError, parseOrExplain } from "../base/mod.ts";
import { explainDiskError, readIfThere, writeWhole } from "./disk.ts";

/**
 * A file of JSON lines that only grows. A process may die at any byte of a write: the next one drops the line that was
 * not finished and goes on after the last whole one.
 */
export class Ledger<Row> {
  readonly #path: string;
  readonly #file: Deno.FsFile;
  readonly #rows: Row[];
  #broken: unknown;

  private constructor(path: string, file: Deno.FsFile, rows: Row[]) {
    this.#path = path;
    this.#file = file;
    this.#rows = rows;
  }

  /**
   * Opens a ledger, or begins one.
   *
   * @param path The file.
   * @param schema What a line must be.
   * @returns The ledger, with the rows that are whole.
   * @throws {ConfigError} When a line before the last is damaged: no crash of ours leaves such a file.
   */
  static async open<S extends z.ZodType>(path: string, schema: S): Promise<Ledger<z.infer<S>>> {
    const text = await readIfThere(path) ?? "";
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    const rows = parseLines(whole, schema, path);
    const file = await Deno.open(path, { create: true, write: true });
    if (whole.length < text.length) await file.truncate(new TextEncoder().encode(whole).length);
    await file.seek(0, Deno.SeekMode.End);
    return new Ledger<z.infer<S>>(path, file, rows);
  }

  /** The rows, in the order in which they were written. */
  get rows(): readonly Row[] {
    return this.#rows;
  }

  /**
   * Adds a row. It is on its way to the disk, whole, when this returns.
   *
   * @param row Plain data.
   * @throws {EnvironmentError} When the disk is full; the file then ends after the last whole line, and the ledger takes no more.
   */
  append(row: Row): void {
    if (this.#broken !== undefined) throw this.#broken;
    const bytes = new TextEncoder().encode(`${canonicalJson(row)}\n`);
    const before = this.#file.seekSync(0, Deno.SeekMode.End);
    try {
      for (let written = 0; written < bytes.length;) written += this.#file.writeSync(bytes.subarray(written));
    } catch (error) {
      this.#broken = explainDiskError(error, this.#path);
      this.#file.truncateSync(before);
      throw this.#broken;
    }
    this.#rows.push(row);
  }

  /** Ends writing. */
  close(): void {
    this.#file.close();
  }
}

/**
 * Reads JSON lines.
 *
 * @param text Whole lines.
 * @param schema What each must be.
 * @param path For messages.
 * @returns The rows.
 * @throws {ConfigError} When a line is not JSON or does not fit.
 */
export function parseLines<S extends z.ZodType>(text: string, schema: S, path: string): z.infer<S>[] {
  return text.split("\n").slice(0, -1).map((line, index) => {
    const what = `line ${index + 1} of ${path}`;
    const hint = "delete that line: its episode is run again";
    let data: unknown;
    try {
      data = JSON.parse(line);
    } catch (cause) {
      throw new ConfigError(`Cannot read ${what} as it must be JSON: ${(cause as Error).message}`, { hint, cause });
    }
    return parseOrExplain(schema, data, what, hint);
  });
}

/**
 * Writes rows as JSON lines in one stroke.
 *
 * @param path The file.
 * @param rows The rows, in order.
 */
export async function writeLines(path: string, rows: readonly unknown[]): Promise<void> {
  await writeWhole(path, rows.map((row) => `${canonicalJson(row)}\n`).join(""));
}
