/**
 * What people look at: pure functions of result files.
 *
 * @module
 */
export { renderUse } from "./use_text.ts";
export { renderSweep } from "./sweep_table.ts";
export { renderTable, shortCount, type TableOptions } from "./table.ts";
export { type ReportOptions, writeReport } from "./write_report.ts";
export { type IndexInput, indexPage } from "./index_page.ts";
export { episodePage } from "./episode_page.ts";
export type { EpisodeView, InsightView, PartView, StepView } from "./episode_view.ts";
