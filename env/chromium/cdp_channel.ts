/** A way to speak to one target of the browser: a page, or a worker inside one. */
export interface CdpChannel {
  /** Sends a command and gives its result. */
  send(method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Hears an event. */
  on(event: string, heard: (params: Readonly<Record<string, unknown>>) => void): void;
}

/** A channel to a target that is reached through another, with what its owner must tell it. */
export interface ChildChannel extends CdpChannel {
  /** Takes a message of the target, as the parent's `Target.receivedMessageFromTarget` brings it. */
  take(message: string): void;
  /** The target is gone: all that is waited for fails. */
  end(): void;
}

/**
 * Opens a channel to a target that is attached to another, and so to targets inside targets.
 *
 * Playwright's own sessions know only the targets that it attached itself, so messages travel inside the parent's.
 *
 * @param parent The channel through which it is reached.
 * @param sessionId The session that `Target.attachedToTarget` named.
 * @returns The channel.
 */
export function childChannel(parent: CdpChannel, sessionId: string): ChildChannel {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const hearing = new Map<string, ((params: Readonly<Record<string, unknown>>) => void)[]>();
  let last = 0;
  let ended = false;
  const gone = () => new Error("Target closed");
  return {
    send(method, params = {}) {
      if (ended) return Promise.reject(gone());
      const id = ++last;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(id, answer);
      parent.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method, params }) })
        .catch((error: unknown) => {
          if (waiting.delete(id)) answer.reject(error);
        });
      return answer.promise;
    },
    on(event, heard) {
      hearing.set(event, [...hearing.get(event) ?? [], heard]);
    },
    take(text) {
      const message = JSON.parse(text) as {
        readonly id?: number;
        readonly method?: string;
        readonly params?: Readonly<Record<string, unknown>>;
        readonly result?: unknown;
        readonly error?: { readonly message: string };
      };
      if (message.id === undefined) {
        for (const heard of hearing.get(message.method ?? "") ?? []) heard(message.params ?? {});
        return;
      }
      const answer = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error === undefined) answer?.resolve(message.result);
      else answer?.reject(new Error(message.error.message));
    },
    end() {
      ended = true;
      for (const answer of waiting.values()) answer.reject(gone());
      waiting.clear();
    },
  };
}
