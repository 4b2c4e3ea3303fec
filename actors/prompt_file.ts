import { canonicalJson, sha256 } from "../base/mod.ts";
import type { ContentPart, Message, TokenCounter } from "../models/mod.ts";
import { type PartName, type PromptPart, sharedPrefix, toMessages } from "../memory/mod.ts";
import type { PromptTokens } from "./episode.ts";

/** A prompt that was hashed, counted and stored. */
export interface FiledPrompt {
  /** SHA-256 of the canonical JSON list of its parts: name, role, tokens, and the hash of each text. */
  readonly sha256: string;
  readonly tokens: PromptTokens;
}

/** Hashes, counts and stores the prompts of one episode. */
export interface PromptFile {
  /**
   * @param parts The prompt.
   * @param previous What it shares a prefix with; empty for none.
   * @returns Its record, and the messages to send.
   */
  file(parts: readonly PromptPart[], previous: readonly PromptPart[]): { filed: FiledPrompt; messages: Message[] };
}

/** What is known of a text. */
interface Known {
  readonly sha256: string;
  readonly tokens: number;
}

/**
 * Makes the prompt file of one episode.
 *
 * A prompt grows by appending, so most of its texts were seen before: hashes and counts are kept by text, and a prompt of
 * thirty parts costs one new part. Images enter the hash by width and height only, as their bytes differ by browser build.
 *
 * @param count Counts tokens.
 * @param putBlob Where texts and lists go.
 * @returns The file.
 */
export function promptFile(
  count: TokenCounter,
  putBlob: (sha256: string, text: string) => void,
): PromptFile {
  const known = new Map<string, Known>();
  const know = (text: string): Known => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const fresh = { sha256: sha256(text), tokens: count.text(text) };
    putBlob(fresh.sha256, text);
    known.set(text, fresh);
    return fresh;
  };
  const tokensOf = (content: readonly ContentPart[], countText: (text: string) => number) =>
    content.reduce(
      (sum, piece) => sum + (piece.type === "text" ? countText(piece.text) : count.image(piece.width, piece.height)),
      0,
    );
  return {
    file(parts, previous) {
      const byPart: Partial<Record<PartName, number>> = {};
      let total = 0;
      const list = parts.map((part) => {
        const tokens = tokensOf(part.content, (text) => know(text).tokens);
        byPart[part.name] = (byPart[part.name] ?? 0) + tokens;
        total += tokens;
        const content = part.content.map((piece) =>
          piece.type === "text" ? { text: know(piece.text).sha256 } : { image: [piece.width, piece.height] }
        );
        return { name: part.name, role: part.role, tokens, content };
      });
      const blob = canonicalJson(list);
      const hash = sha256(blob);
      putBlob(hash, blob);
      // A text cut short is counted, not known: it is no part of any prompt.
      const shared = sharedPrefix(
        previous,
        parts,
        (content) => tokensOf(content, (text) => known.get(text)?.tokens ?? count.text(text)),
      );
      return {
        filed: { sha256: hash, tokens: { parts: byPart, total, sharedPrefix: shared } },
        messages: toMessages(parts),
      };
    },
  };
}
