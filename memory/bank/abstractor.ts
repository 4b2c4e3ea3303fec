import type { Trajectory } from "../../env/mod.ts";
import { hasLiteral } from "./goal_values.ts";
import { covering } from "./miners/covering.ts";
import { disabledUntil } from "./miners/disabled_until.ts";
import { finalCheck } from "./miners/final_check.ts";
import { formOrder } from "./miners/form_order.ts";
import { hiddenDetail } from "./miners/hidden_detail.ts";
import { lastPage } from "./miners/last_page.ts";
import { listOrder } from "./miners/list_order.ts";
import { resetControl } from "./miners/reset_control.ts";
import { searchStrategy } from "./miners/search_strategy.ts";
import { wholeName } from "./miners/whole_name.ts";
import { type Finding, type Miner, type Trail, trailOf } from "./trail.ts";

/** What is looked for; what warns comes first. */
const MINERS: readonly Miner[] = [
  listOrder,
  resetControl,
  covering,
  hiddenDetail,
  wholeName,
  disabledUntil,
  lastPage,
  formOrder,
  finalCheck,
  searchStrategy,
];

/**
 * Distils general lessons from a successful trajectory: what the agent did that made the difference, and why, with the
 * labels of the site's controls and without any value of the task.
 *
 * Deterministic. It reads pages, actions and outcomes, not the agent's thoughts. A lesson that would hold a digit, a
 * currency, an address or a value of the goal is dropped.
 *
 * @param trajectory One that was judged a success.
 * @returns Findings in a fixed order; each text once, with all the steps that show it.
 *
 * @see M² (arXiv 2603.00503), section 2.3: the abstractor. There a multimodal model reads the trajectory; here rules do.
 */
export function abstractInsights(trajectory: Trajectory): Finding[] {
  const trail = trailOf(trajectory);
  const byText = new Map<string, Finding>();
  for (const finding of MINERS.flatMap((mine) => mine(trail))) {
    if (!isClean(finding.text, trail)) continue;
    const steps = [...(byText.get(finding.text)?.steps ?? []), ...finding.steps];
    byText.set(finding.text, { ...finding, steps: [...new Set(steps)].sort((a, b) => a - b) });
  }
  return [...byText.values()];
}

/** The last gate; labels were checked one by one before. */
function isClean(text: string, { values }: Trail): boolean {
  const lower = text.toLowerCase();
  return !hasLiteral(text) && !values.phrases.some((phrase) => lower.includes(phrase));
}
