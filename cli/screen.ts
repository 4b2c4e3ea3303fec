/** Where a command writes, and what that place can show. Made once; passed to whoever prints. */
export interface Screen {
  /** Results: stdout. */
  readonly out: (text: string) => void;
  /** Progress and errors: stderr. */
  readonly err: (text: string) => void;
  /** Whether a line on stderr can be written over: a terminal, and nobody records it. */
  readonly live: boolean;
  /** Whether colours may be used on stderr. */
  readonly color: boolean;
}

/** What {@linkcode makeScreen} looks at. */
export interface ScreenSource {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether stderr is a terminal. */
  readonly isTerminal: boolean;
  readonly environment: (name: string) => string | undefined;
}

/**
 * Finds out what the screen can show.
 *
 * `NO_COLOR` forbids colours and `FORCE_COLOR` asks for them; `CI` stands for a recorded screen without a live line.
 *
 * @param source The streams and the environment.
 * @returns The screen.
 */
export function makeScreen(source: ScreenSource): Screen {
  const isSet = (name: string) => (source.environment(name) ?? "") !== "";
  const live = source.isTerminal && !isSet("CI") && source.environment("TERM") !== "dumb";
  const color = !isSet("NO_COLOR") && (live || isSet("FORCE_COLOR"));
  return { out: source.out, err: source.err, live, color };
}

/** What a word is coloured for. */
export type Tone = "good" | "bad" | "dim";

const CODES: Readonly<Record<Tone, number>> = { good: 32, bad: 31, dim: 2 };

/**
 * Colours a text where the screen can show it.
 *
 * @param screen The screen.
 * @param tone What for.
 * @param text The text; it says everything without its colour.
 * @returns The text, perhaps with colour codes.
 */
export function paint(screen: Screen, tone: Tone, text: string): string {
  return screen.color ? `\x1b[${CODES[tone]}m${text}\x1b[0m` : text;
}
