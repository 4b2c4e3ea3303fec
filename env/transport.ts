import type { BrowserReport } from "./browser.ts";

/** What every page of a recording is shown as the world's fixed facts. Kept in the archive; a replay refuses others. */
export interface PageProfile {
  /** Virtual time at which every episode begins: milliseconds since 1970, UTC. */
  readonly epochMs: number;
  /** Seed of the page's Math.random, getRandomValues and randomUUID; the archive's, never the episode's. */
  readonly seed: number;
  /** CSS pixels. */
  readonly viewport: { readonly width: number; readonly height: number };
  /** BCP 47: `en-GB`. */
  readonly locale: string;
  /** IANA: `UTC`. */
  readonly timezone: string;
}

/**
 * What answers a browser's requests: a replay session behind a loopback TLS server, or a recorder in front of a live site.
 * One transport serves one episode.
 */
export interface PageTransport {
  /** Value of Chromium's `--host-resolver-rules`: every name leads to the loopback server, or nowhere. */
  readonly resolverRules: string;
  /** The world's fixed facts, which every page is shown. */
  readonly profile: PageProfile;
  /** Tells which step the requests from now on belong to; −1 while the start page loads. */
  setStep(step: number): void;
  /** Requests that have arrived and are not yet wholly answered; streams that stay open are not counted. */
  inFlight(): number;
  /** The first document, data or mutation that the recording did not hold, as one sentence; stays once it happened. */
  diverged(): string | undefined;
  /** Everything {@linkcode BrowserReport} tells but the final address. */
  report(): Omit<BrowserReport, "finalUrl">;
  /**
   * Gives the script that every dedicated worker must begin with; scripts that are asked for as workers are sent with it
   * from then on. A transport without this leaves workers on real time.
   */
  beginWorkersWith?(script: string): void;
  /** Stops the server; waits for nothing that hangs. */
  close(): Promise<void>;
}
