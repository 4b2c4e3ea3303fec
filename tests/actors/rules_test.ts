/** Single rules of the charts, by pure transitions: what is sent where, without anything running. */
import { assertEquals, assertRejects } from "@std/assert";
import { type AnyActorLogic, createActor, initialTransition, toPromise, transition } from "xstate";
import { HarnessError } from "../../base/mod.ts";
import { agentMachine } from "../../actors/agent_machine.ts";
import { browserMachine } from "../../actors/browser_machine.ts";
import { modelMachine } from "../../actors/model_machine.ts";
import { limitReached } from "../../actors/limits.ts";
import { unprovided } from "../../actors/unprovided.ts";
import { addUsage, NO_USAGE } from "../../actors/usage.ts";
import { LIMITS, USAGE } from "./fakes.ts";

/** The events that a transition sends. */
function sent(actions: readonly { readonly type: string; readonly params: unknown }[]): unknown[] {
  return actions.filter((action) => action.type === "xstate.sendTo")
    .map((action) => (action.params as { event: unknown }).event);
}

Deno.test("a second call while the model writes is refused, and the first goes on", () => {
  const call = { type: "model.complete", at: 5, step: 0, prompt: {}, request: {} };
  const [idle] = initialTransition(modelMachine, { wallMs: 1000 });
  const [busy] = transition(modelMachine, idle, { ...call, replyTo: "agent" } as never);
  const [after, actions] = transition(modelMachine, busy, { ...call, replyTo: "summarizer" } as never);
  assertEquals(after.value, "completing");
  assertEquals(sent(actions), [{
    type: "model.failed",
    at: 5,
    failure: {
      end: "error",
      blame: "harness",
      message: "Cannot ask the model for summarizer as it takes one call at a time: another is under way",
    },
  }]);
});

Deno.test("a fact's virtual time is the command's and what the work took", () => {
  const [idle] = initialTransition(browserMachine, { wallMs: 1000 });
  const [acting] = transition(browserMachine, idle, { type: "browser.act", at: 40, step: 3, action: { kind: "back" } });
  const outcome = { status: "refused", reason: "no-history", message: "There is no page before.", virtualMs: 7 };
  const done = { type: "xstate.done.actor.act", output: outcome, actorId: "act" };
  const [, actions] = transition(browserMachine, acting, done as never);
  assertEquals(sent(actions), [{
    type: "action.refused",
    at: 47,
    step: 3,
    virtualMs: 7,
    reason: "no-history",
    message: "There is no page before.",
  }]);
});

Deno.test("an order to close is obeyed in the middle of anything, and once", () => {
  const [idle] = initialTransition(browserMachine, { wallMs: 1000 });
  const [observing] = transition(browserMachine, idle, { type: "browser.observe", at: 0, step: 0 });
  const [closing] = transition(browserMachine, observing, { type: "browser.close", at: 0 });
  assertEquals(closing.value, "closing");
  const [still, actions] = transition(browserMachine, closing, { type: "browser.close", at: 0 });
  assertEquals([still.value, actions], ["closing", []]);
});

Deno.test("a broken browser takes no more commands but to close", () => {
  const [idle] = initialTransition(browserMachine, { wallMs: 1000 });
  const [observing] = transition(browserMachine, idle, { type: "browser.observe", at: 0, step: 0 });
  const [broken] = transition(browserMachine, observing, { type: "xstate.after.patience.browser.observing" } as never);
  const [still] = transition(browserMachine, broken, { type: "browser.observe", at: 0, step: 1 });
  assertEquals([broken.value, still.value], ["broken", "broken"]);
});

Deno.test("a snapshot is plain data", () => {
  const input = { startUrl: "https://shop.test/", seed: 1, repeats: 3, replyFields: ["thought"] } as const;
  const [begun] = initialTransition(agentMachine, input);
  assertEquals(JSON.parse(JSON.stringify(begun.context)), begun.context);
});

Deno.test("limits are held against what was used, in a fixed order", () => {
  const spent = { limits: LIMITS, steps: [], at: 0, tally: { usage: NO_USAGE, repairs: 0, recalled: [] } };
  assertEquals(limitReached(spent), undefined);
  const tight = { steps: 0, virtualMs: 0, tokens: 0, costUsd: 0, repeats: 1, wallMs: 1 };
  assertEquals(limitReached({ ...spent, limits: tight })?.end, "step-limit");
  assertEquals(limitReached({ ...spent, limits: { ...tight, steps: 1 } })?.end, "time-limit");
  assertEquals(limitReached({ ...spent, limits: { ...tight, steps: 1, virtualMs: 1 } })?.end, "token-limit");
  assertEquals(limitReached({ ...spent, limits: { ...LIMITS, costUsd: 0 } })?.end, "cost-limit");
  const { costUsd: _, ...unpriced } = NO_USAGE;
  assertEquals(
    limitReached({ ...spent, limits: { ...LIMITS, costUsd: 0 }, tally: { ...spent.tally, usage: unpriced } }),
    undefined,
  );
});

Deno.test("a sum has a cost only where all of it has one", () => {
  assertEquals(addUsage({ ...USAGE, costUsd: 1 }, { ...USAGE, costUsd: 2 }).costUsd, 3);
  assertEquals("costUsd" in addUsage({ ...USAGE, costUsd: 1 }, USAGE), false);
  assertEquals(addUsage(USAGE, USAGE).inputTokens, 200);
});

Deno.test("an actor that was not provided says so", async () => {
  const actor = createActor(unprovided("recall", "retriever") as AnyActorLogic);
  const running = toPromise(actor);
  actor.start();
  const error = await assertRejects(() => running, HarnessError);
  assertEquals(error.message, 'Cannot run actor "recall" as retrieverMachine has only its name: it was not provided');
  assertEquals(error.hint, "give it with retrieverMachine.provide({ actors: { recall } })");
});
