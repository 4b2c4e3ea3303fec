import { z } from "zod";
import { ConfigError, EnvironmentError } from "../base/mod.ts";
import type { Browser } from "./browser.ts";
import type { PageAction } from "./action.ts";

const element = {
  /** As the accessibility tree has it: `button`. */
  role: z.string().min(1),
  /** The accessible name, whole. */
  name: z.string(),
};

/** What a person does on the way through a site, by role and accessible name, since references change. */
export const walkStepSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("goto"), url: z.url() }),
  z.strictObject({ kind: z.literal("click"), ...element }),
  z.strictObject({ kind: z.literal("type"), ...element, text: z.string(), submit: z.boolean().optional() }),
  z.strictObject({ kind: z.literal("select"), ...element, option: z.string() }),
  z.strictObject({ kind: z.literal("scroll"), direction: z.enum(["up", "down"]) }),
  z.strictObject({ kind: z.literal("back") }),
  z.strictObject({ kind: z.literal("wait") }),
]);

/** One step of a walk; see {@linkcode walkStepSchema}. */
export type WalkStep = z.infer<typeof walkStepSchema>;

/** A walk through a site, as a JSON file has it. It is data: nothing of it is run as code. */
export const walkSchema = z.array(walkStepSchema).min(1);

/**
 * Takes one step of a walk.
 *
 * @param browser The browser, its page open.
 * @param step The step.
 * @throws {ConfigError} When the element is not on the page; of several the first is taken.
 * @throws {EnvironmentError} When the page does not take the step.
 */
export async function takeStep(browser: Browser, step: WalkStep): Promise<void> {
  const outcome = await browser.act(await actionOf(browser, step));
  if (outcome.status === "done") return;
  throw new EnvironmentError(`Cannot walk on as ${JSON.stringify(step)} must be done: ${outcome.message}`);
}

async function actionOf(browser: Browser, step: WalkStep): Promise<PageAction> {
  if (!("role" in step)) return step;
  const { role, name, ...rest } = step;
  const { observation: { text, url } } = await browser.observe();
  const found = text.split("\n").flatMap((line) => {
    const [, itsRole, itsName, ref] = /^\s*- (\S+) ("(?:[^"\\]|\\.)*").*\[ref=(e\d+)\]/.exec(line) ?? [];
    return itsRole === role && itsName !== undefined && JSON.parse(itsName) === name ? [ref!] : [];
  });
  const [ref] = found;
  if (ref === undefined) {
    throw new ConfigError(`Cannot walk on as ${role} "${name}" must be on the page: it is not on ${url}`, {
      hint: "correct the role or the name, or add the step that brings it up",
    });
  }
  return { ...rest, ref } as PageAction;
}
