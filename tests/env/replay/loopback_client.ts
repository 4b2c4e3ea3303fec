import type { PageTransport } from "../../../env/mod.ts";
import { loopbackCertificate } from "../../../env/replay/serve/loopback_certificate.ts";

/** A client that goes where a browser under the resolver rules would go. */
export async function loopbackClient(transport: PageTransport) {
  const { cert } = await loopbackCertificate();
  const ports = new Map(
    [...transport.resolverRules.matchAll(/MAP \*:(\d+) 127\.0\.0\.1:(\d+)/g)].map(([, asked, own]) => [asked, own]),
  );
  const client = Deno.createHttpClient({ caCerts: [cert], allowHost: true });
  return {
    /** Asks for an address as a browser would: never follows a redirect by itself. */
    get(address: string, init: RequestInit = {}) {
      const url = new URL(address);
      const headers = { "sec-fetch-dest": "document", ...init.headers as Record<string, string>, host: url.host };
      const asked = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
      const origin = `${url.protocol}//127.0.0.1:${ports.get(asked)}`;
      return fetch(`${origin}${url.pathname}${url.search}`, { ...init, client, headers, redirect: "manual" });
    },
    [Symbol.dispose]: () => client.close(),
  };
}
