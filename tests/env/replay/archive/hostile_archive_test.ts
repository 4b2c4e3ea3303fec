import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { sha256 } from "../../../../base/mod.ts";
import { checkArchive } from "../../../../env/replay/archive/check_archive.ts";
import { openArchive } from "../../../../env/replay/archive/open_archive.ts";
import { pinMatch } from "../../../../env/replay/archive/pins.ts";
import { LONGEST_LINE } from "../../../../env/replay/archive/read_entries.ts";
import { createReplaySession } from "../../../../env/replay/match/replay_session.ts";
import { ArchiveError } from "../../../../env/replay/replay_error.ts";
import { ask } from "../fixture.ts";
import { edit, rehash, withFolder, writeRecorded } from "./archive_folder.ts";

const RECORDED = [
  { url: "https://shop.test/", answer: "home" },
  { method: "POST", url: "https://shop.test/search", body: "q=lamp", answer: "found" },
];
const HOME = `bodies/${sha256("home").slice(0, 2)}/${sha256("home")}`;
const SEARCH = `bodies/${sha256("q=lamp").slice(0, 2)}/${sha256("q=lamp")}`;

/** Opens the archive after something was done to it, and reads all of it. */
async function readAll(dir: string): Promise<void> {
  const archive = await openArchive(dir);
  createReplaySession(archive).match(ask("https://shop.test/search", { method: "POST", text: "q=other" }));
  for (const { response } of archive.exchanges) if (response?.body !== undefined) await archive.body(response.body);
}

Deno.test("an archive that reaches outside, or is damaged on purpose, is refused with its reason", async (t) => {
  const link = async (dir: string, name: string, to: string) => {
    await Deno.remove(`${dir}/${name}`, { recursive: true });
    await Deno.symlink(to, `${dir}/${name}`);
  };
  /** The right thing in the wrong place: only where it lies is wrong. */
  const moveOut = async (dir: string, name: string, to: string) => {
    await Deno.rename(`${dir}/${name}`, `${to}/moved`);
    await Deno.symlink(`${to}/moved`, `${dir}/${name}`);
  };
  const outside = (root: string) => `${root}/outside`;
  const line = (change: (text: string) => string) => (dir: string) => edit(dir, "entries.jsonl", change);
  const cases: readonly [name: string, attack: (dir: string, root: string) => Promise<unknown>, reason: string][] = [
    [
      "an answer that is a link",
      (dir, root) => link(dir, HOME, `${outside(root)}/secret`),
      "no file may lead out of the archive: it is a link to",
    ],
    [
      "a request body that is a link",
      (dir, root) => link(dir, SEARCH, `${outside(root)}/secret`),
      "no file may lead out of the archive",
    ],
    [
      "bodies/ that is a link",
      (dir, root) => moveOut(dir, "bodies", outside(root)),
      "no file may lead out of the archive: bodies",
    ],
    [
      "a folder of bodies that is a link",
      (dir, root) => moveOut(dir, HOME.slice(0, 9), outside(root)),
      "no file may lead out",
    ],
    [
      "entries.jsonl that is a link",
      (dir, root) => moveOut(dir, "entries.jsonl", outside(root)),
      "Cannot read entries.jsonl",
    ],
    [
      "archive.json that is a link",
      (dir, root) => moveOut(dir, "archive.json", outside(root)),
      "Cannot read archive.json",
    ],
    ["rules.json that is a link", async (dir, root) => {
      await Deno.writeTextFile(`${outside(root)}/rules.json`, '{"schema":1}');
      await Deno.symlink(`${outside(root)}/rules.json`, `${dir}/rules.json`);
    }, "Cannot read rules.json"],
    ["a link that leads round", async (dir) => {
      await Deno.remove(`${dir}/${HOME}`);
      await Deno.symlink(sha256("home"), `${dir}/${HOME}`);
    }, "must be readable"],
    ["a body that is a folder", async (dir) => {
      await Deno.remove(`${dir}/${HOME}`);
      await Deno.mkdir(`${dir}/${HOME}`);
    }, "it must be a plain file"],
    [
      "a reference that climbs",
      line((text) => text.replace(sha256("home"), "../../../../etc/passwd")),
      "response.body: 64 lower-case hex digits",
    ],
    [
      "a reference that is absolute",
      line((text) => text.replace(sha256("home"), "/etc/passwd")),
      "64 lower-case hex digits",
    ],
    [
      "a body of another hash",
      (dir) => Deno.writeTextFile(`${dir}/${HOME}`, "gone"),
      "as its bytes must have that hash",
    ],
    [
      "a request body of another hash",
      (dir) => Deno.writeTextFile(`${dir}/${SEARCH}`, "gone"),
      "as its bytes must have that hash",
    ],
    ["a missing request body", (dir) => Deno.remove(`${dir}/${SEARCH}`), `${SEARCH} is not`],
    ["half a line", line((text) => text.slice(0, -20)), "line 2 of entries.jsonl is damaged: it is no JSON"],
    [
      "an id twice",
      line((text) => text.replace('"e1"', '"e0"')),
      "line 2 of entries.jsonl has the id of another one: e0",
    ],
    [
      "an unknown layer",
      line((text) => text.replaceAll('"base"', '"mine"')),
      'line 1 of entries.jsonl is of layer "mine"',
    ],
    ["a field that nobody knows", line((text) => text.replace('"id"', '"more":1,"id"')), 'Unrecognized key: "more"'],
    ["a field __proto__", line((text) => text.replace('"id"', '"__proto__":{"id":"x"},"id"')), "__proto__"],
    ["a number that is none", line((text) => text.replace('"occurrence":0', '"occurrence":NaN')), "it is no JSON"],
    ["a number without end", line((text) => text.replace('"occurrence":0', '"occurrence":1e999')), "occurrence"],
    ["an address that is none", line((text) => text.replace("https://shop.test/search", "shop")), "request.url"],
    [
      "a line without end",
      line((text) => text + `{"id":"${"x".repeat(LONGEST_LINE)}"}\n`),
      `line 3 of entries.jsonl is damaged: it is longer than ${LONGEST_LINE} bytes`,
    ],
    ["bytes that are no text", async (dir) => {
      const bytes = await Deno.readFile(`${dir}/entries.jsonl`);
      bytes[bytes.indexOf(0x65)] = 0xff;
      await Deno.writeFile(`${dir}/entries.jsonl`, bytes);
      await rehash(dir);
    }, "line 1 of entries.jsonl is damaged: it is no UTF-8"],
    [
      "two layers of one name",
      (dir) =>
        edit(
          dir,
          "archive.json",
          (text) => text.replace(/"layers": \[/, '"layers": [{"name":"base","origin":"crawl","source":""},'),
        ),
      'every layer must have its own name: two are "base"',
    ],
    [
      "a pin with a field too many",
      (dir) => Deno.writeTextFile(`${dir}/matches.lock.json`, '{"schema":1,"pins":{},"more":1}'),
      'matches.lock.json as a field is wrong: (top level): Unrecognized key: "more"',
    ],
    ["rules that are no JSON", (dir) => Deno.writeTextFile(`${dir}/rules.json`, "{"), "rules.json must be JSON"],
    [
      "JSON without end",
      (dir) => Deno.writeTextFile(`${dir}/rules.json`, "[".repeat(1_000_000)),
      "rules.json must be JSON",
    ],
  ];
  for (const [name, attack, reason] of cases) {
    await t.step(name, () =>
      withFolder(async (root) => {
        await Deno.mkdir(outside(root));
        await Deno.writeTextFile(`${outside(root)}/secret`, "home");
        const dir = `${root}/archive`;
        await writeRecorded(dir, RECORDED);
        await attack(dir, root);
        const error = await assertRejects(() => readAll(dir), ArchiveError, reason);
        assertEquals(error.blame, "operator");
      }));
  }
});

Deno.test("a pipe in the place of a body is refused instead of waited for", {
  ignore: Deno.build.os === "windows",
}, () =>
  withFolder(async (root) => {
    const dir = `${root}/archive`;
    await writeRecorded(dir, RECORDED);
    await Deno.remove(`${dir}/${HOME}`);
    assertEquals((await new Deno.Command("mkfifo", { args: [`${dir}/${HOME}`] }).output()).success, true);
    await assertRejects(() => readAll(dir), ArchiveError, "it must be a plain file");
  }));

Deno.test("nothing outside is written or listed by those who pin and check", () =>
  withFolder(async (root) => {
    const dir = `${root}/archive`;
    await Deno.mkdir(`${root}/outside/aa`, { recursive: true });
    await Deno.writeTextFile(`${root}/outside/aa/private`, "mine");
    await writeRecorded(dir, RECORDED);
    await Deno.symlink(`${root}/outside/aa/private`, `${dir}/matches.lock.json.partial`);
    await Deno.symlink(`${root}/outside`, `${dir}/streams`);
    await pinMatch(await openArchive(dir), ask("https://shop.test/"), "e0");
    assertEquals(await Deno.readTextFile(`${root}/outside/aa/private`), "mine");
    assertEquals((await openArchive(dir)).pins.size, 1);
    const { findings } = await checkArchive(dir);
    assertEquals(findings.map(({ code, where }) => `${code} ${where}`), ["foreign-file streams"]);
  }));

Deno.test("the folder itself may be a link, and links that stay inside are followed", () =>
  withFolder(async (root) => {
    await writeRecorded(`${root}/archive`, RECORDED);
    await Deno.symlink(`${root}/archive`, `${root}/link`);
    await Deno.rename(`${root}/archive/${HOME}`, `${root}/archive/home`);
    await Deno.symlink("../../home", `${root}/archive/${HOME}`);
    await readAll(`${root}/link`);
    assertEquals((await checkArchive(`${root}/link`)).findings.map(({ where }) => where), ["home"]);
  }));

Deno.test("a request body that is damaged is found out by the request that needs it", () =>
  withFolder(async (root) => {
    const dir = `${root}/archive`;
    await writeRecorded(dir, RECORDED);
    await Deno.writeTextFile(`${dir}/${SEARCH}`, "gone");
    const session = createReplaySession(await openArchive(dir));
    assertEquals(session.match(ask("https://shop.test/")).level, "exact");
    assertThrows(
      () => session.match(ask("https://shop.test/search", { method: "POST", text: "q=other" })),
      ArchiveError,
      "as its bytes must have that hash",
    );
  }));

Deno.test("a body of 100 MB is read, checked, and not kept", () =>
  withFolder(async (root) => {
    const dir = `${root}/archive`;
    const large = new Uint8Array(100_000_000);
    const archive = await writeRecorded(dir, [{ url: "https://shop.test/film", answer: large }]);
    const ref = archive.exchanges[0]!.response!.body!;
    assertEquals((await archive.body(ref)).length, large.length);
    await Deno.remove(`${dir}/bodies`, { recursive: true });
    await assertRejects(() => archive.body(ref), ArchiveError, "as its file must be there");
  }));

Deno.test("small bodies are kept, so that a second read needs no disk", () =>
  withFolder(async (root) => {
    const dir = `${root}/archive`;
    const archive = await writeRecorded(dir, RECORDED);
    await archive.body(sha256("home"));
    await Deno.remove(`${dir}/bodies`, { recursive: true });
    assertEquals(new TextDecoder().decode(await archive.body(sha256("home"))), "home");
  }));
