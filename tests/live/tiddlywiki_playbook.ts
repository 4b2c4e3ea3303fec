import type { Playbook } from "../../models/simulated/playbook.ts";

/** How a note is written in TiddlyWiki and found again under its date. It holds no value of any wiki. */
export const tiddlywikiPlaybook: Playbook = {
  id: "wiki/write-and-date",
  goal: '^Write a note titled "(?<title>[^"]+)" that says "(?<text>[^"]+)", save it, and tell under which day',
  home: "https://wiki.test/",
  traps: [],
  subgoals: () => [
    {
      id: "editor",
      title: "open the editor for a new note",
      at: 'textbox "Type the text for this tiddler"',
      moves: [{ do: { kind: "click", role: "button", name: "new tiddler" }, why: "begin a new note" }],
    },
    {
      id: "title",
      title: "give it its title",
      at: "textbox \\[ref=e\\d+\\]: {title}$",
      moves: [{
        do: { kind: "type", role: "textbox", name: "", text: "{title}" },
        why: "the first field is the title",
      }],
    },
    {
      id: "text",
      title: "write its text",
      at: 'textbox "Type the text for this tiddler".*: {text}$',
      moves: [{
        do: { kind: "type", role: "textbox", name: "Type the text for this tiddler", text: "{text}" },
        why: "the large field is the text",
      }],
    },
    {
      id: "save",
      title: "save it",
      at: 'heading "{title}" \\[level=2\\]',
      moves: [{
        do: { kind: "click", role: "button", name: "Confirm changes to this tiddler" },
        why: "keep what was written",
      }],
    },
    {
      id: "recent",
      title: "look the day up in the list of recent notes",
      at: 'tab "Recent" \\[selected\\]',
      moves: [{ do: { kind: "click", role: "tab", name: "Recent" }, why: "recent notes are listed by day" }],
      yields: [{ fact: "day", pattern: "(?<value>\\d+\\w* \\w+ \\d{4})" }],
    },
  ],
  answerNeeds: () => ["day"],
  answer: (slots, facts) => `${slots["title"]} is listed under ${facts["day"] ?? "no day"}`,
};
