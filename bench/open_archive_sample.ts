/** What one fresh process measured. */
export interface OpenSample {
  /** Resident memory at the end. */
  readonly rssMb: number;
  readonly importMs: number;
  readonly openMs: number;
  /** A session, and the first request answered from the far end of the archive. */
  readonly firstMs: number;
  /** For comparison: the list read and parsed line by line, nothing checked and nothing kept. */
  readonly parseMs: number;
}

async function sample(dir: string | undefined): Promise<OpenSample> {
  const rssMb = () => Deno.memoryUsage().rss / 1e6;
  if (dir === undefined) return { rssMb: rssMb(), importMs: 0, openMs: 0, firstMs: 0, parseMs: 0 };
  const [importMs, { createReplaySession, openArchive }] = await timed(() => import("../env/replay/mod.ts"));
  const [openMs, archive] = await timed(() => openArchive(dir));
  const rss = rssMb();
  const { url } = archive.exchanges.at(-2)!.request;
  const [firstMs] = await timed(async () => {
    const session = createReplaySession(archive);
    const result = session.match({ method: "GET", url, headers: { "sec-fetch-dest": "document" } });
    if (result.level !== "exact") throw new Error(`the first answer is a ${result.level}`);
    await session.respond(result);
  });
  const [parseMs] = await timed(async () => {
    for (const line of (await Deno.readTextFile(`${dir}/entries.jsonl`)).split("\n")) if (line !== "") JSON.parse(line);
  });
  return { rssMb: rss, importMs, openMs, firstMs, parseMs };
}

async function timed<T>(work: () => Promise<T>): Promise<[ms: number, result: T]> {
  const from = performance.now();
  const result = await work();
  return [performance.now() - from, result];
}

if (import.meta.main) console.log(JSON.stringify(await sample(Deno.args[0])));
