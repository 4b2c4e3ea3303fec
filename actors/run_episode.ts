import { createActor } from "xstate";
import { HarnessError, type WallTimer } from "../base/mod.ts";
import { NO_REPORT } from "./browser_handle.ts";
import type { EpisodeInput, EpisodeOutput, TranscriptEvent } from "./episode.ts";
import type { EpisodeMachineOutput } from "./episode_machine.ts";
import { equip } from "./equip.ts";
import { transcriptRecorder } from "./transcript.ts";

/**
 * Runs one episode: one attempt at one task with one memory policy and one seed.
 *
 * It always comes to an end, by its limits or by the watchdog, and leaves neither browser nor timer behind. Whatever the
 * agent or the environment did is data in the output; so is a cancelled episode.
 *
 * @param input Task, policy, model, browser and limits.
 * @returns What it came to.
 * @throws {M2Error} With blame `operator` or `harness` only: a wrong configuration, or our own bug.
 */
export async function runEpisode(input: EpisodeInput): Promise<EpisodeOutput> {
  const { machine, browser, times, thrown } = equip(input);
  const recorder = transcriptRecorder((type, step) => {
    if (type === "browser.observe") times.begin(step);
    else if (type === "browser.close") times.end();
  });
  const clock = timerClock(input.wall);
  const { task, limits, seed, policy, signal } = input;
  const actor = createActor(machine, {
    systemId: "episode",
    clock,
    inspect(inspected) {
      recorder.inspect(inspected);
      if (inspected.type === "@xstate.event" && inspected.event.type.startsWith("xstate.error.actor.")) {
        thrown.push(inspected.event.error);
      }
    },
    input: {
      limits,
      agent: { startUrl: task.startUrl, seed, repeats: limits.repeats, replyFields: policy.replyFields },
    },
  });
  const cancel = () => actor.send({ type: "episode.cancel" });
  try {
    const output = await new Promise<EpisodeMachineOutput>((resolve, reject) => {
      actor.subscribe({
        complete: () => {
          const { output } = actor.getSnapshot();
          if (output === undefined) {
            reject(new HarnessError("Cannot end the episode as it must have an output: it has none"));
          } else resolve(output);
        },
        error: reject,
      });
      actor.start();
      signal?.addEventListener("abort", cancel, { once: true });
      if (signal?.aborted) cancel();
    });
    return episodeOutput(input, output, recorder.end(output.ending), { browser, times, thrown });
  } catch (error) {
    // The root actor closes the browser on every path but one: when it breaks itself.
    await within(input.wall, limits.wallMs, browser.close());
    throw error;
  } finally {
    signal?.removeEventListener("abort", cancel);
    actor.stop();
    clock.clearAll();
  }
}

/** Waits for work whose outcome is told elsewhere, but not for ever. */
function within(wall: WallTimer, ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const callOff = wall(ms, resolve);
    const done = () => {
      callOff();
      resolve();
    };
    work.then(done, done);
  });
}

/** Makes of the machine's output what the caller is promised, or throws what is the caller's or our own fault. */
function episodeOutput(
  input: EpisodeInput,
  { ending, steps, records, tally, browser: closed }: EpisodeMachineOutput,
  transcript: readonly TranscriptEvent[],
  { browser, times, thrown }: Pick<ReturnType<typeof equip>, "browser" | "times" | "thrown">,
): EpisodeOutput {
  const { id, task: { id: taskId, site, template, goal } } = input;
  const { end, blame, message, answer } = ending;
  if (blame === "harness" || blame === "operator") {
    throw thrown.find((error) => error instanceof Error && error.message === message) ??
      new HarnessError(message ?? "Cannot go on as the harness failed: nothing was said");
  }
  const given = answer === undefined ? {} : { answer };
  return {
    id,
    end,
    ...(blame === undefined ? {} : { blame }),
    ...(message === undefined ? {} : { message }),
    ...given,
    trajectory: { taskId, site, template, goal, steps: [...steps], end, ...given },
    steps: records,
    usage: tally.usage,
    repairs: tally.repairs,
    recalled: tally.recalled,
    report: closed.report ?? NO_REPORT,
    transcript,
    evidence: browser.evidence,
    timings: times.list(),
  };
}

/** XState's clock over the wall timer, so that the machines' deadlines are the watchdog's. */
function timerClock(wall: WallTimer) {
  const running = new Map<number, () => void>();
  let last = 0;
  const clearTimeout = (id: number) => {
    running.get(id)?.();
    running.delete(id);
  };
  return {
    setTimeout(expired: (...args: unknown[]) => void, ms: number) {
      const id = ++last;
      running.set(
        id,
        wall(ms, () => {
          running.delete(id);
          expired();
        }),
      );
      return id;
    },
    clearTimeout,
    clearAll: () => [...running.keys()].forEach(clearTimeout),
  };
}
