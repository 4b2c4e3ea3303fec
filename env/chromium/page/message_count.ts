import type { Turnstile } from "./turnstile.ts";

/** Counts messages between a realm and the dedicated workers beside it. */
export interface MessageCount {
  /** Messages sent less messages heard. Over all realms of a page the sum is zero once none is on its way. */
  balance(): number;
}

/**
 * Counts what a realm says to its dedicated workers, and a worker to its owner, so that the host knows when a message is
 * still on its way between two threads.
 *
 * It is sent to the page as text, so it refers to nothing outside itself.
 *
 * @param realm The global object of a frame or a worker.
 * @param turnstile Lets messages in, by the place of the worker that sent them.
 * @returns The count.
 */
export function countMessages(realm: Window & typeof globalThis, turnstile: Turnstile): MessageCount {
  const isWorker = realm.document === undefined;
  // A worker that begins is a message that its owner sent: until it is there, something is on its way.
  let balance = isWorker ? -1 : 0;
  const counted = (native: (...args: unknown[]) => unknown) =>
    function (this: unknown, ...args: unknown[]) {
      // A value that cannot be cloned throws before it is sent.
      const result = Reflect.apply(native, this ?? realm, args);
      balance++;
      return result;
    };
  /** Stands before every listener of the page, and gives them the message when its turn comes. */
  const hearing = (place: number) => {
    let isLetIn = false;
    return (event: MessageEvent) => {
      if (isLetIn) return;
      event.stopImmediatePropagation();
      balance--;
      const { data, origin, ports, source } = event;
      const target = event.currentTarget as EventTarget;
      turnstile.arrived(place, () => {
        isLetIn = true;
        target.dispatchEvent(new realm.MessageEvent("message", { data, origin, source, ports: [...ports] }));
        isLetIn = false;
      });
    };
  };
  if (isWorker) {
    const value = counted(Reflect.get(realm, "postMessage") as (...args: unknown[]) => unknown);
    Object.defineProperty(value, "name", { value: "postMessage" });
    Object.defineProperty(realm, "postMessage", { value, writable: true, configurable: true, enumerable: true });
    realm.addEventListener("message", hearing(0));
  }
  const NativeWorker = realm.Worker;
  if (NativeWorker === undefined) return { balance: () => balance };
  const post = counted(NativeWorker.prototype.postMessage as (...args: unknown[]) => unknown);
  Object.defineProperty(post, "name", { value: "postMessage" });
  Object.defineProperty(NativeWorker.prototype, "postMessage", {
    value: post,
    writable: true,
    configurable: true,
    enumerable: true,
  });
  const Counted = new Proxy(NativeWorker, {
    construct(target, args, newTarget) {
      const worker = Reflect.construct(target, args, newTarget) as Worker;
      balance++;
      worker.addEventListener("message", hearing(turnstile.place()));
      return worker;
    },
  });
  NativeWorker.prototype.constructor = Counted;
  Object.defineProperty(realm, "Worker", { value: Counted, writable: true, configurable: true, enumerable: false });
  return { balance: () => balance };
}
