import { assert, assertEquals } from "@std/assert";
import type { MemoryEffect, MemoryEvent, MemoryPolicy, PartName, PromptPart, RenderInput } from "../../memory/mod.ts";
import { COVERED, deepFreeze, sampleHit, sampleStep } from "../memory/sample_steps.ts";

const ORDER: readonly PartName[] = ["system", "insights", "task", "history", "observation", "format"];

/** The page to be decided on at step `index`. */
export function inputAt(index: number): RenderInput {
  const { observation, screenshot } = sampleStep(index);
  return { index, observation, ...(screenshot === undefined ? {} : { screenshot }) };
}

/** Every text of a prompt, joined. */
export function textOf(parts: readonly PromptPart[]): string {
  return parts.flatMap((part) => part.content).map((item) => item.type === "text" ? item.text : `[${item.sha256}]`)
    .join("");
}

/** Answers an effect as the actors would. */
export function answerTo(effect: MemoryEffect): MemoryEvent {
  if (effect.type === "recall") {
    return { type: "insights.recalled", hits: [sampleHit("g-a", "Sort before you read.", "Close the banner first.")] };
  }
  const own = effect.from === effect.to && effect.when === "same_call" ? effect.steps[0]?.summary : undefined;
  const text = own ?? `${effect.previous ?? ""}[steps ${effect.from} to ${effect.to}]`;
  return { type: "summary.written", from: effect.from, to: effect.to, text };
}

/** Drives a policy through an episode as the actors would, on frozen memories; gives back every prompt. */
export function drive<M>(
  policy: MemoryPolicy<M>,
  steps: number,
  options: { readonly refusedAt?: number; readonly answer?: (effect: MemoryEffect) => MemoryEvent } = {},
): {
  readonly prompts: readonly (readonly PromptPart[])[];
  readonly effects: readonly MemoryEffect[];
  readonly memory: M;
} {
  const answer = options.answer ?? answerTo;
  const effects: MemoryEffect[] = [];
  let memory = deepFreeze(policy.init({ goal: "Find the cheapest lamp.", site: "shop" }));
  const carryOut = (wishes: readonly MemoryEffect[]) => {
    for (const effect of wishes) {
      effects.push(effect);
      memory = deepFreeze(policy.reduce(memory, deepFreeze(answer(effect))));
    }
  };
  carryOut(policy.plan(memory, { at: "start" }));
  const prompts: (readonly PromptPart[])[] = [];
  for (let index = 0; index < steps; index++) {
    prompts.push(policy.render(memory, deepFreeze(inputAt(index))));
    const step = deepFreeze(sampleStep(index, index === options.refusedAt ? COVERED : { status: "done" }));
    memory = deepFreeze(policy.reduce(memory, { type: "step.completed", step }));
    carryOut(policy.plan(memory, { at: "step", index }));
  }
  prompts.push(policy.render(memory, inputAt(steps)));
  return { prompts, effects, memory };
}

/**
 * What every memory policy has to keep to, whatever it remembers.
 *
 * @param name For the names of the tests.
 * @param make A fresh policy.
 */
export function memoryPolicyContract(name: string, make: () => MemoryPolicy): void {
  Deno.test(`${name} renders named parts in order, with one system, task, observation and format`, () => {
    for (const prompt of drive(make(), 14).prompts) {
      const names = prompt.map((part) => part.name);
      assertEquals(names, [...names].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)));
      for (const single of ["system", "task", "observation", "format"]) {
        assertEquals(names.filter((item) => item === single).length, 1, single);
      }
      assert(names.filter((item) => item === "insights").length <= 1);
      for (const part of prompt) {
        assertEquals(part.role, ["system", "insights"].includes(part.name) ? "system" : "user");
        for (const item of part.content) assert(item.type === "image" || item.text.endsWith("\n"));
      }
    }
  });

  Deno.test(`${name} gives the same prompts for the same events, and changes no memory it was given`, () => {
    // drive() freezes every memory and event: a reducer that writes to one throws.
    assertEquals(drive(make(), 14), drive(make(), 14));
  });

  Deno.test(`${name} keeps to plain data: a memory that went through JSON renders the same`, () => {
    const policy = make();
    const { memory } = drive(policy, 14);
    const copy = JSON.parse(JSON.stringify(memory));
    assertEquals(policy.render(copy, inputAt(14)), policy.render(memory, inputAt(14)));
  });

  Deno.test(`${name} shows a refused action and its reason right before the next page, once`, () => {
    const { prompts } = drive(make(), 5, { refusedAt: 3 });
    const text = textOf(prompts[4] ?? []);
    assertEquals(text.split('<outcome step="3"').length, 2);
    assert(
      text.includes(
        '<outcome step="3" status="refused">\nYou tried: click e4\nIt was not done: a banner covers the button\n</outcome>\n<page step="4"',
      ),
      text,
    );
  });

  Deno.test(`${name} goes on when every effect fails`, () => {
    const failing = (effect: MemoryEffect): MemoryEvent => ({
      type: "effect.failed",
      effect: effect.type,
      message: "no",
    });
    const { prompts } = drive(make(), 14, { answer: failing });
    assertEquals(prompts.length, 15);
    assert(textOf(prompts.at(-1) ?? []).includes('<page step="14"'));
  });

  Deno.test(`${name} asks to recall at most at the start, and only completed steps to be summarized`, () => {
    const policy = make();
    let memory = policy.init({ goal: "g", site: "s" });
    for (const effect of policy.plan(memory, { at: "start" })) {
      assertEquals(effect.type, "recall");
      memory = policy.reduce(memory, answerTo(effect));
    }
    for (let index = 0; index < 14; index++) {
      memory = policy.reduce(memory, { type: "step.completed", step: sampleStep(index) });
      for (const effect of policy.plan(memory, { at: "step", index })) {
        assert(effect.type === "summarize");
        assert(effect.from <= effect.to && effect.to <= index);
        assertEquals(
          effect.steps.map((step) => step.index),
          Array.from({ length: effect.to - effect.from + 1 }, (_, i) => effect.from + i),
        );
        memory = policy.reduce(memory, answerTo(effect));
      }
    }
  });
}
