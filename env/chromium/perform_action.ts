import type { Page } from "playwright";
import type { PageAction, RefusalReason } from "../mod.ts";
import { callAgent, type Reply } from "./frame_agent.ts";
import type { Lifeline } from "./lifeline.ts";
import type { Reference } from "./observe_page.ts";
import type { Named, Target } from "./page/targets.ts";
import { resolves } from "./resolver_rules.ts";
import type { Tabs } from "./tabs.ts";

/** Why an action was not taken, for the agent. */
export interface Refusal {
  readonly reason: RefusalReason;
  /** One sentence in the agent's terms. */
  readonly message: string;
}

/** What actions are taken on. */
export interface ActionScene {
  readonly lifeline: Lifeline;
  readonly tabs: Tabs;
  /** What the last observation offered; `references[0]` is e1. */
  readonly references: readonly Reference[];
  /** Value of `--host-resolver-rules`. */
  readonly resolverRules: string;
}

type RefAction = Extract<PageAction, { ref: string }>;
type Point = { readonly x: number; readonly y: number };

/**
 * Takes an action, or says at once why not; nothing is waited for.
 *
 * @param scene The pages and what was offered.
 * @param action The action; `wait` does nothing here, time does the rest.
 * @returns The refusal, or undefined when it was taken.
 * @throws {EnvironmentError} When the browser is gone.
 */
export async function performAction(scene: ActionScene, action: PageAction): Promise<Refusal | undefined> {
  switch (action.kind) {
    case "click":
    case "type":
    case "select":
      return await onReference(scene, action);
    case "scroll": {
      await callAgent(scene.lifeline, scene.tabs.active().mainFrame(), "scroll", action.direction);
      return undefined;
    }
    case "goto":
      return await open(scene, action.url);
    case "back":
      return await goBack(scene);
    case "wait":
      return undefined;
  }
}

async function onReference(scene: ActionScene, action: RefAction): Promise<Refusal | undefined> {
  const { lifeline, references } = scene;
  const reference = references[Number(action.ref.slice(1)) - 1];
  if (reference === undefined) {
    const offered = references.length === 0
      ? "the page offers none"
      : `references run from e1 to e${references.length}`;
    return refuse("unknown-reference", action, action.ref, `it is not on the page: ${offered}`);
  }
  const { frame, index } = reference;
  const found = await callAgent(lifeline, frame, "find", index, action.kind);
  const target = found.status === "said" ? await throughFrames(scene, reference, found.value) : undefined;
  if (target === undefined || target.status === "unknown") {
    return refuse("not-visible", action, action.ref, "it is no longer on the page");
  }
  if (target.status !== "ready") return explain(scene, reference, action, target);

  const page = scene.tabs.active();
  switch (action.kind) {
    case "click":
      await click(lifeline, page, target);
      return undefined;
    case "type":
      await type(lifeline, page, reference, action.text);
      if (action.submit) await lifeline.hold(page.keyboard.press("Enter"));
      return undefined;
    case "select":
      return select(action, await callAgent(lifeline, frame, "select", index, action.option));
  }
}

/** From a point in a frame to the same point in the page, through the frames around it. */
async function throughFrames(scene: ActionScene, reference: Reference, target: Target): Promise<Target | undefined> {
  let at: Target = target;
  for (let frame = reference.frame; at.status === "ready";) {
    const parent = frame.parentFrame();
    if (parent === null) break;
    const element = await scene.lifeline.hold(frame.frameElement().catch(() => undefined));
    if (element === undefined) return undefined;
    const found: Reply<Target> = await callAgent(scene.lifeline, parent, "findFrame", element, at.x, at.y);
    if (found.status !== "said") return undefined;
    at = found.value;
    frame = parent;
  }
  return at;
}

async function click(lifeline: Lifeline, page: Page, { x, y }: Point): Promise<void> {
  await lifeline.hold(page.mouse.click(x, y));
}

async function type(lifeline: Lifeline, page: Page, reference: Reference, text: string): Promise<void> {
  const { frame, index } = reference;
  const editing = await callAgent(lifeline, frame, "edit", index);
  if (editing.status !== "said") return;
  if (editing.value === "set") {
    await callAgent(lifeline, frame, "setValue", index, text);
    return;
  }
  if (text === "") await lifeline.hold(page.keyboard.press("Delete"));
  else {
    // All but the last character go in at one stroke; the last is a real key, for pages that listen to keys.
    const last = [...text].at(-1) ?? "";
    const head = text.slice(0, text.length - last.length);
    if (head !== "") await lifeline.hold(page.keyboard.insertText(head));
    await lifeline.hold(page.keyboard.type(last));
  }
}

function select(
  action: Extract<PageAction, { kind: "select" }>,
  reply: Awaited<ReturnType<typeof callAgent<"select">>>,
): Refusal | undefined {
  if (reply.status !== "said") return refuse("not-visible", action, action.ref, "it is no longer on the page");
  const { value: selection } = reply;
  if (selection.status === "done") return undefined;
  const wanted = JSON.stringify(action.option);
  if (selection.status === "no-options") {
    return refuse(
      "no-such-option",
      action,
      `${wanted} in ${action.ref}`,
      "it is no list of options: click it to see what opens",
    );
  }
  const why = selection.status === "disabled-option" ? "that option is disabled" : "there is no such option";
  const list = selection.options.slice(0, 60).map((option) => JSON.stringify(option)).join(", ");
  return refuse("no-such-option", action, `${wanted} in ${action.ref}`, `${why}: the options are ${list}`);
}

function explain(
  scene: ActionScene,
  reference: Reference,
  action: RefAction,
  target: Exclude<Target, { status: "ready" | "unknown" }>,
): Refusal {
  const subject = target.target.name === "" ? action.ref : `${action.ref} ${JSON.stringify(target.target.name)}`;
  switch (target.status) {
    case "covered":
      return refuse("covered", action, subject, `${sayCover(scene, reference, target.by)} covers it`);
    case "disabled":
      return refuse("disabled", action, subject, "it is disabled");
    case "not-editable":
      return refuse("not-editable", action, subject, `it takes no text: it is a ${target.target.role}`);
    case "not-visible":
      return refuse("not-visible", action, subject, "it cannot be seen");
  }
}

function sayCover(scene: ActionScene, reference: Reference, by: Named): string {
  const place = scene.references.findIndex((other) => other.frame === reference.frame && other.index === by.index);
  const role = by.role === "generic" ? "" : `${by.role} `;
  const name = by.name === "" ? "something without a name" : JSON.stringify(by.name);
  return `${role}${name}${place < 0 ? "" : ` (e${place + 1})`}`;
}

async function open(scene: ActionScene, address: string): Promise<Refusal | undefined> {
  const { lifeline, tabs } = scene;
  const page = tabs.active();
  const url = URL.parse(address, page.url());
  const action = { kind: "goto" } as const;
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    return refuse("navigation-refused", action, JSON.stringify(address), "it is no web address");
  }
  if (!resolves(scene.resolverRules, url)) {
    return refuse("navigation-refused", action, url.href, `there is no site ${url.host} here`);
  }
  return await navigate(lifeline, page.goto(url.href, { waitUntil: "commit", timeout: 0 }), url.href);
}

async function goBack(scene: ActionScene): Promise<Refusal | undefined> {
  const { lifeline, tabs } = scene;
  const page = tabs.active();
  const session = await lifeline.hold(page.context().newCDPSession(page));
  const history = await lifeline.hold(session.send("Page.getNavigationHistory"));
  const previous = history.entries[history.currentIndex - 1];
  if (previous === undefined || previous.url === "about:blank") {
    await lifeline.hold(session.detach());
    if (tabs.hasOpener()) {
      // A window that was opened goes back to the one that opened it.
      await lifeline.hold(page.close());
      return undefined;
    }
    return { reason: "no-history", message: "Cannot go back as this is the first page" };
  }
  await lifeline.hold(session.detach());
  return await navigate(lifeline, page.goBack({ waitUntil: "commit", timeout: 0 }), previous.url);
}

async function navigate(lifeline: Lifeline, navigation: Promise<unknown>, url: string): Promise<Refusal | undefined> {
  try {
    await lifeline.hold(navigation);
    return undefined;
  } catch (error) {
    if (lifeline.ended !== undefined || !(error instanceof Error)) throw error;
    const code = /net::ERR_([A-Z_]+)/.exec(error.message)?.[1];
    // Another navigation took its place: the page decided where to go.
    if (/interrupted by another navigation/.test(error.message)) return undefined;
    if (code === undefined && !/Download is starting/.test(error.message)) throw error;
    const why = code === undefined || code === "ABORTED"
      ? "it leads to a file or to nothing"
      : code === "NAME_NOT_RESOLVED"
      ? `there is no site ${new URL(url).host} here`
      : `the browser could not load it (${code.toLowerCase().replaceAll("_", " ")})`;
    return refuse("navigation-refused", { kind: "goto" }, url, why);
  }
}

const VERBS = { click: "click", type: "type into", select: "select", goto: "open" } as const;

function refuse(
  reason: RefusalReason,
  action: { readonly kind: keyof typeof VERBS },
  subject: string,
  why: string,
): Refusal {
  return { reason, message: `Cannot ${VERBS[action.kind]} ${subject} as ${why}` };
}
