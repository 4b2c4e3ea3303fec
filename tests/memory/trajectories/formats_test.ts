import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import {
  type ImportedTrajectory,
  ImportFormatError,
  importFormats,
  importTrajectories,
  PolarityConflictError,
} from "../../../memory/mod.ts";
import { importAll, lines, memoryFile } from "./memory_file.ts";

const kinds = (trajectory: ImportedTrajectory | undefined) => trajectory?.steps.map(({ action }) => action.kind);

Deno.test("version 1 without a task id gets one from its goal, and its pictures are sorted by number", async () => {
  const result = {
    task: "Find a lamp",
    action_history: [
      "<button>Search</button> -> CLICK",
      '<input id="q"> -> TYPE: lamp',
      "TASK_COMPLETE -> ANSWER: a [red] one",
    ],
    thoughts: ["a", "a", null],
    final_result_response: "a [red] one",
    input_image_paths: ["x/10.png", "x/2.png", "x/1_full.png"],
  };
  const { trajectories: [one], report } = await importAll([memoryFile("a/result.json", result)]);
  assertEquals(one?.source.format, "online-mind2web-v1");
  assertEquals(one?.absent.includes("task-id"), true);
  assertEquals(one?.task.id.startsWith("goal-"), true);
  assertEquals(one?.steps.map(({ observation }) => observation?.screenshot), ["1_full.png", "2.png", "10.png"]);
  assertEquals(kinds(one), ["click", "type", "answer"]);
  assertEquals([one?.steps[0]?.action.label, one?.steps[2]?.action.text], ["Search", "a [red] one"]);
  assertEquals(one?.steps[2]?.thought, undefined);
  assertEquals(report.repeatedThoughts, 1);
});

Deno.test("version 2 that breaks its schema is repaired, and the step is named", async () => {
  const step = (n: number, action: string) => ({
    step: n,
    screenshot: `000${n}.png`,
    url: "https://a.test/",
    action,
    thought: null,
  });
  const good = {
    schema_version: "online-mind2web-v2",
    task: "Find a lamp",
    task_id: "t1",
    reference_length: 2,
    agent_final_answer: "red",
    action_history: [step(0, "a -> CLICK"), step(1, "TASK_COMPLETE -> ANSWER: red")],
  };
  const { trajectories: [fine] } = await importAll([memoryFile("r.json", good)]);
  assertEquals([fine?.repairs, fine?.outcome.claimed, fine?.task.isStartInferred], [[], "success", true]);
  const { thought: _, ...silent } = step(0, "a -> CLICK");
  const bad = {
    ...good,
    agent_final_answer: "blue",
    action_history: [silent, { ...step(3, "TASK_COMPLETE -> ANSWER: red"), screenshot: "3.png" }],
  };
  const { trajectories: [mended], report } = await importAll([memoryFile("r.json", bad)]);
  assertEquals(mended?.repairs, [
    "step 0: it must have a thought or null, it has no such key",
    "step 1: its number must be 1, it is 3",
    'step 1: its screenshot must be four digits and .png, it is "3.png"',
    "step 1: its answer must be the final answer, it is another",
  ]);
  assertEquals([report.accepted, report.repaired], [1, 1]);
});

Deno.test("a history whose first page came from initial actions gets its start page from the state, marked inferred", async () => {
  const history = {
    history: [
      {
        model_output: {
          next_goal: "Search for a lamp",
          memory: "nothing yet",
          action: [{ input_text: { index: 3, text: "lamp" } }, { click_element_by_index: { index: 4 } }],
        },
        result: [{ is_done: false }, { is_done: false, error: "no such element" }],
        state: {
          url: "https://shop.test/",
          title: "Shop",
          interacted_element: [{ ax_name: "Search" }, null],
          screenshot_path: null,
        },
        metadata: { step_start_time: 1, step_end_time: 3.5, step_number: 1 },
      },
      {
        model_output: { action: [{ done: { text: "42", success: true } }] },
        result: [{
          is_done: true,
          success: true,
          extracted_content: "42",
          judgement: { verdict: false, reasoning: "wrong" },
        }],
        state: { url: "https://shop.test/lamp" },
      },
    ],
  };
  const { trajectories: [one] } = await importAll([memoryFile("h.json", history)]);
  assertEquals(one?.task, {
    id: one!.task.id,
    goal: "Search for a lamp",
    site: "shop.test",
    startUrl: "https://shop.test/",
    isStartInferred: true,
  });
  assertEquals(kinds(one), ["type", "click", "answer"]);
  assertEquals([one?.steps[0]?.action.label, one?.steps[0]?.ms, one?.steps[1]?.error], [
    "Search",
    2500,
    "no such element",
  ]);
  assertEquals(one?.outcome, {
    end: "finished",
    claimed: "success",
    judged: "failure",
    judge: "browser-use",
    reason: "wrong",
    answer: "42",
  });
});

Deno.test("rows of three tasks in a row give three trajectories, the last one too, and words are matched whole", async () => {
  const row = (task: string, action: string) => ({
    task_name: task,
    prompt: `OBSERVATION:\n[7] textbox 'prototype'\nURL: http://a.test/\nOBJECTIVE: do ${task}\nPREVIOUS ACTIONS: None`,
    output: `Let me think. In summary, the next action I will perform is \`\`\`${action}\`\`\``,
  });
  const { trajectories, report } = await importAll([
    memoryFile(
      "n.jsonl",
      lines(
        row("a", "click [7]"),
        row("a", "type [7] [red [lamp]] [1]"),
        row("b", "prototype [7]"),
        row("c", "stop [12 [kg]]"),
      ),
    ),
  ]);
  assertEquals(trajectories.map(({ task }) => task.id), ["a", "b", "c"]);
  assertEquals(trajectories.map(kinds), [["click", "type"], ["unread"], ["answer"]]);
  assertEquals(trajectories[0]?.task.goal, "do a");
  assertEquals([trajectories[0]?.steps[0]?.action.label, trajectories[0]?.steps[1]?.action.text], [
    "prototype",
    "red [lamp]",
  ]);
  assertEquals([trajectories[2]?.outcome.answer, trajectories[2]?.source.row], ["12 [kg]", 4]);
  assertEquals([report.rowsRead, report.accepted], [4, 3]);
});

Deno.test("code in a logged action stays text, and an odd number of blocks is refused", async () => {
  const evil = `click("__import__('os').system('touch owned')")`;
  const text =
    `Query: Find a lamp\nActions:\n<think>go</think>\n<action>${evil}</action>\n<think>then</think>\n<action>click('12')</action>\n\nQuery: Find a rug\n<think>one</think><action>click('3')</action><think>two</think>\n`;
  const { trajectories, report } = await importAll([memoryFile("shop.txt", text)]);
  assertEquals(trajectories.map(kinds), [["unread", "click"]]);
  assertEquals(trajectories[0]?.steps[0]?.action, { kind: "unread", raw: evil });
  assertEquals(report.refusals, [{
    file: "shop.txt",
    row: 2,
    reason: "an action must follow every thought: the last one has none",
  }]);
});

Deno.test("a status of success with a reward of 0 stops the import", async () => {
  const row = {
    task_id: 3,
    query: "Find a lamp",
    think_list: ["a"],
    action_list: ["click('1')"],
    status: "success",
    reward: 1,
  };
  const { trajectories: [one] } = await importAll([memoryFile("bank.jsonl", lines(row))]);
  assertEquals(one?.outcome, { end: "unknown", judged: "success", judge: "ReasoningBank status", reward: 1 });
  const error = await assertRejects(
    () => importAll([memoryFile("bank.jsonl", lines(row, { ...row, reward: 0 }))]),
    PolarityConflictError,
  );
  assertEquals(
    error.message,
    "Cannot import row 2 of bank.jsonl as status and reward must agree: the status is success and the reward 0",
  );
  await assertRejects(
    () => importAll([memoryFile("bank.jsonl", lines({ ...row, status: "fail" }))]),
    PolarityConflictError,
  );
});

Deno.test("a store with an embedding of zeros loses the embedding, and its success is a claim", async () => {
  const row = (embedding: number[]) => ({
    data: {
      meta: { total_steps: 3, final_success: true, domain: "shop.test", goal: "Find a lamp" },
      summary: "done",
      embedding,
    },
    id: "e1",
  });
  const { trajectories, report } = await importAll([memoryFile("ems_data.json", [row([0, 0]), row([0.1, 0])])]);
  assertEquals(trajectories[0]?.repairs, ["its embedding is rejected: it must have a direction, it is all zeros"]);
  assertEquals([trajectories[1]?.repairs, report.success.claimed.success, report.success.judged.none], [[], 2, 2]);
});

Deno.test("the other formats give what their descriptions say", async (t) => {
  const cases: readonly [
    format: string,
    name: string,
    content: unknown,
    check: (one: ImportedTrajectory) => unknown,
    expected: unknown,
  ][] = [
    [
      "browser-use-results",
      "r.json",
      { task_id: "t", task: "Find", final_result_response: "x", judge: { score: 100, reasoning: "ok" } },
      ({ outcome }) => outcome,
      { end: "finished", judged: "success", judge: "browser-use results", reason: "ok", answer: "x" },
    ],
    [
      "webjudge",
      "j.jsonl",
      lines({
        task: "Find",
        task_id: "t",
        action_history: ["a -> CLICK"],
        predicted_label: 0,
        evaluation_details: { response: "no" },
      }),
      ({ outcome }) => [outcome.judged, outcome.claimed, outcome.reason],
      ["failure", undefined, "no"],
    ],
    [
      "agent-reward-bench",
      "t.json",
      {
        benchmark: "webarena",
        goal: "Find",
        agent: "a",
        model: "m",
        valid: true,
        steps: [{ action: "click('a12')", reasoning: "r", url: "http://a.test/", axtree: "root" }],
        summary_info: { cum_reward: 1, terminated: true },
      },
      (one) => [kinds(one), one.outcome, one.source.model],
      [["click"], { end: "finished", reward: 1 }, "m"],
    ],
    [
      "agent-reward-bench-judgment",
      "j.json",
      { benchmark: "webarena", goal: "Find", agent: "a", judge: "aer", response: "<success>Unsuccessful</success>" },
      ({ outcome }) => [outcome.judged, outcome.judge],
      ["failure", "aer"],
    ],
    [
      "inspect",
      "log.json",
      {
        version: 2,
        status: "success",
        eval: { task: "web", model: "m" },
        samples: [{
          id: 1,
          epoch: 1,
          input: "Find",
          messages: [{ role: "user", content: "Find" }, {
            role: "assistant",
            content: "go",
            tool_calls: [{ function: "web_browser_click", arguments: { element_id: 4 } }],
          }],
          output: { completion: "42" },
          scores: { match: { value: "C", explanation: "same" } },
        }],
      },
      (one) => [kinds(one), one.outcome, one.task.id],
      [["click"], { end: "finished", judged: "success", judge: "match", reason: "same", answer: "42" }, "web/1"],
    ],
    [
      "webarena-verified-result",
      "eval_result.json",
      { task_id: 4, intent_template_id: 9, sites: ["shopping"], score: 0, evaluators_results: [] },
      ({ outcome, task }) => [outcome.reward, task.template, task.site],
      [0, "9", "shopping"],
    ],
    [
      "webarena-verified-response",
      "12/agent_response.json",
      { task_type: "RETRIEVE", status: "SUCCESS", retrieved_data: ["a"], error_details: null },
      ({ outcome, task }) => [outcome.claimed, outcome.answer, task.id],
      ["success", '["a"]', "12"],
    ],
    [
      "longmemeval-v2",
      "t.jsonl",
      lines({
        id: "x",
        goal: ["a", "b"],
        outcome: "success",
        start_url: "http://a.test/",
        actions: [],
        states: [{ state_index: 0, url: "http://a.test/", action: "click [3]", thoughts: "t", text: "page" }],
      }),
      (one) => [one.task.goal, kinds(one), one.outcome.judge],
      ["a\nb", ["click"], "data set label"],
    ],
    [
      "go-browse",
      "g.jsonl",
      lines(
        ...[1, 2].map((n) => ({
          step_data: { action: n === 1 ? "click('1')" : "send_msg_to_user('x')", thought: "t" },
          traj_data: { goal: "Find", reward: 1, success: true, traj_num: 0, traj_length: 3 },
          node_data: { node_url: "http://a.test/" },
          graph_data: {},
        })),
      ),
      (one) => [kinds(one), one.outcome.claimed, one.outcome.judged, one.outcome.reward, one.repairs],
      [["click", "answer"], "success", "success", 1, ["2 of 3 steps are in the file"]],
    ],
    [
      "agent-trek",
      "a.json",
      [1, 2].map((n) => ({
        id: n,
        conversations: [{ from: "human", value: "Goal: Find a lamp\nStep" }, {
          from: "gpt",
          value: `Thought: t\nAction: page.click('#b${n}')`,
        }],
      })),
      (one) => [one.task.goal, kinds(one), one.steps[0]?.thought],
      ["Find a lamp", ["click", "click"], "t"],
    ],
    [
      "agent-trek",
      "keyed.json",
      {
        first: { conversations: [{ from: "human", value: "Goal: Find" }, { from: "gpt", value: "```click('1')```" }] },
      },
      (one) => [one.task.id, kinds(one)],
      ["first", ["click"]],
    ],
    [
      "uatd",
      "u.jsonl",
      lines({ annotation_id: "a", instruction: "Find", steps: [{ description: "press", chat: [] }] }),
      (one) => [one.steps[0]?.thought, one.outcome.end],
      ["press", "unknown"],
    ],
    [
      "browser-trace",
      "b.jsonl",
      lines({
        task_id: 1,
        instruction: "Find",
        task_completed: true,
        traj: [{
          index: 0,
          image: "0.png",
          value: { code: "page.click('#a')", thought: "t", last_step_correct: true },
        }],
      }),
      (one) => [kinds(one), one.outcome.judged, one.outcome.claimed],
      [["click"], "success", undefined],
    ],
    [
      "molmo-web",
      "m.jsonl",
      lines({
        sample_id: "s",
        instruction: '{"task":"Find"}',
        trajectory: '{"2":{"action":"click(\'2\')"},"10":{"action":"goto(\'http://a.test/\')"}}',
        images: [],
      }),
      (one) => [one.task.goal, kinds(one)],
      ["Find", ["click", "goto"]],
    ],
    [
      "mind2web",
      "m.json",
      [{
        annotation_id: "a",
        website: "shop",
        domain: "d",
        confirmed_task: "Find",
        action_reprs: ["[button]  Search -> CLICK", "[textbox]  Where -> TYPE: Rome"],
        actions: [],
      }],
      (one) => [kinds(one), one.steps[1]?.action.label, one.source.model],
      [["click", "type"], "Where", "person"],
    ],
    [
      "atif",
      "t.json",
      {
        schema_version: "ATIF-v1.4",
        session_id: "s",
        agent: { name: "a", model_name: "m" },
        steps: [{ step_id: 1, source: "user", message: "Find" }, {
          step_id: 2,
          source: "agent",
          message: "go",
          tool_calls: [{ tool_call_id: "1", function_name: "browser_click", arguments: { ref: "e3" } }],
          observation: { results: [{ content: "ok" }] },
          metrics: { prompt_tokens: 5, completion_tokens: 2 },
        }],
      },
      (one) => [kinds(one), one.steps[0]?.tokens, one.outcome],
      [["click"], 7, { end: "unknown" }],
    ],
  ];
  for (const [format, name, content, check, expected] of cases) {
    await t.step(`${format}, ${name}`, async () => {
      const { trajectories, report } = await importAll([memoryFile(name, content)]);
      assertEquals(report.refusals, []);
      assertEquals([trajectories.length, trajectories[0]?.source.format], [1, format]);
      assertEquals(check(trajectories[0]!), expected);
    });
  }
  const tried = new Set([
    ...cases.map(([format]) => format),
    "webvoyager",
    "abp",
    "online-mind2web-v1",
    "online-mind2web-v2",
    "browser-use",
    "nnetnav",
    "reasoning-bank",
    "webcoach",
    "awm",
    "m2-imported",
    "m2-episode",
  ]);
  assertEquals(importFormats.map(({ id }) => id).filter((id) => !tried.has(id)), []);
});

Deno.test("what was imported can be imported again, with its id and its source", async () => {
  const row = { task_id: 3, query: "Find a lamp", think_list: ["a"], action_list: ["click('1')"], status: "success" };
  const { trajectories } = await importAll([memoryFile("bank.jsonl", lines(row))], { licence: "MIT", revision: "r1" });
  const again = await importAll([memoryFile("imported.jsonl", lines(...trajectories))]);
  assertEquals(again.trajectories, trajectories);
  assertEquals(trajectories[0]?.source.licence, "MIT");
});

Deno.test("a pickle, a stranger and an unknown format are refused in one sentence", async () => {
  const refused = async (name: string, content: string, format = "auto") =>
    await assertRejects(() => importAll([memoryFile(name, content)], { format }), ImportFormatError);
  assertStringIncludes((await refused("step_0.pkl", "\u0000\u0001")).message, "a pickle is a program");
  assertEquals(
    (await refused("notes.txt", "hello")).message,
    "Cannot import trajectories as at least one file must be in a known format: notes.txt: its content is in no known format",
  );
  assertEquals(
    (await refused("a.json", "{}", "webvoyage")).message,
    'Cannot import trajectories as the format must be known: "webvoyage" is not',
  );
});

Deno.test("rows of another shape are refused with row and field, and the rest is imported", async () => {
  const row = { task_id: 3, query: "Find a lamp", think_list: ["a"], action_list: ["click('1')"] };
  const { trajectories, report } = await importAll([
    memoryFile("bank.jsonl", lines(row, { ...row, query: 5 }, "{", [], { ...row, think_list: ["a", "b"] }, row)),
  ]);
  assertEquals(trajectories.map(({ source }) => source.row), [1, 6]);
  assertEquals([report.rowsRead, report.accepted, report.refused], [6, 2, 4]);
  assertEquals(report.refusals.map(({ row: number }) => number), [2, 3, 4, 5]);
  assertStringIncludes(report.refusals[0]?.reason ?? "", "query must be as described");
  assertEquals(new Set(trajectories.map(({ id }) => id)).size, 2);
});

Deno.test("hostile rows are inert in every format that is named", async () => {
  const hostile = [
    "null",
    "[]",
    "{}",
    '"x"',
    "1e999",
    '{"__proto__":{"polluted":true},"task":"x","action_history":[{}],"steps":[null],"history":[{}]}',
    '{"task":"a","action_history":[null],"thoughts":{}}',
    '{"version":1,"samples":[{}],"eval":{},"status":""}',
  ].join("\n");
  for (const { id } of importFormats) {
    const { report } = await importAll([memoryFile("x.jsonl", hostile), memoryFile("y.json", "[[[[")], { format: id });
    assertEquals(report.accepted, 0, id);
    assertEquals(report.refused > 0 || report.rowsRead <= 2, true, id);
  }
  assertEquals(Reflect.get({}, "polluted"), undefined);
});

Deno.test("trajectories come before the file is at its end", async () => {
  const row = { task_id: 3, query: "Find a lamp", think_list: ["a"], action_list: ["click('1')"] };
  const found = importTrajectories([memoryFile("bank.jsonl", lines(row, row, row))]);
  for await (const one of found.trajectories) {
    assertEquals([one.source.row, found.report().accepted], [1, 1]);
    break;
  }
});
