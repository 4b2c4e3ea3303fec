import { ModelError } from "../error.ts";

/** The part of `fetch` that an OpenAI client needs. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * Makes a fetch whose answers end with an error once they are longer than allowed, so that no endpoint can fill the memory.
 *
 * @param carry Carries the requests.
 * @param maxBytes Most bytes of an answer's body.
 * @param model The model's name, for the message.
 * @returns The fetch.
 */
export function boundedFetch(carry: Fetch, maxBytes: number, model: string): Fetch {
  return async (input, init) => {
    const response = await carry(input, init);
    if (response.body === null) return response;
    let bytes = 0;
    const bounded = response.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          bytes += chunk.length;
          if (bytes <= maxBytes) return controller.enqueue(chunk);
          throw new ModelError(
            `Cannot use the reply of ${model} as it must be at most ${maxBytes} bytes: it is longer`,
            "environment",
            { hint: "raise maxReplyBytes, or lower the most that the model may write" },
          );
        },
      }),
    );
    return new Response(bounded, response);
  };
}
