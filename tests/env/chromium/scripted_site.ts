import type { PageTransport } from "../../../env/mod.ts";

/** What a site of a test answers; undefined is a 404. */
export type Answer = (request: Request, url: URL) => Response | Promise<Response> | undefined;

/** A transport over a function, with the world's fixed facts. */
export interface ScriptedSite extends PageTransport {
  /** Makes every later answer wait so long, in real milliseconds. */
  delay(ms: number): void;
  /** Steps in the order in which they were set. */
  readonly steps: readonly number[];
  /** Method and address of what was asked, in order of arrival. */
  readonly asked: readonly string[];
  /** From now on the world is no longer the recorded one. */
  diverge(sentence: string): void;
}

/**
 * Serves every host name from one function.
 *
 * @param answer The site.
 * @returns The transport; close it.
 */
export function scriptedSite(answer: Answer): ScriptedSite {
  let inFlight = 0;
  let wait = 0;
  let divergence: string | undefined;
  const steps: number[] = [];
  const asked: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    inFlight++;
    try {
      const url = new URL(request.url);
      asked.push(`${request.method} ${request.headers.get("host")}${url.pathname}${url.search}`);
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      return await answer(request, url) ?? new Response("not here", { status: 404 });
    } finally {
      inFlight--;
    }
  });
  return {
    resolverRules: `MAP *.test:80 127.0.0.1:${server.addr.port}, MAP * ~NOTFOUND`,
    profile: {
      epochMs: Date.UTC(2026, 0, 5, 9),
      seed: 7,
      viewport: { width: 800, height: 600 },
      locale: "en-GB",
      timezone: "UTC",
    },
    setStep: (step) => void steps.push(step),
    inFlight: () => inFlight,
    diverged: () => divergence,
    report: () => ({ state: {}, exchanges: [], validity: "clean", misses: [], leaks: 0 }),
    close: async () => await server.shutdown(),
    delay(ms) {
      wait = ms;
    },
    steps,
    asked,
    diverge(sentence) {
      divergence = sentence;
    },
  };
}

/**
 * A page of a test.
 *
 * @param body What stands in it.
 * @param title Its title.
 * @returns The response.
 */
export function page(body: string, title = "Test"): Response {
  return new Response(`<!doctype html><html lang=en><title>${title}</title><body>${body}`, {
    headers: { "content-type": "text/html; charset=utf-8" },
  });
}
