import type { ElementHandle, Frame } from "playwright";
import type { Lifeline } from "./lifeline.ts";
import type { PageAgent } from "./page/agent.ts";
import { AGENT } from "./page_script.ts";

/** What a frame's agent said. */
export type Reply<T> =
  | { readonly status: "said"; readonly value: T }
  /** The document was replaced or removed while the call ran. */
  | { readonly status: "gone" }
  /** The document runs no scripts: a picture, or a page of the browser's own. */
  | { readonly status: "absent" };

/** Arguments as the host has them: elements are handles. */
type HostArgs<A extends readonly unknown[]> = { [I in keyof A]: A[I] extends Element ? ElementHandle : A[I] };

const REPLACED =
  /context was destroyed|Frame was detached|frame got detached|Cannot find context|Target closed|page, context or browser has been closed|No frame for given id|JSHandle is disposed|navigat/i;

/**
 * Calls a frame's agent: one round trip.
 *
 * @param lifeline Ends the wait when the browser is gone.
 * @param frame The frame.
 * @param name The call.
 * @param args Its arguments.
 * @returns What it said, or why nobody answered.
 * @throws {EnvironmentError} When the browser is gone.
 */
export async function callAgent<K extends keyof PageAgent>(
  lifeline: Lifeline,
  frame: Frame,
  name: K,
  ...args: HostArgs<Parameters<PageAgent[K]>>
): Promise<Reply<Awaited<ReturnType<PageAgent[K]>>>> {
  const answer = lifeline.hold(frame.evaluate(
    async ({ hidden, name, args }) => {
      const agent: unknown = Reflect.get(globalThis, hidden);
      if (agent === undefined) return { status: "absent" };
      const method = Reflect.get(agent as object, name) as (...args: readonly unknown[]) => unknown;
      return { status: "said", value: await method(...args) };
    },
    { hidden: AGENT, name: name as string, args: args as readonly unknown[] },
  ));
  try {
    return await answer as Reply<Awaited<ReturnType<PageAgent[K]>>>;
  } catch (error) {
    if (lifeline.ended === undefined && error instanceof Error && REPLACED.test(error.message)) {
      return { status: "gone" };
    }
    throw error;
  }
}
