import type { BrowserContext, Page } from "playwright";
import { type CdpChannel, type ChildChannel, childChannel } from "./cdp_channel.ts";
import type { Reply } from "./frame_agent.ts";
import type { Lifeline } from "./lifeline.ts";
import type { FrameStatus } from "./page/agent.ts";
import { AGENT } from "./page_script.ts";

/** A dedicated worker whose clock the host moves. */
export interface WorkerRealm {
  /** As a frame's agent: moves time, fires what is due, waits until the worker is at rest. */
  settle(now: number, fire: boolean, patienceMs: number): Promise<Reply<FrameStatus>>;
  /** Lets in what has come from the network and from other threads. */
  letIn(): Promise<Reply<void>>;
}

/** The dedicated workers of an episode's pages. */
export interface Workers {
  /** Begins to follow the workers of a page. */
  follow(page: Page): Promise<void>;
  /** Workers that run now, in the order in which they began. */
  of(page: Page): readonly WorkerRealm[];
}

/** What {@linkcode followWorkers} takes. */
export interface FollowWorkersOptions {
  readonly context: BrowserContext;
  readonly lifeline: Lifeline;
}

/**
 * Reaches every dedicated worker of a context's pages, workers of workers too, so that the host can move their time. What
 * is in them, they have from their first script; see `page/wrap_workers.ts`.
 *
 * Shared workers and worklets belong to no page and keep real time.
 *
 * @param options The context.
 * @returns The workers.
 */
export function followWorkers({ context, lifeline }: FollowWorkersOptions): Workers {
  const realms = new Map<Page, Map<string, WorkerRealm>>();

  const attach = async (channel: CdpChannel, inside: Map<string, WorkerRealm>): Promise<void> => {
    const children = new Map<string, ChildChannel>();
    channel.on("Target.attachedToTarget", (params) => {
      const { sessionId, targetInfo } = params as {
        readonly sessionId: string;
        readonly targetInfo: { readonly type: string };
      };
      const child = childChannel(channel, sessionId);
      children.set(sessionId, child);
      if (targetInfo.type !== "worker") return;
      inside.set(sessionId, realmOf(child));
      // A worker that ended meanwhile has nothing inside.
      void attach(child, inside).catch(() => undefined);
    });
    channel.on("Target.detachedFromTarget", ({ sessionId }) => {
      children.get(String(sessionId))?.end();
      children.delete(String(sessionId));
      inside.delete(String(sessionId));
    });
    channel.on("Target.receivedMessageFromTarget", ({ sessionId, message }) => {
      children.get(String(sessionId))?.take(String(message));
    });
    await channel.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  };

  const call = async <T>(child: ChildChannel, name: string, ...args: readonly unknown[]): Promise<Reply<T>> => {
    // An answer of nothing is one too.
    const expression = `Promise.resolve(globalThis.${AGENT}?.${name}(${
      args.map((arg) => JSON.stringify(arg)).join(", ")
    })).then((value) => ({ value, isThere: globalThis.${AGENT} !== undefined }))`;
    const answer = child.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    try {
      const { result } = await lifeline.hold(answer) as {
        readonly result: { readonly value?: { readonly value: T; readonly isThere: boolean } };
      };
      return result.value?.isThere === true ? { status: "said", value: result.value.value } : { status: "absent" };
    } catch (error) {
      if (lifeline.ended !== undefined) throw error;
      // It was terminated, or ended by itself.
      return { status: "gone" };
    }
  };

  const realmOf = (child: ChildChannel): WorkerRealm => ({
    settle: (...args) => call(child, "settle", ...args),
    letIn: () => call(child, "letIn"),
  });

  return {
    async follow(page) {
      const inside = new Map<string, WorkerRealm>();
      realms.set(page, inside);
      page.on("close", () => realms.delete(page));
      const session = await lifeline.hold(context.newCDPSession(page));
      const channel: CdpChannel = {
        send: (method, params) => session.send(method as never, params as never),
        on: (event, heard) => void session.on(event as never, heard as never),
      };
      await lifeline.hold(attach(channel, inside));
    },
    of: (page) => [...realms.get(page)?.values() ?? []],
  };
}
