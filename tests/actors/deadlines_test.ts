/** Each wait has its deadline: machines alone, on a simulated clock, with work that never ends. */
import { assertEquals } from "@std/assert";
import { type AnyStateMachine, createActor, fromPromise, setup, SimulatedClock } from "xstate";
import { browserMachine } from "../../actors/browser_machine.ts";
import { modelMachine } from "../../actors/model_machine.ts";
import { retrieverMachine } from "../../actors/retriever_machine.ts";

const never = <Output, Input>() => fromPromise<Output, Input>(() => new Promise(() => {}));

/** Runs a machine beside a stand-in for the agent, and gives back the machine's state and what the agent heard. */
function beside(machine: AnyStateMachine) {
  const clock = new SimulatedClock();
  const heard: unknown[] = [];
  const agent = setup({}).createMachine({ on: { "*": { actions: ({ event }) => void heard.push(event) } } });
  const root = setup({ actors: { agent, machine } }).createMachine({
    invoke: [{ src: "agent", systemId: "agent" }, { src: "machine", id: "it", input: { wallMs: 1000 } }],
  });
  const actor = createActor(root, { clock }).start();
  const it = () => actor.getSnapshot().children.it;
  return {
    clock,
    heard,
    send: (event: { type: string }) => it()?.send(event),
    state: () => it()?.getSnapshot().value ?? "gone",
    stop: () => actor.stop(),
  };
}

const CASES: readonly [
  name: string,
  machine: AnyStateMachine,
  event: { readonly type: string; readonly [field: string]: unknown },
  during: string,
  then: string,
  fact: unknown,
][] = [
  [
    "the start page",
    browserMachine.provide({ actors: { reset: never() } }),
    { type: "browser.reset", at: 3, url: "https://shop.test/" },
    "resetting",
    "broken",
    { type: "browser.failed", at: 3, failure: timeout("the start page") },
  ],
  [
    "an observation",
    browserMachine.provide({ actors: { observe: never() } }),
    { type: "browser.observe", at: 3, step: 0 },
    "observing",
    "broken",
    { type: "browser.failed", at: 3, failure: timeout("an observation") },
  ],
  [
    "an action",
    browserMachine.provide({ actors: { act: never() } }),
    { type: "browser.act", at: 3, step: 0, action: { kind: "back" } },
    "acting",
    "broken",
    { type: "browser.failed", at: 3, failure: timeout("the page to settle") },
  ],
  [
    "a reply",
    modelMachine.provide({ actors: { complete: never() } }),
    { type: "model.complete", at: 3, replyTo: "agent", step: 0, prompt: {}, request: {} },
    "completing",
    "idle",
    { type: "model.failed", at: 3, failure: timeout("the model") },
  ],
  [
    "a recall",
    retrieverMachine.provide({ actors: { recall: never() } }),
    { type: "recall.request", at: 3, effect: 1, query: "lamp", groups: 5 },
    "recalling",
    "idle",
    { type: "recall.failed", at: 3, effect: 1, failure: timeout("the bank") },
  ],
];

function timeout(what: string) {
  const message = `Cannot wait for ${what} any longer as the deadline is 1000 ms: it has passed`;
  return { end: "timeout", blame: "environment", message };
}

Deno.test("a wait that outlasts its deadline ends on the millisecond, and the agent is told", async (t) => {
  for (const [name, machine, event, during, then, fact] of CASES) {
    await t.step(name, () => {
      const { clock, heard, send, state, stop } = beside(machine);
      send(event);
      clock.increment(999);
      assertEquals([state(), heard], [during, []]);
      clock.increment(1);
      assertEquals([state(), heard], [then, [fact]]);
      stop();
    });
  }
});

Deno.test("a browser that does not close is given up on its deadline, and told", () => {
  const { clock, send, state, stop } = beside(browserMachine.provide({ actors: { close: never() } }));
  send({ type: "browser.close" });
  clock.increment(999);
  assertEquals(state(), "closing");
  clock.increment(1);
  assertEquals(state() === "closing", false);
  stop();
});
