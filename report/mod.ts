/**
 * What people look at: pure functions of result files.
 *
 * @module
 */
export { renderTable, shortCount, type TableOptions } from "./table.ts";
