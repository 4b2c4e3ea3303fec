/**
 * A shop of a few pages as plain data, a playbook for it, and a harness of a few lines, so that the reader can be tried
 * without browser, policies or actors.
 */
import { drawSeed, type Message, type Model, section } from "../../../models/mod.ts";
import type { Playbook, Slots } from "../../../models/simulated/mod.ts";

/** What is sold. Renaming or repricing must not need another playbook. */
export interface Goods {
  readonly category: string;
  readonly perPage: number;
  readonly items: readonly { readonly name: string; readonly price: string; readonly memberPrice: string }[];
  readonly fee: string;
}

/** Five lamps on two pages. */
export const LAMPS: Goods = {
  category: "Lamps",
  perPage: 3,
  items: [
    { name: "Arc lamp", price: "71.40", memberPrice: "60.10" },
    { name: "Brass (small) lamp", price: "38.25", memberPrice: "37.00" },
    { name: "Clip lamp", price: "19.90", memberPrice: "18.30" },
    { name: "Desk lamp", price: "24.75", memberPrice: "11.05" },
    { name: "Elm lamp", price: "52.60", memberPrice: "50.00" },
  ],
  fee: "4.15",
};

/** Names page by page, up to the first page that is not known: a gap would number what comes after it wrongly. */
function items(facts: Readonly<Record<string, string>>): string[] {
  const found: string[] = [];
  for (let page = 1; page <= Number(facts.pages ?? 1); page++) {
    const names = facts[`names.${page}`];
    if (names === undefined) break;
    found.push(...JSON.parse(names) as string[]);
  }
  return found;
}

/** Finds the cheapest thing of a category, and what it costs with the fee. */
export const CHEAPEST: Playbook = {
  id: "small-shop/cheapest",
  goal: "^Which of the (?<category>\\w+) is cheapest, and what does it cost with delivery\\?$",
  home: "https://small.test/",
  traps: [
    { id: "cookies", description: "A cookie banner covers the page until it is closed" },
    { id: "member", description: "The member price stands above the normal price and misleads" },
  ],
  subgoals(_slots, facts) {
    const close = {
      trap: "cookies",
      when: 'dialog "Cookies"',
      do: { kind: "click", role: "button", name: "Close" },
      why: "close the banner before anything else",
    } as const;
    const toCategory = {
      do: { kind: "click", role: "link", name: "{category}" },
      why: "open the category",
    } as const;
    const names = (page: number) => ({
      fact: `names.${page}`,
      pattern: 'listitem:\\n\\s*- link "(?<name>[^"]+)"',
      derive: (rows: readonly Slots[]) => rows.length === 0 ? undefined : JSON.stringify(rows.map((row) => row.name)),
    });
    const pages = Number(facts.pages ?? 1);
    const known = items(facts);
    return [
      {
        id: "first-page",
        title: "open the first page of {category}",
        at: 'heading "{category}, page 1 of',
        moves: [close, toCategory],
        yields: [{ fact: "pages", pattern: 'page 1 of (?<value>\\d+)"' }, names(1)],
      },
      ...Array.from({ length: pages - 1 }, (_, i) => ({
        id: `page.${i + 2}`,
        title: `read page ${i + 2} of {category}`,
        at: `heading "{category}, page ${i + 2} of`,
        moves: [
          close,
          { do: { kind: "click", role: "link", name: "Next page" }, why: "go to the next page" } as const,
          toCategory,
        ],
        yields: [names(i + 2)],
      })),
      ...known.map((name, i) => {
        const literal = name.replaceAll(/[()]/g, "\\$&");
        return {
          id: `price.${i}`,
          title: `read the price of ${name}`,
          at: `heading "${literal}"[\\s\\S]*Price:`,
          moves: [
            close,
            { do: { kind: "click", role: "link", name: literal }, why: `open ${name}` } as const,
            { do: { kind: "click", role: "link", name: "Next page" }, why: "look on the next page" } as const,
            toCategory,
          ],
          yields: [{
            fact: `price.${i}`,
            pattern: "^- text: Price: (?<value>[\\d.]+)",
            whenCaught: { trap: "member", pattern: "Member price: (?<value>[\\d.]+)" },
          }],
        };
      }),
      {
        id: "fee",
        title: "read the delivery fee",
        at: 'heading "Delivery"',
        moves: [close, { do: { kind: "click", role: "link", name: "Delivery" }, why: "see what delivery costs" }],
        yields: [{ fact: "fee", pattern: "A parcel costs (?<value>[\\d.]+)" }],
      },
    ];
  },
  answerNeeds: (_slots, facts) => [
    "pages",
    ...Array.from({ length: Number(facts.pages ?? 1) }, (_, i) => `names.${i + 1}`),
    ...items(facts).map((_, i) => `price.${i}`),
    "fee",
  ],
  answer(_slots, facts) {
    const prices = items(facts).map((name, i) => ({ name, price: Number(facts[`price.${i}`] ?? "Infinity") }));
    const best = prices.sort((a, b) => a.price - b.price)[0];
    return best === undefined || facts.fee === undefined
      ? "unknown"
      : `${best.name}, ${(best.price + Number(facts.fee)).toFixed(2)}`;
  },
};

/** The right answer. */
export function rightAnswer(goods: Goods): string {
  const best = [...goods.items].sort((a, b) => Number(a.price) - Number(b.price))[0];
  return `${best?.name}, ${(Number(best?.price) + Number(goods.fee)).toFixed(2)}`;
}

/** The goal for some goods. */
export function goalFor(goods: Goods): string {
  return `Which of the ${goods.category} is cheapest, and what does it cost with delivery?`;
}

interface Shown {
  readonly url: string;
  readonly title: string;
  readonly text: string;
}

/** The shop as an agent meets it. */
export class SmallShop {
  readonly #goods: Goods;
  readonly #hasBanner: boolean;
  readonly #padding: string;
  #url = "https://small.test/";
  #isClosed = false;
  #history: string[] = [];
  #refs = new Map<string, string>();

  constructor(goods: Goods, { banner = true, padding = "" } = {}) {
    this.#goods = goods;
    this.#hasBanner = banner;
    this.#padding = padding;
  }

  observe(): Shown {
    const { category, items, perPage, fee } = this.#goods;
    const lines: string[] = [];
    this.#refs = new Map();
    const link = (name: string, to: string, depth = 0) => {
      const ref = `e${this.#refs.size + 1}`;
      this.#refs.set(ref, to);
      lines.push(`${"  ".repeat(depth)}- link ${JSON.stringify(name)} [ref=${ref}]`);
    };
    if (this.#hasBanner && !this.#isClosed) {
      lines.push('- dialog "Cookies":');
      const ref = `e${this.#refs.size + 1}`;
      this.#refs.set(ref, "close");
      lines.push(`  - button "Close" [ref=${ref}]`);
    }
    link("Home", "/");
    link("Delivery", "/delivery");
    const { pathname, searchParams } = new URL(this.#url);
    const pages = Math.ceil(items.length / perPage);
    if (pathname === "/") {
      lines.push('- heading "Small shop" [level=1]');
      link(category, "/list?page=1");
    } else if (pathname === "/list") {
      const page = Number(searchParams.get("page"));
      lines.push(`- heading "${category}, page ${page} of ${pages}" [level=1]`, "- list:");
      for (const { name } of items.slice((page - 1) * perPage, page * perPage)) {
        lines.push("  - listitem:");
        link(name, `/item?name=${encodeURIComponent(name)}`, 2);
      }
      link(category, "/list?page=1");
      if (page < pages) link("Next page", `/list?page=${page + 1}`);
    } else if (pathname === "/item") {
      const item = items.find(({ name }) => name === searchParams.get("name"));
      lines.push(`- heading ${JSON.stringify(item?.name)} [level=1]`);
      lines.push(`- text: Member price: ${item?.memberPrice}`, `- text: Price: ${item?.price}`);
      link(category, "/list?page=1");
    } else {
      lines.push('- heading "Delivery" [level=1]', `- paragraph: A parcel costs ${fee} in the whole country.`);
      link(category, "/list?page=1");
    }
    if (this.#padding !== "") lines.push(`- paragraph: ${this.#padding}`);
    return { url: this.#url, title: pathname, text: lines.join("\n") };
  }

  /** Does an action; a sentence when it is refused. */
  act(action: Readonly<Record<string, unknown>>): string | undefined {
    if (action.kind === "goto") return this.#go(String(action.url));
    if (action.kind === "back") {
      this.#url = this.#history.pop() ?? this.#url;
      return undefined;
    }
    if (action.kind !== "click") return undefined;
    const to = this.#refs.get(String(action.ref));
    if (to === undefined) return `Cannot click ${action.ref} as it is not on the page`;
    if (to === "close") {
      this.#isClosed = true;
      return undefined;
    }
    if (this.#hasBanner && !this.#isClosed) return `Cannot click ${action.ref} as it is covered by dialog "Cookies"`;
    return this.#go(new URL(to, this.#url).href);
  }

  #go(url: string): undefined {
    this.#history.push(this.#url);
    this.#url = url;
    return undefined;
  }
}

/** One past step. */
export interface PastStep {
  readonly shown: Shown;
  readonly thought: string;
  readonly summary?: string;
  readonly action: Readonly<Record<string, unknown>>;
  readonly refused?: string;
}

/** How the past is told. */
export type Telling = "full" | "summaries" | "none" | "replies";

/** Writes a prompt as the policies do. */
export function prompt(
  goal: string,
  past: readonly PastStep[],
  shown: Shown,
  telling: Telling,
  insights: readonly string[] = [],
  extra = "",
): Message[] {
  const page = (index: number, { url, title, text }: Shown) =>
    section("page", { step: String(index), url, title }, text);
  const outcome = (index: number, refused?: string) =>
    refused === undefined
      ? ""
      : section("outcome", { step: String(index), status: "refused" }, `It was not done: ${refused}`);
  const reply = (step: PastStep, index: number) =>
    section("reply", { step: String(index) }, JSON.stringify({ thought: step.thought, action: step.action })) +
    outcome(index, step.refused);
  const last = past.length - 1;
  const parts = past.flatMap((step, index): string[] => {
    if (telling === "full") return [page(index, step.shown), reply(step, index)];
    if (telling === "replies") return [reply(step, index)];
    const ending = index === last ? outcome(index, step.refused) : "";
    return telling === "none" ? [ending] : [section("summary", { step: String(index) }, step.summary ?? ""), ending];
  });
  const fields = telling === "summaries"
    ? `{"thought":"…","summary":"…","action":{…}}`
    : `{"thought":"…","action":{…}}`;
  const text = (value: string) => ({ type: "text", text: value }) as const;
  const hints = insights.length === 0
    ? []
    : [text(`<insights>\n${insights.map((item) => section("insight", {}, item)).join("")}</insights>\n`)];
  return [
    { role: "system", content: [text("You operate a web browser.\n"), ...hints] },
    {
      role: "user",
      content: [
        text(section("task", {}, goal)),
        ...parts.filter((part) => part !== "").map(text),
        text(page(past.length, shown)),
        text(section("format", {}, `Answer with one JSON object: ${fields}${extra}`)),
      ],
    },
  ];
}

/** What an episode came to. */
export interface Played {
  readonly answer?: string;
  readonly steps: readonly PastStep[];
  readonly repairs: number;
}

/** Plays an episode to its answer or its step limit. */
export async function play(
  model: Model,
  goods: Goods,
  options: {
    readonly telling: Telling;
    readonly seed?: number;
    readonly insights?: readonly string[];
    readonly limit?: number;
    readonly shop?: SmallShop;
  },
): Promise<Played> {
  const shop = options.shop ?? new SmallShop(goods);
  const seen = new Map<string, number>();
  const steps: PastStep[] = [];
  let repairs = 0;
  while (steps.length < (options.limit ?? 60)) {
    const shown = shop.observe();
    const attempt = seen.get(shown.text) ?? 0;
    seen.set(shown.text, attempt + 1);
    const messages = prompt(goalFor(goods), steps, shown, options.telling, options.insights);
    const request = { messages, seed: drawSeed(options.seed ?? 0, attempt), maxOutputTokens: 1_000 };
    let { text } = await model.complete(request);
    let reply = parse(text);
    if (reply === undefined) {
      repairs++;
      const notice = section("notice", { kind: "repair" }, "Your reply could not be read. Answer again.");
      ({ text } = await model.complete({
        ...request,
        messages: [
          ...messages,
          { role: "assistant", content: [{ type: "text", text }] },
          { role: "user", content: [{ type: "text", text: notice }] },
        ],
      }));
      reply = parse(text);
      if (reply === undefined) throw new Error(`Unreadable twice: ${text}`);
    }
    const { thought, summary, action } = reply;
    if (action.kind === "answer") {
      steps.push({ shown, thought, action, ...(summary === undefined ? {} : { summary }) });
      return { answer: String(action.text), steps, repairs };
    }
    const refused = shop.act(action);
    steps.push({
      shown,
      thought,
      action,
      ...(summary === undefined ? {} : { summary }),
      ...(refused === undefined ? {} : { refused }),
    });
  }
  return { steps, repairs };
}

function parse(
  text: string,
): { thought: string; summary?: string; action: Readonly<Record<string, unknown>> } | undefined {
  try {
    const reply = JSON.parse(text);
    return typeof reply.action?.kind === "string" ? reply : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
