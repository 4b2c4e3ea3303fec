import { assertEquals, assertMatch } from "@std/assert";
import { diskFiles, importTrajectories } from "../../../memory/mod.ts";
import { realData } from "./memory_file.ts";

const om2w = realData("online-mind2web/trajectories");
const voyager = realData("webvoyager/runs");

async function importFolder(path: string) {
  const found = importTrajectories(diskFiles(path));
  const trajectories = await Array.fromAsync(found.trajectories);
  return { trajectories, report: found.report() };
}

Deno.test({
  name: "real: the 120 runs on Online-Mind2Web import as measured, with turn limits apart and success claimed only",
  ignore: om2w.ignore,
  async fn() {
    const { trajectories, report } = await importFolder(om2w.path);
    assertEquals([report.rowsRead, report.accepted, report.repaired, report.refused], [120, 120, 0, 0]);
    assertEquals(
      report.files.every(({ format, checked }) => format === "abp" && checked === "verified on a real file"),
      true,
    );
    assertEquals(report.ends, { finished: 100, "turn-limit": 20, error: 0, unknown: 0 });
    assertEquals(report.success.claimed, { success: 100, failure: 0, none: 20 });
    assertEquals([report.success.judged.none, report.success.rewarded.none], [120, 120]);
    assertEquals(report.absent.screenshots, 120);
    assertEquals(report.actions, {
      click: 1284,
      scroll: 652,
      goto: 223,
      type: 151,
      press: 105,
      select: 40,
      back: 18,
      reload: 5,
      slide: 5,
      drag: 4,
      hover: 4,
    });
    assertEquals([report.steps, report.repeatedThoughts], [2491, 301]);
    const limited = trajectories.filter(({ outcome }) => outcome.end === "turn-limit");
    assertEquals(limited.every(({ outcome }) => outcome.claimed === undefined && outcome.answer === undefined), true);
    assertEquals(
      trajectories.every(({ source, task }) => source.licence === "MIT" && task.isStartInferred === true),
      true,
    );
  },
});

Deno.test({
  name: "real: an import is the same, byte for byte, each time",
  ignore: om2w.ignore,
  async fn() {
    const [one, other] = [await importFolder(om2w.path), await importFolder(om2w.path)];
    assertEquals(JSON.stringify(one) === JSON.stringify(other), true);
  },
});

Deno.test({
  name:
    "real: the nine runs of WebVoyager import with steps, actions and whole answers; omitted observations are absent",
  ignore: voyager.ignore,
  async fn() {
    const { trajectories, report } = await importFolder(voyager.path);
    assertEquals([report.accepted, report.refused, report.actions["unread"]], [9, 0, undefined]);
    assertEquals(report.actions, { click: 35, answer: 9, scroll: 7, type: 7 });
    assertEquals(trajectories.every(({ steps }) => steps.every(({ thought }) => (thought ?? "") !== "")), true);
    const [salmon] = trajectories.filter(({ task }) => task.id === "Allrecipes--4");
    assertEquals(salmon?.task.startUrl, "https://www.allrecipes.com/");
    assertEquals(salmon?.task.site, "Allrecipes");
    assertEquals(salmon?.steps.map(({ action }) => action.kind), [
      "click",
      "type",
      "scroll",
      "click",
      "scroll",
      "answer",
    ]);
    assertEquals(salmon?.steps[1]?.action.text, "Baked Salmon");
    assertEquals(salmon?.steps.map(({ observation }) => observation?.isOmitted), [
      true,
      true,
      true,
      undefined,
      undefined,
      undefined,
    ]);
    assertMatch(salmon?.outcome.answer ?? "", /4\.6-star rating and a preparation time of 15 minutes\.$/);
    const [apple] = trajectories.filter(({ task }) => task.id === "Apple--17");
    assertEquals(apple?.steps[5]?.observation?.screenshot, "screenshot6.png");
    assertEquals(trajectories.some(({ steps }) => JSON.stringify(steps).includes("Omitted in context")), false);
    assertEquals(trajectories.some(({ steps }) => JSON.stringify(steps).includes("b64_img")), false);
  },
});
