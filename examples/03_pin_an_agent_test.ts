/**
 * An agent's behaviour, pinned: record a run once with `deno task m2 ablate EXPERIMENT --out RUN`, keep its folder, and
 * every later change that alters a prompt, an action or an answer turns this red and names the step.
 *
 * Run `deno test -A examples/03_pin_an_agent_test.ts`.
 *
 * @module
 */
import { regress } from "../testing.ts";

Deno.test("the agent reads the reviews as it did when it was recorded", () =>
  regress(new URL("../tests/golden/run/", import.meta.url), { only: "shop-newest-review-01" }));
