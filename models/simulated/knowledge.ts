import type { Facts, Playbook, Slots, Subgoal, Yield } from "./playbook.ts";
import type { PageView, Row } from "./page_view.ts";
import type { Placed, PromptView } from "./prompt_view.ts";
import { fillPattern } from "./pattern.ts";

/** A fact that stands in the prompt. */
export interface Known {
  readonly value: string;
  /** Token positions at which it stands. */
  readonly at: readonly number[];
}

/** What is in the prompt, before anything is recalled of it. */
export interface Knowledge {
  /** The job as far as the facts unfold it. */
  readonly subgoals: readonly Subgoal[];
  /** All facts that stand in the prompt. */
  readonly known: ReadonlyMap<string, Known>;
  /** Names that the playbook asked for while unfolding and that are nowhere in the prompt. */
  readonly missing: readonly string[];
  /** Token positions of the marks of progress, by subgoal id. */
  readonly marks: ReadonlyMap<string, readonly number[]>;
}

/** Whether a trap holds the reader. */
export type IsCaught = (trap: string) => boolean;

/**
 * The pattern by which a reader recognises the page of a subgoal.
 *
 * @param subgoal The subgoal.
 * @param isCaught Which traps hold the reader.
 * @param values Slots and facts.
 * @returns The source, or undefined where a name in it has no value.
 */
export function placeOf(subgoal: Subgoal, isCaught: IsCaught, values: Facts): string | undefined {
  const caught = subgoal.atWhenCaught;
  return fillPattern(caught !== undefined && isCaught(caught.trap) ? caught.at : subgoal.at, values);
}

/** What a page gives for a fact. */
export interface Reading {
  readonly value: string;
  /** Where it stands in the page's text, in UTF-16 units. */
  readonly index: number;
}

/**
 * Reads a fact off a page.
 *
 * @param page The page.
 * @param wanted The fact and how it is written there.
 * @param isCaught Which traps hold the reader.
 * @param slots From the goal.
 * @param facts What the reader holds to be true.
 * @returns The value, or undefined where the page does not give it.
 */
export function readFact(
  page: PageView,
  wanted: Yield,
  isCaught: IsCaught,
  slots: Slots,
  facts: Facts,
): Reading | undefined {
  const caught = wanted.whenCaught !== undefined && isCaught(wanted.whenCaught.trap) ? wanted.whenCaught : undefined;
  const pattern = fillPattern(caught?.pattern ?? wanted.pattern, { ...slots, ...facts });
  if (pattern === undefined) return undefined;
  const takesFirst = (caught?.pattern ?? wanted.pattern).includes("(?<value>");
  const derive = caught === undefined ? wanted.derive : caught.derive ?? (takesFirst ? undefined : wanted.derive);
  const rows = page.rows(pattern);
  const value = derive === undefined ? rows[0]?.groups.value : derive(rows.map((row) => row.groups), slots, facts);
  return value === undefined ? undefined : { value, index: middle(rows, derive !== undefined) };
}

function middle(rows: readonly Row[], isOfAll: boolean): number {
  const first = rows[0]?.index ?? 0;
  return isOfAll ? Math.round((first + (rows.at(-1)?.index ?? first)) / 2) : first;
}

/** A job unfolds at most so often in one prompt; a playbook that goes on for ever must not hang the reader. */
const MOST_ROUNDS = 24;

/**
 * Collects everything that the prompt holds about the job, and unfolds the job as far as that goes.
 *
 * A note says what the reader took a fact's value to be, so the newest note decides; the pages that agree with it are
 * further places where the fact stands. Without a note, the page on which the reader marked the subgoal done decides,
 * else the newest page that gives the fact. Pages speak only for subgoals that the reader has come to.
 *
 * @param view The prompt.
 * @param pages The pages that may be used. The page at hand is left out while the reader decides: what stands there it
 * has to read first, and to write down.
 * @param playbook How the job is done.
 * @param slots From the goal.
 * @param isCaught Which traps hold the reader.
 * @param fresh Facts just read, which stand in no prompt yet.
 * @returns The knowledge.
 */
export function gather(
  view: PromptView,
  pages: readonly Placed[],
  playbook: Playbook,
  slots: Slots,
  isCaught: IsCaught,
  fresh: ReadonlyMap<string, string>,
): Knowledge {
  const { notes, marks } = collectNotes(view.sections);
  const known = new Map<string, Known>();
  for (const [name, entries] of notes) {
    const value = entries.at(-1)?.value ?? "";
    known.set(name, { value, at: entries.filter((entry) => entry.value === value).map((entry) => entry.at) });
  }
  for (const [name, value] of fresh) known.set(name, { value, at: [view.length] });

  let unfolded = unfold(playbook, slots, valuesOf(known));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = signature(unfolded.subgoals, known);
    for (const subgoal of unfolded.subgoals.slice(0, cameTo(unfolded.subgoals, marks))) {
      addFromPages(view.sections, pages, subgoal, slots, isCaught, known, notes, fresh);
    }
    unfolded = unfold(playbook, slots, valuesOf(known));
    if (signature(unfolded.subgoals, known) === before) break;
  }
  return { ...unfolded, known, marks };
}

/**
 * How many subgoals the reader has come to, by its marks. A page passed on the way may look like a later one's, and
 * would tell what does not hold any more by then. Without marks there is nothing to go by, and every page counts.
 */
function cameTo(subgoals: readonly Subgoal[], marks: ReadonlyMap<string, unknown>): number {
  const known = subgoals.map((subgoal) => subgoal.id);
  const isAll = marks.size === 0 || [...marks.keys()].some((id) => !known.includes(id));
  return isAll ? known.length : 1 + known.findLastIndex((id) => marks.has(id));
}

function signature(subgoals: readonly Subgoal[], known: ReadonlyMap<string, Known>): string {
  return `${known.size}/${subgoals.map((subgoal) => subgoal.id).join("/")}`;
}

/**
 * The values of known facts by name.
 *
 * @param known What stands in the prompt.
 * @returns A plain record.
 */
export function valuesOf(known: ReadonlyMap<string, Known>): Record<string, string> {
  return Object.fromEntries([...known].map(([name, { value }]) => [name, value]));
}

function unfold(
  playbook: Playbook,
  slots: Slots,
  values: Record<string, string>,
): Pick<Knowledge, "subgoals" | "missing"> {
  const missing = new Set<string>();
  // What the playbook looks for and does not find is what it still has to be told.
  const facts = new Proxy(values, {
    get(target, name) {
      if (typeof name !== "string") return undefined;
      if (Object.hasOwn(target, name)) return target[name];
      missing.add(name);
      return undefined;
    },
    has(target, name) {
      if (typeof name === "string" && !Object.hasOwn(target, name)) missing.add(name);
      return Object.hasOwn(target, name);
    },
    getOwnPropertyDescriptor(target, name) {
      if (typeof name === "string" && !Object.hasOwn(target, name)) missing.add(name);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
  });
  return { subgoals: playbook.subgoals(slots, facts), missing: [...missing] };
}

function collectNotes(sections: readonly Placed[]) {
  const notes = new Map<string, { value: string; at: number }[]>();
  const marks = new Map<string, number[]>();
  for (const { notes: found, at } of sections) {
    for (const { kind, name, value } of found) {
      if (kind === "fact") push(notes, name, { value, at });
      else push(marks, name, at);
    }
  }
  return { notes, marks };
}

function push<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
}

function addFromPages(
  sections: readonly Placed[],
  candidates: readonly Placed[],
  subgoal: Subgoal,
  slots: Slots,
  isCaught: IsCaught,
  known: Map<string, Known>,
  notes: ReadonlyMap<string, readonly { value: string; at: number }[]>,
  fresh: ReadonlyMap<string, string>,
): void {
  const wanted = subgoal.yields ?? [];
  if (wanted.length === 0) return;
  const facts = valuesOf(known);
  const place = placeOf(subgoal, isCaught, { ...slots, ...facts });
  if (place === undefined) return;
  const pages = candidates.filter((section) => section.page?.matches(place));
  if (pages.length === 0) return;
  const confirmed = pages.find((page) => markedAfter(sections, page, subgoal.id));
  for (const item of wanted) {
    if (fresh.has(item.fact)) continue;
    const readings = pages.flatMap((placed) => {
      const reading = placed.page === undefined ? undefined : readFact(placed.page, item, isCaught, slots, facts);
      return reading === undefined
        ? []
        : [{ placed, value: reading.value, at: placed.at + reading.index * placed.density }];
    });
    const noted = notes.get(item.fact) ?? [];
    const value = noted.at(-1)?.value ?? readings.findLast(({ placed }) => placed === confirmed)?.value ??
      readings.at(-1)?.value;
    if (value === undefined) continue;
    known.set(item.fact, {
      value,
      at: [...noted, ...readings].filter((entry) => entry.value === value).map((entry) => entry.at),
    });
  }
}

/** Whether the reply to this page says that the subgoal is done. */
function markedAfter(sections: readonly Placed[], page: Placed, id: string): boolean {
  const next = sections.slice(sections.indexOf(page) + 1).find(({ name }) => name === "reply" || name === "page");
  return next?.name === "reply" && next.notes.some((note) => note.kind === "done" && note.name === id);
}
