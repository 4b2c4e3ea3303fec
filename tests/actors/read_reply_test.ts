import { assertEquals } from "@std/assert";
import { readReply, replyForm } from "../../actors/read_reply.ts";
import { readSummary } from "../../actors/read_summary.ts";

const GOOD = '{"thought":"go","summary":"went","action":{"kind":"click","ref":"e2"}}';

Deno.test("a reply is read where it is one JSON object, alone or in a single fenced block", async (t) => {
  const good: Record<string, string> = {
    "alone": GOOD,
    "with white space around": `\n  ${GOOD}\n\n`,
    "over several lines": JSON.stringify(JSON.parse(GOOD), null, 2),
    "in a fenced block": "```json\n" + GOOD + "\n```",
    "in a fenced block without a language": "```\n" + GOOD + "\n```",
    "in a fenced block with words around": "I will click.\n\n```json\n" + GOOD + "\n```\nThat is all.",
    "in a fenced block with Windows line ends": "```json\r\n" + GOOD + "\r\n```",
    "with a field nobody asked for": GOOD.replace("{", '{"confidence":0.9,'),
  };
  for (const [name, text] of Object.entries(good)) {
    await t.step(name, () => {
      assertEquals(readReply(text, ["thought", "summary"]), {
        readable: true,
        thought: "go",
        summary: "went",
        action: { kind: "click", ref: "e2" },
      });
    });
  }
});

Deno.test("what cannot be read is said exactly, for the agent to mend", async (t) => {
  const notJson = "the reply is not JSON: it must be one JSON object and nothing else";
  const broken = "the reply is not valid JSON: it must be one JSON object and nothing else";
  const cases: [name: string, text: string, problem: string][] = [
    ["nothing", "", "the reply is empty"],
    ["white space", " \n", "the reply is empty"],
    ["a refusal", "I'm sorry, but I can't help with that.", notJson],
    ["prose with JSON in it", `I will do ${GOOD}`, notJson],
    ["an array", `[${GOOD}]`, notJson],
    ["a text", '"click e2"', notJson],
    ["cut off", GOOD.slice(0, 30), broken],
    ["two objects", `${GOOD}\n${GOOD}`, broken],
    ["an object and words", `${GOOD} Done!`, broken],
    ["single quotes", "{'thought':'go'}", broken],
    [
      "two fenced blocks",
      "```json\n" + GOOD + "\n```\n```json\n" + GOOD + "\n```",
      "the reply has 2 fenced blocks: it must have one",
    ],
    ["an array in a fenced block", "```json\n[]\n```", "the fenced block holds no JSON object"],
    ["a broken fenced block", "```json\n{oops}\n```", broken],
    ["no action", '{"thought":"go"}', "action: Invalid input: expected object, received undefined; got nothing"],
    ["no thought", '{"action":{"kind":"back"}}', "thought: a text is expected, and the field is missing"],
    [
      "an unknown kind",
      '{"thought":"go","action":{"kind":"hover","ref":"e2"}}',
      `action.kind: Invalid discriminator value. Expected 'click' | 'type' | 'select' | 'scroll' | 'goto' | 'back' | 'wait' | 'answer'; got "hover"`,
    ],
    [
      "a reference that is none",
      '{"thought":"go","action":{"kind":"click","ref":"Next"}}',
      'action.ref: a reference from the page, such as "e12"; got "Next"',
    ],
    [
      "a field too many in the action",
      '{"thought":"go","action":{"kind":"back","ref":"e2"}}',
      'action: Unrecognized key: "ref"; got {"kind":"back","ref":"e2"}',
    ],
    [
      "a thought that is no text",
      '{"thought":7,"action":{"kind":"back"}}',
      "thought: Invalid input: expected string, received number; got 7",
    ],
  ];
  for (const [name, text, problem] of cases) {
    await t.step(name, () => assertEquals(readReply(text, ["thought"]), { readable: false, problem }));
  }
});

Deno.test("a summary that was left out or null is no fault", () => {
  const left = readReply('{"thought":"go","action":{"kind":"back"}}', ["thought", "summary"]);
  const none = readReply('{"thought":"go","summary":null,"action":{"kind":"back"}}', ["thought", "summary"]);
  assertEquals(left, { readable: true, thought: "go", action: { kind: "back" } });
  assertEquals(none, left);
});

Deno.test("a summary that nobody asked for is passed over, and so is a thought that need not be there", () => {
  assertEquals(readReply('{"summary":"went","action":{"kind":"back"}}', []), {
    readable: true,
    thought: "",
    action: { kind: "back" },
  });
});

Deno.test("a summary asked for by itself may come as words or as JSON", () => {
  assertEquals(readSummary("  Found it. \n"), "Found it.");
  assertEquals(readSummary('{"summary":" Found \\"it\\". ","x":1}'), 'Found "it".');
  assertEquals(readSummary("{braces} are words too"), "{braces} are words too");
  assertEquals(readSummary('{"other":1}'), '{"other":1}');
  assertEquals(readSummary(" "), "");
});

Deno.test("the form of a reply asks for what the reader wants, and for nothing else", () => {
  const { name, schema } = replyForm(["thought", "summary"]);
  assertEquals([name, schema["required"]], ["act", ["thought", "summary", "action"]]);
  assertEquals(replyForm([]).schema["required"], ["action"]);
  const { anyOf, oneOf } = (schema["properties"] as { action: { anyOf?: unknown[]; oneOf?: unknown[] } }).action;
  assertEquals((anyOf ?? oneOf)?.length, 8);
});
