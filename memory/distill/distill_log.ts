import { z } from "zod";
import { canonicalJson, ConfigError } from "../../base/mod.ts";
import { type Usage, usageSchema } from "../../models/mod.ts";

/** What a model said to one question, kept so that it is never asked again. */
export interface LoggedReply {
  /** Hash of model and question. */
  readonly key: string;
  /** As it came. */
  readonly text: string;
  /** What it cost. */
  readonly usage: Usage;
}

/** Where replies are kept. */
export interface DistillLog {
  /** The reply to a question that was asked before. */
  get(key: string): LoggedReply | undefined;
  /** Keeps a reply; when it resolves, the reply outlives the process. */
  put(reply: LoggedReply): Promise<void>;
  /** Lets go of the file. */
  close(): void;
}

const lineSchema = z.strictObject({ key: z.string(), text: z.string(), usage: usageSchema });

/**
 * Opens the file in which a distillation keeps its replies, or begins it. It only grows: whatever a killed process left
 * half written at its end is cut off, so that at most the unfinished reply is lost.
 *
 * @param path The file.
 * @returns The log.
 * @throws {ConfigError} When a whole line of it is no reply.
 */
export async function openDistillLog(path: string): Promise<DistillLog> {
  const file = await Deno.open(path, { read: true, write: true, create: true });
  try {
    const text = await textOf(path);
    const whole = text.lastIndexOf("\n") + 1;
    const known = new Map<string, LoggedReply>();
    for (const [i, line] of text.slice(0, whole).split("\n").slice(0, -1).entries()) {
      const reply = readLine(line);
      if (reply === undefined) {
        throw new ConfigError(`Cannot go on with ${path} as every line must be a model's reply: line ${i + 1} is not`, {
          hint: "name another file, or remove that line",
        });
      }
      known.set(reply.key, reply);
    }
    await file.truncate(new TextEncoder().encode(text.slice(0, whole)).length);
    await file.seek(0, Deno.SeekMode.End);
    let last = Promise.resolve();
    return {
      get: (key) => known.get(key),
      put(reply) {
        known.set(reply.key, reply);
        const bytes = new TextEncoder().encode(canonicalJson(reply) + "\n");
        // One writer at a time, so that lines do not run into each other.
        last = last.then(async () => {
          for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
          await file.syncData();
        });
        return last;
      },
      close: () => file.close(),
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

/**
 * A log that lives as long as the process.
 *
 * @returns The log.
 */
export function memoryDistillLog(): DistillLog {
  const known = new Map<string, LoggedReply>();
  return {
    get: (key) => known.get(key),
    put: (reply) => Promise.resolve(void known.set(reply.key, reply)),
    close: () => known.clear(),
  };
}

async function textOf(path: string): Promise<string> {
  return await Deno.readTextFile(path);
}

function readLine(line: string): LoggedReply | undefined {
  try {
    return lineSchema.parse(JSON.parse(line)) as LoggedReply;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}
