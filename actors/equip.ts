import { fromPromise } from "xstate";
import { ConfigError, sha256 } from "../base/mod.ts";
import type { PageAction, Step } from "../env/mod.ts";
import type { ModelRequest, TokenCounter } from "../models/mod.ts";
import type { MemoryEvent, PromptPart, Recall } from "../memory/mod.ts";
import type { Composed, Composition, Remembered } from "./agent_context.ts";
import { agentMachine } from "./agent_machine.ts";
import { type BrowserHandle, browserHandle } from "./browser_handle.ts";
import { browserMachine, type ResetOutcome } from "./browser_machine.ts";
import { capText } from "./cap_text.ts";
import type { EpisodeInput } from "./episode.ts";
import { episodeMachine } from "./episode_machine.ts";
import type { BrowserOutput, Seen, SummarizerCommand } from "./events.ts";
import { type FiledReply, modelMachine } from "./model_machine.ts";
import { repairNotice, summaryPrompt } from "./notices.ts";
import { type PromptFile, promptFile } from "./prompt_file.ts";
import { replyForm } from "./read_reply.ts";
import { retrieverMachine } from "./retriever_machine.ts";
import { type StageTimes, stageTimes } from "./stage_times.ts";
import { type ComposedCall, summarizerMachine } from "./summarizer_machine.ts";

/** Everything of an episode that is no plain data. */
export interface Equipment {
  /** The root machine with an actor for each name. */
  readonly machine: typeof episodeMachine;
  readonly browser: BrowserHandle;
  readonly times: StageTimes;
  /** What was thrown, in order and as it was: machines pass on only what can be written down. */
  readonly thrown: unknown[];
}

/**
 * Gives the machines the handles of one episode: browser, model, bank, policy, token counter and stopwatch.
 *
 * @param input The episode.
 * @returns The root machine, and the handles that outlive it.
 */
export function equip(input: EpisodeInput): Equipment {
  const times = stageTimes(input.stopwatch);
  const browser = browserHandle(input, (work) => times.during("browser", work));
  const thrown: unknown[] = [];
  const count: TokenCounter = {
    text: (text) => times.within("tokens", () => input.countTokens.text(text)),
    image: (width, height) => times.within("tokens", () => input.countTokens.image(width, height)),
    chat: (messages) => input.countTokens.chat(messages),
  };
  const kit: Kit = { input, times, browser, count, prompts: promptFile(count, input.putBlob), thrown };
  const machine = episodeMachine.provide({
    actors: {
      browser: equipBrowser(kit),
      model: equipModel(kit),
      retriever: equipRetriever(kit),
      summarizer: equipSummarizer(kit),
      agent: equipAgent(kit),
    },
  });
  return { machine, browser, times, thrown };
}

interface Kit {
  readonly input: EpisodeInput;
  readonly times: StageTimes;
  readonly browser: BrowserHandle;
  readonly count: TokenCounter;
  readonly prompts: PromptFile;
  readonly thrown: unknown[];
}

/** Work as an actor; what it throws is also kept as it is. */
function work<Output, Input>(
  { thrown }: Kit,
  run: (input: Input, signal: AbortSignal) => Promise<Output> | Output,
) {
  return fromPromise<Output, Input>(async ({ input, signal }) => {
    try {
      return await run(input, signal);
    } catch (error) {
      thrown.push(error);
      throw error;
    }
  });
}

function equipBrowser(kit: Kit) {
  const { browser } = kit;
  return browserMachine.provide({
    actors: {
      reset: work<ResetOutcome, { url: string }>(kit, ({ url }) => browser.reset(url)),
      observe: work<Seen, { step: number }>(kit, ({ step }) => browser.observe(step)),
      act: work(kit, ({ action }: { action: PageAction }) => browser.act(action)),
      close: work<BrowserOutput, void>(kit, () => browser.close()),
    },
  });
}

function equipModel(kit: Kit) {
  const { input: { model, price, putBlob }, times } = kit;
  return modelMachine.provide({
    actors: {
      complete: work<FiledReply, { request: ModelRequest }>(kit, async ({ request }, signal) => {
        const reply = await times.during("model", () => model.complete(request, signal));
        const hash = sha256(reply.text);
        putBlob(hash, reply.text);
        const costUsd = reply.usage.costUsd ?? price(reply.usage);
        return { ...reply, sha256: hash, usage: { ...reply.usage, ...(costUsd === undefined ? {} : { costUsd }) } };
      }),
    },
  });
}

function equipRetriever(kit: Kit) {
  const { recaller, task } = kit.input;
  return retrieverMachine.provide({
    actors: {
      recall: work<Recall, { query: string; groups: number }>(kit, ({ query, groups }) => {
        if (recaller === undefined) {
          throw new ConfigError("Cannot recall as the arm must have a bank: it has none", {
            hint: "give the episode a recaller, or take a policy without recalled insights",
          });
        }
        return recaller.recall(query, groups, { taskId: task.id, template: task.template });
      }),
    },
  });
}

function equipSummarizer(kit: Kit) {
  const { input: { task, maxOutputTokens }, count, prompts } = kit;
  return summarizerMachine.provide({
    actors: {
      compose: work<ComposedCall, SummarizerCommand>(kit, (command) => {
        const { filed, messages } = prompts.file(summaryPrompt(task.goal, command), []);
        return { prompt: filed, request: { messages, seed: command.seed, maxOutputTokens } };
      }),
      cap: work<string, { text: string; maxTokens: number }>(
        kit,
        ({ text, maxTokens }) => capText(text, maxTokens, (part) => count.text(part)),
      ),
    },
  });
}

function equipAgent(kit: Kit) {
  const { input: { policy, task, maxOutputTokens }, prompts } = kit;
  const reply = replyForm(policy.replyFields);
  return agentMachine.provide({
    actors: {
      begin: work<Remembered, void>(kit, () => {
        const memory = policy.init({ goal: task.goal, site: task.site });
        return { memory, effects: policy.plan(memory, { at: "start" }) };
      }),
      compose: work<Composed, Composition>(kit, ({ memory, index, seen, seed, previous, broken }) => {
        const { observation, screenshot } = seen;
        const input = { index, observation, ...(screenshot === undefined ? {} : { screenshot }) };
        const rendered = policy.render(memory, input);
        const parts: readonly PromptPart[] = broken === undefined ? rendered : [...rendered, repairNotice(broken)];
        const { filed, messages } = prompts.file(parts, previous);
        return { parts, prompt: filed, request: { messages, seed, maxOutputTokens, reply } };
      }),
      remember: work<Remembered, { memory: unknown; step: Step }>(kit, ({ memory, step }) => {
        const next = policy.reduce(memory, { type: "step.completed", step });
        return { memory: next, effects: policy.plan(next, { at: "step", index: step.index }) };
      }),
      absorb: work<{ memory: unknown }, { memory: unknown; events: readonly MemoryEvent[] }>(
        kit,
        ({ memory, events }) => ({ memory: events.reduce((now, event) => policy.reduce(now, event), memory) }),
      ),
    },
  });
}
