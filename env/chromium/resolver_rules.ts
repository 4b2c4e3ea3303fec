/**
 * Whether an address leads anywhere under Chromium's host resolver rules, so that a page is not left for one that cannot
 * be reached.
 *
 * @param rules Value of `--host-resolver-rules`: `MAP PATTERN REPLACEMENT` and `EXCLUDE PATTERN`, parted by commas.
 * @param url The address.
 * @returns False only where the rules say that the name is not found.
 */
export function resolves(rules: string, url: URL): boolean {
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  for (const rule of rules.split(",")) {
    const [kind, pattern, replacement] = rule.trim().split(/\s+/);
    if (pattern === undefined || !fits(pattern, url.hostname, port)) continue;
    if (kind?.toUpperCase() === "EXCLUDE") return true;
    if (kind?.toUpperCase() === "MAP") return replacement?.toUpperCase() !== "~NOTFOUND";
  }
  return true;
}

function fits(pattern: string, host: string, port: string): boolean {
  const [, name = pattern, wantedPort] = /^(.*?)(?::(\d+))?$/.exec(pattern) ?? [];
  if (wantedPort !== undefined && wantedPort !== port) return false;
  const source = name.toLowerCase().split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&")).join(".*");
  return new RegExp(`^${source}$`).test(host.toLowerCase());
}
