/**
 * The adapter that meets the web through Chromium: {@linkcode openChromium} starts one for an episode,
 * {@linkcode findChromium} finds the executable.
 *
 * @module
 */
export {
  bundledChromium,
  bundledFolder,
  type ChromiumInstallation,
  findChromium,
  type FindChromiumOptions,
} from "./find_chromium.ts";
export { type ChromiumBrowser, openChromium, type OpenChromiumOptions } from "./open_chromium.ts";
