import type { LoopbackRequest } from "./loopback_server.ts";

/**
 * Puts the script that every worker must begin with before a script that is asked for as a worker.
 *
 * What a module imports runs before its own first line, so there the script becomes the first import.
 *
 * @param response The answer.
 * @param asked The request; browsers say what it is for, over https.
 * @param script The script, where there is one.
 * @returns The answer, with the script before it where it is a worker's.
 */
export async function withWorkerStart(
  response: Response,
  asked: LoopbackRequest,
  script: string | undefined,
): Promise<Response> {
  if (script === undefined || asked.headers["sec-fetch-dest"] !== "worker" || response.status !== 200) return response;
  const text = await response.text();
  const isModule = /^[ \t]*(import|export)\b/m.test(text);
  const start = isModule ? `import ${JSON.stringify(`data:text/javascript,${encodeURIComponent(script)}`)};` : script;
  return new Response(start + text, { status: response.status, headers: response.headers });
}
