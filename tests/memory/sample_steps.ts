import type { Outcome, Step } from "../../env/mod.ts";
import type { Hit, InsightGroup } from "../../memory/mod.ts";

/** A step of an invented shop; every third has a picture. */
export function sampleStep(index: number, outcome: Outcome = { status: "done" }): Step {
  return {
    index,
    observation: {
      url: `https://shop.test/list?page=${index}`,
      title: `Lamps, page ${index}`,
      text: `- heading "Lamps ${index}"\n- link "Next" [ref=e${index + 1}]`,
    },
    ...(index % 3 === 0
      ? { screenshot: { sha256: String(index).repeat(64).slice(0, 64), width: 800, height: 600 } }
      : {}),
    thought: `Go on to page ${index + 1}.`,
    summary: `Looked at page ${index}; the cheapest lamp so far costs ${40 - index}.00.`,
    action: { kind: "click", ref: `e${index + 1}` },
    outcome,
  };
}

/** A refusal as a browser words it. */
export const COVERED: Outcome = { status: "refused", reason: "covered", message: "a banner covers the button" };

/** One group with the given insight texts. */
export function sampleHit(id: string, ...texts: string[]): Hit {
  const source = { taskId: "shop-a-01", site: "shop", template: "a", trajectory: "00", model: "m", steps: [0] };
  const group: InsightGroup = {
    id,
    query: `goal of ${id}`,
    insights: texts.map((text, i) => ({ id: `${id}-${i}`, group: id, kind: "pitfall", text, sources: [source] })),
  };
  return { group, similarity: 0.5 };
}

/** Freezes plain data to its leaves, so that a reducer which writes to its argument throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
