import { readSections, type SectionName } from "../prompt_format.ts";
import type { TokenCounter } from "../tokens/token_counter.ts";
import { type Note, readNotes } from "./notes.ts";
import { type PageView, pageView } from "./page_view.ts";

/** A message as it comes over the wire, reduced to what the reader needs. */
export interface WireMessage {
  readonly role: string;
  readonly parts: readonly (
    | { readonly type: "text"; readonly text: string }
    | { readonly type: "image"; readonly width: number; readonly height: number }
  )[];
}

/** A section of the prompt, and where it stands in tokens. */
export interface Placed {
  readonly name: SectionName;
  readonly attributes: Readonly<Record<string, string>>;
  readonly body: string;
  /** The page, where the section is one. */
  readonly page?: PageView;
  /** Notes of replies, summaries and folds; empty elsewhere: what a page says is no note. */
  readonly notes: readonly Note[];
  /** Token position of the body's first character. */
  readonly at: number;
  /** Tokens for one UTF-16 unit of the part that the section stands in. */
  readonly density: number;
}

/** A prompt as the reader sees it. */
export interface PromptView {
  /** Text tokens of the whole prompt: the length that recall depends on. */
  readonly length: number;
  /** Tokens of all images, by the model's formula: billed, but not part of `length`. */
  readonly imageTokens: number;
  /** All sections in order. */
  readonly sections: readonly Placed[];
  readonly goal?: string;
  /** Texts of the insights. */
  readonly insights: readonly string[];
  /** Body of the format section, or the empty text. */
  readonly format: string;
  /** The page at hand: the last one. */
  readonly page?: Placed;
  /** The notice after the last page, where there is one. */
  readonly notice?: Placed;
  /** What became of the action before this page, where it was refused. */
  readonly refusal?: string;
}

type Read = Omit<Placed, "at" | "density"> & { readonly start: number };

interface ReadPart {
  readonly tokens: number;
  readonly density: number;
  readonly sections: readonly Read[];
}

/** Texts kept at once, in UTF-16 units. */
const CACHE_UNITS = 8 * 2 ** 20;

/** Reads prompts, and remembers each part of text: most of a prompt was in the one before. */
export class PromptReader {
  readonly #counter: TokenCounter;
  readonly #parts = new Map<string, ReadPart>();
  #cachedUnits = 0;

  /** @param counter Counts texts and images. */
  constructor(counter: TokenCounter) {
    this.#counter = counter;
  }

  /**
   * Reads a prompt.
   *
   * A fact's token position is taken in proportion to its characters within its part of text, which is exact enough for
   * a curve and costs nothing.
   *
   * @param messages In order. What the assistant said word for word is counted and not read: it comes back as sections.
   * @returns The view.
   */
  read(messages: readonly WireMessage[]): PromptView {
    const sections: Placed[] = [];
    let length = 0;
    let imageTokens = 0;
    for (const { role, parts } of messages) {
      for (const part of parts) {
        if (part.type === "image") {
          imageTokens += this.#counter.image(part.width, part.height);
          continue;
        }
        const { tokens, density, sections: read } = this.#part(part.text);
        if (role !== "assistant") {
          for (const { start, ...section } of read) {
            sections.push({ ...section, at: length + start * density, density });
          }
        }
        length += tokens;
      }
    }
    return { length, imageTokens, sections, ...outline(sections) };
  }

  #part(text: string): ReadPart {
    const known = this.#parts.get(text);
    if (known !== undefined) {
      this.#parts.delete(text);
      this.#parts.set(text, known);
      return known;
    }
    const tokens = this.#counter.text(text);
    const density = tokens / Math.max(1, text.length);
    const part: ReadPart = { tokens, density, sections: readSections(text).map(interpret) };
    this.#parts.set(text, part);
    this.#cachedUnits += text.length;
    for (const oldest of this.#parts.keys()) {
      if (this.#cachedUnits <= CACHE_UNITS) break;
      this.#parts.delete(oldest);
      this.#cachedUnits -= oldest.length;
    }
    return part;
  }
}

function interpret({ name, attributes, body, start }: ReturnType<typeof readSections>[number]): Read {
  const isOwnWords = name === "reply" || name === "summary" || name === "folded";
  const notes = isOwnWords ? readNotes(name === "reply" ? thoughtOf(body) : body) : [];
  return { name, attributes, body, start, notes, ...(name === "page" ? { page: pageView(body) } : {}) };
}

/** A reply is shown as the JSON it was; its thought is what counts. */
function thoughtOf(body: string): string {
  try {
    const reply: unknown = JSON.parse(body);
    if (typeof reply === "object" && reply !== null && "thought" in reply) return String(reply.thought);
  } catch (error) {
    // Not JSON: the policy writes replies its own way.
    if (!(error instanceof SyntaxError)) throw error;
  }
  return body;
}

function outline(sections: readonly Placed[]): Omit<PromptView, "length" | "imageTokens" | "sections"> {
  const last = (name: SectionName) => sections.findLast((section) => section.name === name);
  const goal = last("task")?.body.trim();
  const page = last("page");
  const notice = last("notice");
  const isAfter = (section: Placed) => page === undefined || sections.indexOf(section) > sections.indexOf(page);
  const refusal = refusalBefore(sections, page);
  return {
    insights: sections.flatMap(({ name, body }) =>
      name === "insight"
        ? [body]
        : name === "insights"
        ? readSections(body).filter((inner) => inner.name === "insight").map((inner) => inner.body)
        : []
    ),
    format: last("format")?.body ?? "",
    ...(goal === undefined ? {} : { goal }),
    ...(page === undefined ? {} : { page }),
    ...(notice !== undefined && isAfter(notice) ? { notice } : {}),
    ...(refusal === undefined ? {} : { refusal }),
  };
}

/** The outcome of the very last action: the step before the page at hand, or no reply and no summary after it. */
function refusalBefore(sections: readonly Placed[], page: Placed | undefined): string | undefined {
  const outcome = sections.findLast((section) => section.name === "outcome");
  if (outcome === undefined) return undefined;
  const step = Number(outcome.attributes.step ?? NaN);
  const current = Number(page?.attributes.step ?? NaN);
  if (Number.isInteger(step) && Number.isInteger(current)) return step === current - 1 ? outcome.body : undefined;
  const later = sections.slice(sections.indexOf(outcome) + 1);
  return later.some(({ name }) => name === "reply" || name === "summary") ? undefined : outcome.body;
}
