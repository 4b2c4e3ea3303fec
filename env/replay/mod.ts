/**
 * Recorded pages: archive, matching, sessions, MSW handlers, the loopback server that a browser talks to, and the recorder.
 *
 * @module
 */
export type { StatefulHandler, StatefulRequest, StatefulResponse } from "./stateful.ts";
