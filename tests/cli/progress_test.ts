import { assertEquals } from "@std/assert";
import { virtualClock } from "../../base/mod.ts";
import { showProgress } from "../../cli/progress.ts";
import { fakeRow } from "../lab/fakes.ts";

function shown(live: boolean): string {
  let text = "";
  const clock = virtualClock();
  const progress = showProgress({ out() {}, err: (more) => void (text += more), live, color: false }, clock);
  progress({ type: "run.started", total: 12, done: 8 });
  clock.advance(10_000);
  progress({
    type: "episode.ended",
    result: fakeRow("m2", "pond-1", true, { recalled: ["g-1", "g-2"] }),
    wallMs: 3140,
  });
  progress({ type: "episode.retried", id: "pond-2/m2/seed-1", attempt: 1, message: "the browser died" });
  progress({ type: "episode.missing", id: "pond-2/m2/seed-1", message: "the browser died" });
  progress({
    type: "episode.ended",
    result: fakeRow("m2", "pond-3", false, { end: "step-limit", misses: ["GET /x"] }),
    wallMs: 900,
  });
  return text;
}

Deno.test("progress is a line an episode with counters where the screen is recorded", () => {
  assertEquals(
    shown(false),
    [
      "  8 of 12 episodes are there already",
      "   9/12  ok  pond-1/m2/seed-1                                        1 steps    3.1 s  2 groups",
      "   9/12  ..  pond-2/m2/seed-1  tried again: the browser died",
      "   9/12  --  pond-2/m2/seed-1  never worked: the browser died",
      "  10/12  no  pond-3/m2/seed-1                                        1 steps    0.9 s  step-limit  1 miss",
      "",
    ].join("\n"),
  );
});

Deno.test("progress keeps the counters at the foot of a terminal, with the time left", () => {
  const lines = shown(true).split("\n");
  assertEquals(
    lines[2],
    "  9/12  ok 1  no 0  about 30 s left\r\x1b[K  ..  pond-2/m2/seed-1  tried again: the browser died",
  );
  assertEquals(lines.at(-1), "  10/12  ok 1  no 1  missing 1  about 10 s left");
});
