import type { Frame, Page } from "playwright";
import type { Observation } from "../mod.ts";
import { callAgent } from "./frame_agent.ts";
import type { Lifeline } from "./lifeline.ts";
import type { FrameView } from "./page/agent.ts";

/** Where a reference leads. */
export interface Reference {
  readonly frame: Frame;
  /** Its place among the frame's own references. */
  readonly index: number;
}

/** An observation with what its references mean: `references[0]` is e1. */
export interface PageView {
  readonly observation: Observation;
  readonly references: readonly Reference[];
}

/** Lines of one frame after which the rest is only counted. */
const MAX_LINES = 2_500;
/** Frames in frames in frames: deeper ones are advertisements of advertisements. */
const MAX_DEPTH = 5;

/**
 * Reads a page and the frames inside it as one tree, references numbered e1…en from top to bottom.
 *
 * @param lifeline Ends the wait when the browser is gone.
 * @param page The page.
 * @param notes Lines to put before the tree.
 * @returns The view, or undefined when the page was replaced while it was read.
 */
export async function observePage(
  lifeline: Lifeline,
  page: Page,
  notes: readonly string[],
): Promise<PageView | undefined> {
  const references: Reference[] = [];
  const main = page.mainFrame();
  const reply = await callAgent(lifeline, main, "view", MAX_LINES);
  if (reply.status === "gone") return undefined;
  if (reply.status === "absent") {
    const observation = { url: page.url(), title: await lifeline.hold(page.title()), text: notes.join("\n") };
    return { observation, references };
  }

  type ChildViews = Map<number, { readonly frame: Frame; readonly view: FrameView }>;

  const read = async (frame: Frame, view: FrameView, indent: number, depth: number): Promise<string[]> => {
    const children: ChildViews = view.frames.length > 0 && depth < MAX_DEPTH ? await childViews(frame) : new Map();
    const lines: string[] = [];
    const own = view.text === "" ? [] : view.text.split("\n");
    const places = new Map(view.frames.map((inner) => [inner.line, inner]));
    for (const [i, line] of own.entries()) {
      const numbered = line.replace(/\ue000(\d+)\ue001/, (_, index: string) => {
        references.push({ frame, index: Number(index) });
        return `e${references.length}`;
      });
      const inner = places.get(i + 1);
      const child = inner === undefined ? undefined : children.get(inner.place);
      const below = inner === undefined || child === undefined
        ? []
        : await read(child.frame, child.view, indent + inner.indent, depth + 1);
      lines.push("  ".repeat(indent) + numbered + (below.length > 0 ? ":" : ""), ...below);
    }
    return lines;
  };

  const childViews = async (frame: Frame): Promise<ChildViews> => {
    const views: ChildViews = new Map();
    for (const child of frame.childFrames()) {
      const element = await lifeline.hold(child.frameElement().catch(() => undefined));
      if (element === undefined) continue;
      const place = await callAgent(lifeline, frame, "placeOf", element);
      if (place.status !== "said" || place.value < 0) continue;
      const view = await callAgent(lifeline, child, "view", MAX_LINES);
      if (view.status === "said") views.set(place.value, { frame: child, view: view.value });
    }
    return views;
  };

  const lines = await read(main, reply.value, 0, 0);
  const { url, title } = reply.value;
  return { observation: { url, title, text: [...notes, ...lines].join("\n") }, references };
}
