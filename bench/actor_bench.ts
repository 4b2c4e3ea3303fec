/**
 * What the actors themselves cost: a round trip between two of them, and our own share of a step in a whole episode.
 *
 * Run with `deno bench bench/actor_bench.ts`.
 *
 * @module
 */
import { createActor, sendTo, setup } from "xstate";
import { composePolicy, historyPolicy, insightPolicy } from "../memory/mod.ts";
import { runEpisode } from "../actors/mod.ts";
import { episodeInput, fakeBrowser, fakeModel, NEXT, page, reply } from "../tests/actors/fakes.ts";

const pong = setup({ types: { events: {} as { type: "ping" } } }).createMachine({
  on: { ping: { actions: sendTo(({ system }) => system.get("root"), { type: "pong" }) } },
});
const root = setup({ actors: { pong }, types: { events: {} as { type: "go" } | { type: "pong" } } }).createMachine({
  invoke: { id: "peer", src: "pong" },
  on: { go: { actions: sendTo("peer", { type: "ping" }) }, pong: {} },
});

const pair = createActor(root, { systemId: "root", inspect: () => {} }).start();

Deno.bench("a command and its fact between two actors, inspected", () => {
  pair.send({ type: "go" });
});

const STEPS = 30;
/** A page of about 2,000 tokens, as a shop's list is. */
const LINES = Array.from(
  { length: 150 },
  (_, i) => `  - link "A lamp of brass and glass, number ${i}" [ref=e${i + 3}]`,
);
const script = [...Array<string>(STEPS - 1).fill(reply(NEXT)), reply({ kind: "answer", text: "done" })];

for (const name of ["none", "full", "summary-chain"]) {
  Deno.bench(`an episode of ${STEPS} steps, everything around it instant: ${name}`, { group: "episode" }, async () => {
    await runEpisode(episodeInput({
      policy: composePolicy(historyPolicy(name), insightPolicy("none")),
      browser: fakeBrowser({
        observe: (turn) => ({ ...page(turn), text: `${page(turn).text}\n${LINES.join(`\n`)}\n- text: ${turn}` }),
      }),
      model: fakeModel(
        ...script.map((text) => name === "summary-chain" ? text.replace("{", '{"summary":"One more page.",') : text),
      ),
    }));
  });
}
