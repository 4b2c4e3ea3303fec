import type { FormatInfo, Sample, TrajectoryFormat } from "../format.ts";
import { ImportFormatError } from "../import_error.ts";
import {
  agentRewardBench,
  agentRewardBenchJudgment,
  browserTrace,
  longMemEval,
  mind2Web,
  molmoWeb,
  uatd,
  webArenaVerifiedResponse,
  webArenaVerifiedResult,
} from "./benchmarks.ts";
import { browserUseHistory, browserUseResults } from "./browser_use.ts";
import { agentTrek, atif, inspectLog } from "./chats.ts";
import { goBrowse } from "./go_browse.ts";
import { canonical, episode } from "./m2lab.ts";
import { awm, reasoningBank, webCoach } from "./memory_stores.ts";
import { nnetNav } from "./nnetnav.ts";
import { abp, onlineMind2WebV1, webJudge } from "./online_mind2web.ts";
import { onlineMind2WebV2 } from "./online_mind2web_v2.ts";
import { webVoyager } from "./webvoyager.ts";

/** Every format that is read; the first that matches a file is taken, so the narrower ones stand first. */
export const trajectoryFormats: readonly TrajectoryFormat[] = [
  webVoyager,
  abp,
  onlineMind2WebV2,
  webJudge,
  onlineMind2WebV1,
  browserUseHistory,
  browserUseResults,
  agentRewardBenchJudgment,
  agentRewardBench,
  inspectLog,
  webArenaVerifiedResult,
  webArenaVerifiedResponse,
  longMemEval,
  nnetNav,
  goBrowse,
  agentTrek,
  uatd,
  browserTrace,
  molmoWeb,
  mind2Web,
  atif,
  reasoningBank,
  webCoach,
  awm,
  canonical,
  episode,
];

/** What can be imported, and how far each reading can be trusted. */
export const importFormats: readonly FormatInfo[] = trajectoryFormats;

/**
 * Finds a format by its id.
 *
 * @param id The id.
 * @returns The format.
 * @throws {ImportFormatError} When there is none of that name.
 */
export function formatNamed(id: string): TrajectoryFormat {
  const found = trajectoryFormats.find((format) => format.id === id);
  if (found !== undefined) return found;
  throw new ImportFormatError(`Cannot import trajectories as the format must be known: "${id}" is not`, {
    hint: `choose auto, or one of ${trajectoryFormats.map((format) => format.id).join(", ")}`,
  });
}

/**
 * Finds a file's format by what stands in it; its name decides nothing.
 *
 * @param sample The file's head.
 * @returns The format, or why there is none.
 */
export function detectFormat(sample: Sample): TrajectoryFormat | string {
  if (sample.layout === "binary") {
    return sample.text.startsWith("\u0080") || /\.(pkl|pickle|gz)$/.test(sample.name)
      ? "pickles and archives are not read, since a pickle is a program: import the JSON of AgentRewardBench instead"
      : "it must be text or JSON: it is binary";
  }
  return trajectoryFormats.find((format) => format.matches(sample)) ?? "its content is in no known format";
}
