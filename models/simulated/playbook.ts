/** Values taken from the goal's words, by the names of the goal pattern's groups. */
export type Slots = Readonly<Record<string, string>>;

/** What the reader holds to be true, by fact name. A list is one fact: write it as JSON. */
export type Facts = Readonly<Record<string, string>>;

/**
 * The source of a regular expression over a page's accessibility text, flags `mi`. `{name}` stands for the slot or fact
 * of that name, taken literally. It holds no value of the site.
 */
export type Pattern = string;

/** What is done to an element of the page, found by role and accessible name, as a person would say it. */
export type Deed =
  | { readonly kind: "click"; readonly role: string; readonly name: Pattern; readonly within?: Pattern }
  | {
    readonly kind: "type";
    readonly role: string;
    readonly name: Pattern;
    readonly text: string;
    readonly submit?: boolean;
    readonly within?: Pattern;
  }
  | {
    readonly kind: "select";
    readonly role: string;
    readonly name: Pattern;
    readonly option: string;
    readonly within?: Pattern;
  }
  /** `url` may use `{name}` for slots and facts. */
  | { readonly kind: "goto"; readonly url: string }
  | { readonly kind: "back" }
  | { readonly kind: "scroll"; readonly direction: "up" | "down" };

/**
 * One way on. The first move of a subgoal that applies to the page at hand is made. A click, type or select applies only
 * where its element is on the page. `name` must match the whole accessible name; `within` keeps to the smallest block
 * (a line and the deeper lines below it) that matches and holds the element.
 */
export interface Move {
  /** Applies only where this matches the page. */
  readonly when?: Pattern;
  /** Does not apply where this matches the page. */
  readonly unless?: Pattern;
  /** The move is a precaution against this trap: a reader that the trap has caught leaves it out. */
  readonly trap?: string;
  /** What is done. */
  readonly do: Deed;
  /** A few words for the thought: `set the sort order, the default misleads`. */
  readonly why: string;
}

/** A fact that a page gives. */
export interface Yield {
  /** Its name. Facts of one kind share a prefix up to a dot (`price.0`, `price.1`): they are each other's distractors. */
  readonly fact: string;
  /** Named groups give a row a match. */
  readonly pattern: Pattern;
  /**
   * Makes the value from all rows on the page, in order; without it, the first row's group `value`.
   * Undefined means that the page does not give the fact.
   */
  readonly derive?: (rows: readonly Slots[], slots: Slots, facts: Facts) => string | undefined;
  /** A reader caught by this trap reads the page so instead. */
  readonly whenCaught?: { readonly trap: string; readonly pattern: Pattern; readonly derive?: Yield["derive"] };
}

/** A part of the job with a recognisable end. */
export interface Subgoal {
  /** Unique in the playbook, stable for given slots: `price.2`. */
  readonly id: string;
  /** For thoughts and summaries: `read the price of {item}`. */
  readonly title: string;
  /** Facts that must be recalled to do it; a forgotten one is looked up again first. */
  readonly needs?: readonly string[];
  /** Recognises the page on which it is done: its yields are read there, and then it is over. */
  readonly at: Pattern;
  /**
   * Precautions against a trap on the way: a caught reader holds the page for right where this weaker pattern matches
   * (an unsorted list, say) instead of `at`.
   */
  readonly atWhenCaught?: { readonly trap: string; readonly at: Pattern };
  /** Ways on, in order of preference. */
  readonly moves: readonly Move[];
  /** What is read on its page. */
  readonly yields?: readonly Yield[];
}

/** Something about the site that misleads who was not warned. */
export interface Trap {
  /** Unique in the playbook. */
  readonly id: string;
  /** In plain words; an insight warns when the entailment rule holds between this and its text. */
  readonly description: string;
}

/**
 * How one template of tasks can be done. It holds no value of the site: replace every price, date and name, and the
 * answers follow.
 */
export interface Playbook {
  /** `site/template`. */
  readonly id: string;
  /** Recognises the goal; its named groups are the slots. Flags `i`, anchored by the author. */
  readonly goal: string;
  /** Where to go when no move applies. */
  readonly home: string;
  /** What can mislead a reader on the way. */
  readonly traps: readonly Trap[];
  /**
   * The subgoals in order. Called again whenever more facts are known, so that a job may unfold: once `pages` is known,
   * a subgoal a page. With the same facts it gives the same subgoals.
   */
  readonly subgoals: (slots: Slots, facts: Facts) => readonly Subgoal[];
  /** The facts that the answer needs. */
  readonly answerNeeds: (slots: Slots, facts: Facts) => readonly string[];
  /** The answer; a fact that was forgotten for good is absent, and the reader must make do without. */
  readonly answer: (slots: Slots, facts: Facts) => string;
}
