/** What the flags depend on. */
export interface ChromiumFlagsOptions {
  /** Value of `--host-resolver-rules`. */
  readonly resolverRules: string;
  /** Whether the browser must do without its sandbox: as root, or where the system has none to offer. */
  readonly withoutSandbox: boolean;
}

/**
 * The command line that makes Chromium quiet, repeatable and confined to the given hosts.
 *
 * @param options Hosts and sandbox.
 * @returns Arguments, beside those that Playwright gives by itself.
 */
export function chromiumFlags(options: ChromiumFlagsOptions): string[] {
  return [
    ...(options.withoutSandbox ? ["--no-sandbox"] : []),
    `--host-resolver-rules=${options.resolverRules}`,
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-domain-reliability",
    "--no-pings",
    // All frames of a page in one process: their tasks then have one order, and one session reaches them all.
    "--disable-site-isolation-trials",
    "--font-render-hinting=none",
    "--hide-scrollbars",
    "--mute-audio",
  ];
}
