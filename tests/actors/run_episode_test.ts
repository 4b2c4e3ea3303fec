import { assertEquals } from "@std/assert";
import { runEpisode } from "../../actors/mod.ts";
import { episodeInput } from "./fakes.ts";

Deno.test("an episode goes on until the agent answers", async () => {
  const output = await runEpisode(episodeInput());
  assertEquals([output.end, output.answer, output.steps.length], ["finished", "the brass lamp", 3]);
});
