import type { Turnstile } from "./turnstile.ts";

/** Requests of scripts. */
export interface RequestWatch {
  /** How many are under way. */
  pending(): number;
  /** Grows whenever one begins. */
  started(): number;
  /** Counts something as under way until it has settled. */
  during<T>(work: Promise<T>): Promise<T>;
}

/**
 * Watches requests of fetch and XMLHttpRequest up to the last byte read, and has their answers wait at the turnstile.
 *
 * It is sent to the page as text, so it refers to nothing outside itself.
 *
 * @param realm The global object of a frame or a worker.
 * @param turnstile Lets answers in.
 * @returns What can be asked of it.
 */
export function watchRequests(realm: Window & typeof globalThis, turnstile: Turnstile): RequestWatch {
  let pending = 0;
  let started = 0;
  const begin = () => {
    pending++;
    started++;
  };
  const end = () => void pending--;
  const during = <T>(work: Promise<T>): Promise<T> => {
    begin();
    work.then(end, end);
    return work;
  };
  const inTurn = <T>(work: Promise<T>): Promise<T> => {
    begin();
    const place = turnstile.place();
    return new Promise((resolve, reject) => {
      const arrive = (run: () => void) => {
        end();
        turnstile.arrived(place, run);
      };
      work.then((value) => arrive(() => resolve(value)), (error: unknown) => arrive(() => reject(error)));
    });
  };
  const wrap = (target: object, name: string, around: (native: (...args: unknown[]) => unknown) => unknown) => {
    const native: unknown = Reflect.get(target, name);
    if (typeof native !== "function") return;
    const value = around(native as (...args: unknown[]) => unknown);
    Object.defineProperty(value, "name", { value: name });
    Object.defineProperty(value, "length", { value: native.length });
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true });
  };

  wrap(realm, "fetch", (native) => (...args: unknown[]) => {
    return inTurn(Reflect.apply(native, realm, args) as Promise<Response>);
  });
  for (const name of ["text", "json", "arrayBuffer", "blob", "formData", "bytes"]) {
    wrap(realm.Response.prototype, name, (native) =>
      function (this: Response) {
        return inTurn(Reflect.apply(native, this, []) as Promise<unknown>);
      });
  }

  const NativeRequest = realm.XMLHttpRequest;
  if (NativeRequest === undefined) return { pending: () => pending, started: () => started, during };
  type Held = { readonly place: number; outcome: string; loaded: number; total: number; isLetIn: boolean };
  const held = new WeakMap<XMLHttpRequest, Held>();
  const synchronous = new WeakSet<XMLHttpRequest>();
  const letIn = (request: XMLHttpRequest, state: Held) => {
    state.isLetIn = true;
    const { outcome, loaded, total } = state;
    const init = { lengthComputable: total > 0, loaded, total };
    request.dispatchEvent(new realm.Event("readystatechange"));
    if (outcome !== "") request.dispatchEvent(new realm.ProgressEvent(outcome, init));
    request.dispatchEvent(new realm.ProgressEvent("loadend", init));
    held.delete(request);
  };
  /** Stands before every listener of the page: it was added when the request was made. */
  const guard = (event: Event) => {
    const request = event.currentTarget as XMLHttpRequest;
    const state = held.get(request);
    if (state === undefined || state.isLetIn) return;
    event.stopImmediatePropagation();
    if (event instanceof realm.ProgressEvent && event.type !== "progress" && event.type !== "loadstart") {
      state.loaded = event.loaded;
      state.total = event.total;
      if (event.type !== "loadend") state.outcome = event.type;
    }
    if (event.type !== "loadend") return;
    end();
    turnstile.arrived(state.place, () => letIn(request, state));
  };
  const KINDS = ["readystatechange", "loadstart", "progress", "load", "error", "abort", "timeout", "loadend"];
  const Guarded = new Proxy(NativeRequest, {
    construct(target, args, newTarget) {
      const request = Reflect.construct(target, args, newTarget) as XMLHttpRequest;
      for (const kind of KINDS) request.addEventListener(kind, guard);
      return request;
    },
  });
  NativeRequest.prototype.constructor = Guarded;
  Object.defineProperty(realm, "XMLHttpRequest", { value: Guarded, writable: true, configurable: true });
  wrap(NativeRequest.prototype, "open", (native) =>
    function (this: XMLHttpRequest, ...args: unknown[]) {
      if (args.length > 2 && args[2] === false) synchronous.add(this);
      else synchronous.delete(this);
      return Reflect.apply(native, this, args);
    });
  wrap(NativeRequest.prototype, "send", (native) =>
    function (this: XMLHttpRequest, ...args: unknown[]) {
      if (synchronous.has(this)) return Reflect.apply(native, this, args);
      // What cannot be sent throws here, and nothing is then under way.
      const result = Reflect.apply(native, this, args);
      begin();
      held.set(this, { place: turnstile.place(), outcome: "", loaded: 0, total: 0, isLetIn: false });
      return result;
    });
  wrap(NativeRequest.prototype, "abort", (native) =>
    function (this: XMLHttpRequest, ...args: unknown[]) {
      const state = held.get(this);
      // The page called it off: it hears so at once, as it expects.
      if (state !== undefined && !state.isLetIn) {
        held.delete(this);
        end();
      }
      return Reflect.apply(native, this, args);
    });
  return { pending: () => pending, started: () => started, during };
}
