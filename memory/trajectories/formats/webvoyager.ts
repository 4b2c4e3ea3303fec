import { z } from "zod";
import type { Draft, Row, SourceFile, TrajectoryFormat } from "../format.ts";
import { webVoyagerAction } from "../grammar/webvoyager_action.ts";
import { byNumber, eachRow } from "./reader.ts";

const part = z.looseObject({ type: z.string(), text: z.string().optional(), image_url: z.unknown().optional() });
const messagesSchema = z.array(z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(part)]) })).min(
  2,
);
type Message = z.infer<typeof messagesSchema>[number];

/** A WebVoyager run: the chat of one task, with the screenshots beside it. */
export const webVoyager: TrajectoryFormat = {
  id: "webvoyager",
  title: "WebVoyager run, interact_messages.json",
  checked: "verified on a real file",
  layout: "document",
  licence: "Apache-2.0",
  matches: ({ layout, text }) =>
    layout === "json-array" && /"role"\s*:\s*"system"/.test(text) && text.includes("Now given a task:"),
  async open(file) {
    const pictures = byNumber((await file.siblings()).filter((name) => /^screenshot\d+\.png$/.test(name)));
    return eachRow(messagesSchema, (messages, row) => convert(messages, row, file, pictures));
  },
};

function convert(
  messages: readonly Message[],
  _row: Row,
  file: SourceFile,
  pictures: readonly string[],
): Omit<Draft, "row"> | string {
  const question = messages.find(({ role, content }) =>
    role === "user" && wordsOf(content).includes("Now given a task:")
  );
  const asked = question === undefined
    ? null
    : /Now given a task:\s*([\s\S]*?)\s*Please interact with\s+(\S+)\s+and get the answer/.exec(
      wordsOf(question.content),
    );
  if (asked === null) return "a user message must give the task and its site: none does";
  const [, goal = "", startUrl = ""] = asked;
  const steps: Draft["steps"][number][] = [];
  let [seen, pending]: [Draft["steps"][number]["observation"], string] = [undefined, ""];
  let failure: string | undefined;
  for (const { role, content } of messages) {
    const words = wordsOf(content);
    if (role === "user") {
      if (/^Observation:|Now given a task:/.test(words)) [seen, pending] = [observationOf(words), words];
      else failure = words;
    } else if (role === "assistant") {
      const raw = /(?:^|\n)\s*Action:\s*([\s\S]*)$/.exec(words)?.[1] ?? "";
      const thought = /Thought:\s*([\s\S]*?)(?=\n\s*Action:|$)/.exec(words)?.[1]?.trim();
      const action = webVoyagerAction(raw === "" ? words : raw);
      const number = /^\[(\d+)\]$/.exec(action.target ?? "")?.[1];
      const label = number === undefined ? undefined : labelIn(pending, number);
      const picture = `screenshot${steps.length + 1}.png`;
      const hasPicture = pictures.includes(picture);
      steps.push({
        ...(steps.length === 0 ? { url: startUrl } : {}),
        ...(seen === undefined && !hasPicture
          ? {}
          : { observation: { ...seen, ...(hasPicture ? { screenshot: picture } : {}) } }),
        ...(thought === undefined || thought === "" ? {} : { thought }),
        action: label === undefined ? action : { ...action, label },
        ...(failure === undefined ? {} : { error: failure }),
      });
      [seen, pending, failure] = [undefined, "", undefined];
    }
  }
  if (steps.length === 0) return "an assistant message must follow the task: none does";
  const last = steps.at(-1)?.action;
  const id = /(?:^|\/)task([^/]+)\/[^/]*$/.exec(file.name)?.[1];
  return {
    task: { id, goal, startUrl, site: id?.split("--")[0] },
    outcome: last?.kind === "answer"
      // Its rules allow the answer only when all of the task is done: whoever answers claims that it is.
      ? { end: "finished", claimed: "success", answer: last.text ?? "" }
      : { end: "unknown" },
    steps,
    absent: [
      ...(steps.every((step) => step.observation?.text === undefined) ? ["observations" as const] : []),
      ...(steps.every((step) => step.observation?.screenshot === undefined) ? ["screenshots" as const] : []),
    ],
    repairs: [],
  };
}

function wordsOf(content: Message["content"]): string {
  return typeof content === "string"
    ? content
    : content.map((one) => one.text ?? "").filter((one) => one !== "").join("\n");
}

/** The list of elements that an observation gives, or the note that it was left out. */
function observationOf(words: string): Draft["steps"][number]["observation"] {
  if (/\(Omitted in context\.\)\s*$/.test(words)) return { isOmitted: true };
  const list = /\n(\[\d+\]:[\s\S]*)$/.exec(words)?.[1]?.trim();
  return list === undefined ? undefined : { text: list };
}

/** The words of element `[n]`, of `[3]: <button> "Search", "Search all";`. */
function labelIn(words: string, number: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)\\[${number}\\]: (?:<\\w+> )?"([^"]*)"`).exec(words)?.[1];
  return found === undefined || found === "" ? undefined : found;
}
