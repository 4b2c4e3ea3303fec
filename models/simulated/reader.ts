import { draw } from "../../base/mod.ts";
import type { Deed, Facts, Move, Playbook, Slots, Subgoal } from "./playbook.ts";
import type { PageElement, PageView } from "./page_view.ts";
import type { PromptView } from "./prompt_view.ts";
import type { ReaderPreset } from "./presets.ts";
import { entails } from "./entailment.ts";
import { gather, type Knowledge, type Known, placeOf, readFact, valuesOf } from "./knowledge.ts";
import { fillPattern, fillText } from "./pattern.ts";
import { pageView } from "./page_view.ts";
import { recallProbability } from "./recall_curve.ts";

/** An action as the reader writes it. */
export type ReaderAction =
  | { readonly kind: "click"; readonly ref: string }
  | { readonly kind: "type"; readonly ref: string; readonly text: string; readonly submit?: boolean }
  | { readonly kind: "select"; readonly ref: string; readonly option: string }
  | { readonly kind: "scroll"; readonly direction: "up" | "down" }
  | { readonly kind: "goto"; readonly url: string }
  | { readonly kind: "back" }
  | { readonly kind: "wait" }
  | { readonly kind: "answer"; readonly text: string };

/** What the reader makes of a prompt. */
export interface Decision {
  readonly action: ReaderAction;
  /** A few words: `open the next page`. */
  readonly why: string;
  /** What it is at: `read the price of the lamp`. */
  readonly doing: string;
  /** Facts read off the page at hand, in order. */
  readonly read: readonly (readonly [fact: string, value: string])[];
  /** Subgoals that are over as of now, in order. */
  readonly done: readonly string[];
  /** Facts that should be in mind and are not. */
  readonly forgotten: readonly string[];
}

/** What a reader needs beside the prompt. */
export interface ReaderInput {
  readonly view: PromptView;
  readonly playbook: Playbook;
  readonly slots: Slots;
  readonly preset: ReaderPreset;
  /** The episode's seed. */
  readonly seed: number;
  /** How often the agent has stood before this observation. */
  readonly attempt: number;
}

/** Facts of one kind share the part before the dot; a fact without a dot is of its own kind. */
function kindOf(fact: string): string | undefined {
  const dot = fact.indexOf(".");
  return dot < 0 ? undefined : fact.slice(0, dot);
}

/** One prompt being read. Every draw is keyed by seed, goal and what is asked, and by nothing that an arm could change. */
class Reading {
  readonly #input: ReaderInput;
  readonly #goal: string;
  readonly #page: PageView;
  readonly #fresh = new Map<string, string>();
  readonly #done: string[] = [];
  readonly #forgotten = new Set<string>();
  readonly #traps = new Map<string, boolean>();
  #knowledge: Knowledge;

  constructor(input: ReaderInput) {
    this.#input = input;
    this.#goal = input.view.goal ?? "";
    this.#page = input.view.page?.page ?? pageView("");
    this.#knowledge = this.#gather();
  }

  decide(): Decision {
    const base = this.#progress();
    // Each round finishes a subgoal, guesses or reads a fact, or returns; the bound only guards against a playbook whose
    // list of subgoals never ends.
    const guesses = new Map<string, string | undefined>();
    for (let round = 0; round < 1_000; round++) {
      const { subgoals } = this.#knowledge;
      const position = Math.max(base.floor(subgoals), this.#doneUpTo(subgoals));
      const subgoal = subgoals[position];
      if (subgoal === undefined) return this.#finish(guesses);
      const step = this.#work(subgoal, position, guesses);
      if (step !== "go on") return step;
    }
    return this.#answer(guesses);
  }

  #gather(): Knowledge {
    const { view, playbook, slots } = this.#input;
    const past = view.sections.filter((section) => section.page !== undefined && section !== view.page);
    return gather(view, past, playbook, slots, (trap) => this.#isCaught(trap), this.#fresh);
  }

  /** A misconception lasts the whole episode: the attempt is not part of the key. */
  #isCaught(id: string): boolean {
    const known = this.#traps.get(id);
    if (known !== undefined) return known;
    const { playbook, preset, seed, view } = this.#input;
    const trap = playbook.traps.find((item) => item.id === id);
    const isWarned = trap !== undefined && view.insights.some((text) => entails(trap.description, text));
    const rate = preset.trapRate * (isWarned ? 1 - preset.eta : 1);
    const isCaught = trap !== undefined && draw(seed, this.#goal, "trap", id) < rate;
    this.#traps.set(id, isCaught);
    return isCaught;
  }

  /** How many other facts of the same kind with another value stand in the prompt. */
  #similar(fact: string, value: string | undefined): number {
    const kind = kindOf(fact);
    if (kind === undefined) return 0;
    let count = 0;
    for (const [name, other] of this.#knowledge.known) {
      if (name !== fact && kindOf(name) === kind && other.value !== value) count++;
    }
    return count;
  }

  #isRecalled(consumer: string, fact: string, at: readonly number[], similar: number): boolean {
    const { preset, seed, attempt, view } = this.#input;
    const best = Math.max(...at.map((place) => recallProbability(preset.recall, view.length, place, similar)));
    return draw(seed, this.#goal, consumer, fact, attempt) < best;
  }

  /** The value of a fact, if it stands in the prompt and comes to mind. */
  #recall(consumer: string, fact: string): string | undefined {
    const fresh = this.#fresh.get(fact);
    if (fresh !== undefined) return fresh;
    const known: Known | undefined = this.#knowledge.known.get(fact);
    if (known === undefined) return undefined;
    return this.#isRecalled(consumer, fact, known.at, this.#similar(fact, known.value)) ? known.value : undefined;
  }

  /** Where the reader believes to stand: the last mark that comes to mind, else what the page suggests. */
  #progress(): { floor: (subgoals: readonly Subgoal[]) => number } {
    const { marks } = this.#knowledge;
    const recalled = [...marks].filter(([id, at]) => this.#isRecalled("progress", `done:${id}`, at, 0)).map(([id]) =>
      id
    );
    if (recalled.length > 0) {
      return {
        floor: (subgoals) => {
          // A mark that the job does not unfold to says that more was done than the facts at hand can tell.
          if (recalled.some((id) => subgoals.every((subgoal) => subgoal.id !== id))) return subgoals.length;
          return 1 + subgoals.findLastIndex((subgoal) => recalled.includes(subgoal.id));
        },
      };
    }
    if (marks.size === 0 && this.#sawTheBeginning()) return { floor: () => 0 };
    const inferred = this.#knowledge.subgoals.findLast((subgoal) =>
      this.#isAt(subgoal, valuesOf(this.#knowledge.known))
    );
    return {
      floor: (subgoals) => Math.max(0, subgoals.findIndex((subgoal) => subgoal.id === inferred?.id)),
    };
  }

  #sawTheBeginning(): boolean {
    return this.#input.view.sections.some(({ attributes }) => attributes.step === "0" || attributes.from === "0");
  }

  #doneUpTo(subgoals: readonly Subgoal[]): number {
    return 1 + subgoals.findLastIndex((subgoal) => this.#done.includes(subgoal.id));
  }

  #isAt(subgoal: Subgoal, facts: Facts): boolean {
    const place = placeOf(subgoal, (trap) => this.#isCaught(trap), { ...this.#input.slots, ...facts });
    return place !== undefined && this.#page.matches(place);
  }

  /** Facts as the reader holds them while at a subgoal: what it needs must come to mind, the rest may be looked at. */
  #facts(needs: ReadonlyMap<string, string | undefined>): Record<string, string> {
    const facts = valuesOf(this.#knowledge.known);
    for (const [name, value] of needs) {
      if (value === undefined) delete facts[name];
      else facts[name] = value;
    }
    return facts;
  }

  #work(subgoal: Subgoal, position: number, guesses: Map<string, string | undefined>): Decision | "go on" {
    const needs = new Map<string, string | undefined>();
    for (const need of subgoal.needs ?? []) {
      const guessKey = JSON.stringify([subgoal.id, need]);
      const value = this.#recall(subgoal.id, need) ?? guesses.get(guessKey);
      if (value === undefined && !guesses.has(guessKey)) {
        const way = this.#forgot(subgoal.id, need);
        if (way === "guess") guesses.set(guessKey, this.#guess(subgoal.id, need));
        else if (way !== "go on") return way;
        return "go on";
      }
      needs.set(need, value);
    }
    const facts = this.#facts(needs);
    if (this.#isAt(subgoal, facts)) {
      const way = this.#readHere(subgoal, facts);
      if (way === "read") {
        this.#done.push(subgoal.id);
        return "go on";
      }
      if (way === "misread") return this.#lookAgain(subgoal, facts);
    }
    return this.#moveOn(subgoal, position, facts);
  }

  /** Reads what a page gives; a part that escapes the reader is a misreading, a part that is not there is none. */
  #readHere(subgoal: Subgoal, facts: Facts): "read" | "misread" | "not here" {
    const { slots, view } = this.#input;
    const placed = view.page;
    const found: [string, string][] = [];
    let isMisread = false;
    const held: Record<string, string> = { ...facts };
    for (const wanted of subgoal.yields ?? []) {
      const reading = readFact(this.#page, wanted, (trap) => this.#isCaught(trap), slots, held);
      if (reading === undefined) return "not here";
      const at = (placed?.at ?? view.length) + reading.index * (placed?.density ?? 0);
      if (this.#isRecalled(subgoal.id, wanted.fact, [at], this.#similar(wanted.fact, reading.value))) {
        found.push([wanted.fact, reading.value]);
        held[wanted.fact] = reading.value;
      } else {
        this.#forgotten.add(wanted.fact);
        isMisread = true;
      }
    }
    for (const [fact, value] of found) this.#fresh.set(fact, value);
    if (found.length > 0) this.#knowledge = this.#gather();
    return isMisread ? "misread" : "read";
  }

  #lookAgain(subgoal: Subgoal, facts: Facts): Decision {
    return this.#decision({ kind: "wait" }, "look at the page once more for what escaped me", subgoal, facts);
  }

  #moveOn(subgoal: Subgoal, position: number, facts: Facts): Decision {
    const { playbook, slots, view, attempt } = this.#input;
    const values = { ...slots, ...facts };
    if (view.refusal !== undefined) {
      const reaction = this.#react(view.refusal, subgoal, values);
      if (reaction !== undefined) return this.#decision(reaction.action, reaction.why, subgoal, facts);
    }
    const move = this.#firstMove(subgoal, values, false);
    if (move !== undefined) return this.#decision(move.action, move.why, subgoal, facts);
    // From home the way leads through what comes earlier, if the subgoal has no move of its own there.
    const isHome = attempt > 0 || view.page?.attributes.url === playbook.home;
    if (!isHome) {
      return this.#decision({ kind: "goto", url: playbook.home }, "start over from the home page", subgoal, facts);
    }
    for (const earlier of this.#knowledge.subgoals.slice(0, position).reverse()) {
      const way = this.#firstMove(earlier, values, false);
      if (way !== undefined) return this.#decision(way.action, way.why, subgoal, facts);
    }
    if (view.page?.attributes.url !== playbook.home) {
      return this.#decision({ kind: "goto", url: playbook.home }, "start over from the home page", subgoal, facts);
    }
    return this.#decision({ kind: "scroll", direction: "down" }, "see what else is here", subgoal, facts);
  }

  #firstMove(subgoal: Subgoal, values: Facts, evenCaught: boolean): { action: ReaderAction; why: string } | undefined {
    for (const move of subgoal.moves) {
      if (move.trap !== undefined && !evenCaught && this.#isCaught(move.trap)) continue;
      const action = this.#applies(move, values) ? this.#carryOut(move.do, values) : undefined;
      if (action !== undefined) return { action, why: fillText(move.why, values) ?? move.why };
    }
    return undefined;
  }

  #applies({ when, unless }: Move, values: Facts): boolean {
    const wanted = when === undefined ? undefined : fillPattern(when, values);
    if (when !== undefined && (wanted === undefined || !this.#page.matches(wanted))) return false;
    const unwanted = unless === undefined ? undefined : fillPattern(unless, values);
    return unwanted === undefined || !this.#page.matches(unwanted);
  }

  /** Undefined where the page does not have the element, or the reader lacks a value. */
  #carryOut(deed: Deed, values: Facts): ReaderAction | undefined {
    switch (deed.kind) {
      case "back":
        return { kind: "back" };
      case "scroll":
        return { kind: "scroll", direction: deed.direction };
      case "goto": {
        const url = fillText(deed.url, values);
        return url === undefined ? undefined : { kind: "goto", url };
      }
    }
    const name = fillPattern(deed.name, values);
    const within = deed.within === undefined ? undefined : fillPattern(deed.within, values);
    if (name === undefined || (deed.within !== undefined && within === undefined)) return undefined;
    const ref = this.#page.find(deed.role, name, within)?.ref;
    if (ref === undefined) return undefined;
    if (deed.kind === "click") return { kind: "click", ref };
    const words = fillText(deed.kind === "type" ? deed.text : deed.option, values);
    if (words === undefined) return undefined;
    return deed.kind === "select"
      ? { kind: "select", ref, option: words }
      : { kind: "type", ref, text: words, ...(deed.submit === true ? { submit: true } : {}) };
  }

  /** The last action was refused: what covers the page is closed, what is out of sight is scrolled to. */
  #react(refusal: string, subgoal: Subgoal, values: Facts): { action: ReaderAction; why: string } | undefined {
    if (/cover|obscur|intercept|block|behind|overlay/i.test(refusal)) {
      const button = findDismissal(this.#page, refusal);
      if (button?.ref !== undefined) {
        return { action: { kind: "click", ref: button.ref }, why: "close what is in the way" };
      }
      return this.#firstMove(subgoal, values, true);
    }
    if (/not visible|cannot be seen|out of (?:view|sight)|viewport|off-?screen/i.test(refusal)) {
      return { action: { kind: "scroll", direction: "down" }, why: "bring it into view" };
    }
    return undefined;
  }

  /**
   * A fact that should be there is not: look it up where it comes from, or guess. Which of the two is a habit, so the
   * attempt is not part of the key: a reader that changed its mind at every page would give up half-way. The attempt
   * only ends a search that goes in circles.
   */
  #forgot(consumer: string, fact: string, depth = 0): Decision | "go on" | "guess" {
    const { preset, seed, attempt } = this.#input;
    const { subgoals } = this.#knowledge;
    const position = subgoals.findIndex((subgoal) => subgoal.yields?.some((item) => item.fact === fact));
    const producer = subgoals[position];
    if (producer === undefined) {
      this.#forgotten.add(fact);
      return "guess";
    }
    const facts = valuesOf(this.#knowledge.known);
    const here = this.#isAt(producer, facts) ? this.#readHere(producer, facts) : "not here";
    if (this.#fresh.has(fact)) return "go on";
    this.#forgotten.add(fact);
    const looksUp = attempt <= preset.maxLookups && draw(seed, this.#goal, "lookup", consumer, fact) < preset.lookup;
    if (!looksUp || producer.id === consumer || depth > 3) return "guess";
    if (here === "misread") return this.#lookAgain(producer, facts);
    for (const need of producer.needs ?? []) {
      if (!this.#knowledge.known.has(need)) return this.#forgot(producer.id, need, depth + 1);
    }
    return this.#moveOn(producer, position, facts);
  }

  /** Another value of the same kind: what a reader says who mixes things up. */
  #guess(consumer: string, fact: string): string | undefined {
    const kind = kindOf(fact);
    const own = this.#knowledge.known.get(fact)?.value;
    const values = [...this.#knowledge.known]
      .filter(([name, { value }]) => name !== fact && kind !== undefined && kindOf(name) === kind && value !== own)
      .map(([, { value }]) => value);
    const choices = [...new Set(values)].sort();
    return choices[Math.floor(draw(this.#input.seed, this.#goal, "guess", consumer, fact) * choices.length)];
  }

  /** All subgoals are over as far as the reader knows: first what the job still has to be told, then the answer. */
  #finish(guesses: Map<string, string | undefined>): Decision {
    for (const name of this.#knowledge.missing) {
      const isGiven = this.#knowledge.subgoals.some((subgoal) => subgoal.yields?.some((item) => item.fact === name));
      if (!isGiven || guesses.has(JSON.stringify(["plan", name]))) continue;
      const way = this.#forgot("plan", name);
      if (way === "guess") guesses.set(JSON.stringify(["plan", name]), undefined);
      else if (way === "go on") return this.decide();
      else return way;
    }
    return this.#answer(guesses);
  }

  #answer(guesses: Map<string, string | undefined>): Decision {
    const { playbook, slots } = this.#input;
    for (let round = 0; round < 1_000; round++) {
      const needs = playbook.answerNeeds(slots, valuesOf(this.#knowledge.known));
      const key = (fact: string) => JSON.stringify(["answer", fact]);
      const open = needs.find((fact) => this.#recall("answer", fact) === undefined && !guesses.has(key(fact)));
      if (open === undefined) break;
      const way = this.#forgot("answer", open);
      if (way === "guess") guesses.set(key(open), this.#guess("answer", open));
      else if (way !== "go on") return way;
    }
    const facts: Record<string, string> = {};
    for (const name of this.#knowledge.known.keys()) {
      const value = this.#recall("answer", name) ?? guesses.get(JSON.stringify(["answer", name]));
      if (value !== undefined) facts[name] = value;
    }
    for (const [key, value] of guesses) {
      const [consumer, name] = JSON.parse(key) as [string, string];
      if (consumer === "answer" && value !== undefined) facts[name] ??= value;
    }
    const action = { kind: "answer", text: playbook.answer(slots, facts) } as const;
    return this.#decision(action, "tell what was asked for", undefined, facts);
  }

  #decision(action: ReaderAction, why: string, subgoal: Subgoal | undefined, facts: Facts): Decision {
    const title = subgoal === undefined ? "give the answer" : subgoal.title;
    return {
      action,
      why,
      doing: fillText(title, { ...this.#input.slots, ...facts }) ?? title,
      read: [...this.#fresh],
      done: [...this.#done],
      forgotten: [...this.#forgotten],
    };
  }
}

const DISMISSALS: readonly RegExp[] = [
  /^(?:close|dismiss|hide|skip|×|✕|x)\b/i,
  /^(?:reject|decline|refuse|no,? thanks|no thank you|not now|later|maybe later|only necessary|necessary only)\b/i,
  /^(?:accept|agree|allow|ok|okay|got it|understood|continue)\b/i,
];

/**
 * Finds what closes the thing that covers the page: a button in the block that the refusal names, else in a dialog or
 * banner, else anywhere.
 *
 * @param page The page.
 * @param refusal What the refusal said; the covering element stands in quotes.
 * @returns The button or link.
 */
export function findDismissal(page: PageView, refusal: string): PageElement | undefined {
  const words = [...refusal.matchAll(/["“]([^"”]{3,})["”]/g)].map((match) => (match[1] ?? "").toLowerCase());
  const refs = [...refusal.matchAll(/\((e\d+)\)/g)].map((match) => match[1]);
  const buttons = page.elements.filter((element) =>
    element.ref !== undefined && !element.isDisabled && (element.role === "button" || element.role === "link")
  );
  const holds = (outer: PageElement, inner: PageElement) => outer.line <= inner.line && outer.end >= inner.end;
  const named = page.elements.filter((element) =>
    words.includes(element.name.toLowerCase()) || (element.ref !== undefined && refs.includes(element.ref))
  );
  const overlays = page.elements.filter(({ role }) =>
    /^(?:dialog|alertdialog|banner|region|complementary)$/.test(role)
  );
  for (const blocks of [named, overlays, undefined]) {
    // Anywhere on a page "Continue" may mean to go on with something else.
    for (const wording of blocks === undefined ? DISMISSALS.slice(0, -1) : DISMISSALS) {
      const found = buttons.find((button) =>
        wording.test(button.name) && (blocks === undefined || blocks.some((block) => holds(block, button)))
      );
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/**
 * Reads a prompt, and decides what to do.
 *
 * @param input The prompt, the playbook, the reader's character and its luck.
 * @returns The decision. The same input gives the same decision.
 */
export function decide(input: ReaderInput): Decision {
  return new Reading(input).decide();
}
