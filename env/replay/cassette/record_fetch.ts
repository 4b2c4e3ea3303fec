import type { Clock } from "../../../base/mod.ts";
import type { HeaderList } from "../archive/exchange.ts";
import type { ReplayRequest } from "../request/replay_request.ts";
import type { CassetteRecording, ModelAnswer } from "./cassette_recording.ts";
import { DRAW_HEADER, type Fetch, readModelCall } from "./read_model_call.ts";

/** What {@linkcode recordFetch} takes. */
export interface RecordFetchOptions {
  /** Number or name of the draw of every call; a call's header `x-m2-draw` goes before it. */
  readonly draw?: string;
  /**
   * Measures calls whose answer does not tell `x-m2-latency-ms`, and tells it: then a replay takes the same virtual time.
   * A whole answer is measured to its end, a stream to its beginning.
   */
  readonly clock?: Clock;
}

const LATENCY = "x-m2-latency-ms";
/** Of the connection, or of a body that was decoded since. */
const DROPPED = ["content-encoding", "content-length", "transfer-encoding"];

/**
 * Makes a `fetch` that passes calls on to a provider and records them.
 *
 * A whole answer is passed on when all of it is there. A stream is passed on chunk by chunk; what came of it before it
 * was cut or called off is kept as an incomplete answer.
 *
 * @param carry Reaches the provider.
 * @param recording Takes the calls; one recording an episode.
 * @param options Draw and clock.
 * @returns The fetch.
 */
export function recordFetch(
  carry: Fetch,
  recording: CassetteRecording,
  options: RecordFetchOptions = {},
): typeof fetch {
  const { clock } = options;

  async function pass(request: ReplayRequest, input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const draw = request.headers[DRAW_HEADER] ?? options.draw;
    const settle = recording.arrived(
      draw === undefined ? request : { ...request, headers: { ...request.headers, [DRAW_HEADER]: draw } },
    );
    const began = clock?.now() ?? 0;
    const headers = new Headers(request.headers);
    headers.delete(DRAW_HEADER);
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const failure = () => signal?.aborted === true ? "aborted" as const : "network" as const;
    let response: Response;
    let whole: Uint8Array<ArrayBuffer> | undefined;
    try {
      response = await carry(input, { ...init, headers });
      if (!isEventStream(response)) whole = await response.bytes();
    } catch (error) {
      settle(failure());
      throw error;
    }
    const told = new Headers(response.headers);
    for (const name of DROPPED) told.delete(name);
    if (clock !== undefined && !told.has(LATENCY)) told.set(LATENCY, String(Math.max(0, clock.now() - began)));
    const { status, statusText } = response;
    const answer = { status, headers: [...told] as HeaderList };
    if (whole === undefined) {
      const tee = recordedStream(
        response.body!,
        (chunks, complete) => settle({ ...answer, chunks, streamed: true, complete }),
      );
      return new Response(tee, { status, statusText, headers: told });
    }
    settle({ ...answer, chunks: [whole], streamed: false, complete: true });
    return new Response(whole.length === 0 ? null : whole, { status, statusText, headers: told });
  }

  return async (input, init) => {
    const call = readModelCall(input, init);
    return await (call instanceof Promise ? call.then((read) => pass(read, input, init)) : pass(call, input, init));
  };
}

function isEventStream({ headers, body }: Response): boolean {
  return body !== null && (headers.get("content-type") ?? "").toLowerCase().startsWith("text/event-stream");
}

/** Passes chunks on as they come, and tells all of them once at the end, whichever end it is. */
function recordedStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  settle: (chunks: ModelAnswer["chunks"], complete: boolean) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          settle(chunks, true);
          return controller.close();
        }
        chunks.push(new Uint8Array(value));
        controller.enqueue(value);
      } catch (error) {
        settle(chunks, false);
        controller.error(error);
      }
    },
    async cancel(reason) {
      settle(chunks, false);
      await reader.cancel(reason);
    },
  }, { highWaterMark: 0 });
}
