import type { PageActivity } from "./activity.ts";

/**
 * Puts EventSource and WebSocket under the page's own clock: what the server sends comes at once and is shown to the page
 * when its virtual time has moved on by the recorded gap. So a stream is as deterministic as a timer.
 *
 * The server is told so by `m2=gaps` in the Accept header of an event stream, and by the WebSocket subprotocol
 * `m2.frames`; see `env/replay/serve`. It is sent to the page as text, so it refers to nothing outside itself.
 *
 * @param realm The frame's global object, with its virtual clock in place.
 * @param activity What the page waits for.
 */
export function installStreams(realm: Window & typeof globalThis, activity: Pick<PageActivity, "during">): void {
  const DEFAULT_RETRY_MS = 3000;
  const { fetch: load, setTimeout: later } = realm;
  const define = (name: string, value: unknown) => {
    Object.defineProperty(realm, name, { value, writable: true, configurable: true, enumerable: false });
  };

  /** `onopen` and its like, as properties of the prototype. */
  const handlers = (prototype: object, names: readonly string[]) => {
    for (const name of names) {
      const slot = Symbol(name);
      type Holder = EventTarget & { [slot]?: ((event: Event) => unknown) | null };
      Object.defineProperty(prototype, `on${name}`, {
        configurable: true,
        enumerable: true,
        get(this: Holder) {
          return this[slot] ?? null;
        },
        set(this: Holder, handler: unknown) {
          if (!(slot in this)) this.addEventListener(name, (event) => void this[slot]?.call(this, event));
          this[slot] = typeof handler === "function" ? handler as (event: Event) => unknown : null;
        },
      });
    }
  };

  /** What is to happen, each after a gap of virtual time from the one before. */
  const timeline = () => {
    const waiting: { readonly gapMs: number; readonly run: () => void }[] = [];
    let stopped = false;
    let isRunning = false;
    const next = () => {
      const step = waiting.shift();
      isRunning = step !== undefined && !stopped;
      if (step === undefined || stopped) return;
      later(() => {
        if (!stopped) step.run();
        next();
      }, step.gapMs);
    };
    return {
      add(gapMs: number, run: () => void) {
        waiting.push({ gapMs, run });
        if (!isRunning) next();
      },
      stop: () => void (stopped = true),
    };
  };

  class VirtualEventSource extends realm.EventTarget {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSED = 2;
    readonly CONNECTING = 0;
    readonly OPEN = 1;
    readonly CLOSED = 2;
    readonly url: string;
    readonly withCredentials: boolean;
    readyState = 0;
    #lastId = "";
    #retryMs = DEFAULT_RETRY_MS;
    #abort = new realm.AbortController();
    #timeline = timeline();

    constructor(url: string | URL, init: { withCredentials?: boolean } = {}) {
      super();
      this.url = new realm.URL(url, realm.document?.baseURI ?? realm.location.href).href;
      this.withCredentials = init.withCredentials === true;
      void this.#connect();
    }

    close(): void {
      this.readyState = 2;
      this.#timeline.stop();
      this.#abort.abort();
    }

    async #connect(): Promise<void> {
      let response: Response;
      try {
        response = await load(this.url, {
          headers: { accept: "text/event-stream;m2=gaps" },
          cache: "no-store",
          credentials: this.withCredentials ? "include" : "same-origin",
          signal: this.#abort.signal,
        });
      } catch {
        // A lost connection is tried again, as the native one would be.
        return this.#lost();
      }
      if (this.readyState === 2) return;
      const type = response.headers.get("content-type") ?? "";
      if (response.status !== 200 || response.body === null || !/^text\/event-stream/i.test(type)) {
        this.readyState = 2;
        this.dispatchEvent(new realm.Event("error"));
        return;
      }
      this.readyState = 1;
      this.dispatchEvent(new realm.Event("open"));
      await this.#read(response.body.pipeThrough(new realm.TextDecoderStream()).getReader(), response.url);
    }

    async #read(reader: ReadableStreamDefaultReader<string>, address: string): Promise<void> {
      const origin = new realm.URL(address).origin;
      let rest = "";
      let gapMs = 0;
      let data: string[] = [];
      let type = "";
      let id = this.#lastId;
      let isRecorded = false;
      let isFirst = true;
      const line = (text: string) => {
        if (text === "") {
          if (data.length > 0) {
            const event = new realm.MessageEvent(type === "" ? "message" : type, {
              data: data.join("\n"),
              origin,
              lastEventId: id,
            });
            this.#lastId = id;
            this.#timeline.add(gapMs, () => void this.dispatchEvent(event));
            gapMs = 0;
          }
          data = [];
          type = "";
          return undefined;
        }
        if (text === ":m2 recorded") isRecorded = true;
        if (text === ":m2 hold") return "hold";
        if (text.startsWith(":m2 gap=")) gapMs += Number(text.slice(8));
        const at = text.indexOf(":");
        if (at === 0) return undefined;
        const field = at < 0 ? text : text.slice(0, at);
        const value = at < 0 ? "" : text.slice(text[at + 1] === " " ? at + 2 : at + 1);
        if (field === "data") data.push(value);
        if (field === "event") type = value;
        if (field === "id" && !value.includes("\0")) id = value;
        if (field === "retry" && /^\d+$/.test(value)) this.#retryMs = Number(value);
        return undefined;
      };
      for (;;) {
        const reading = reader.read();
        let chunk: ReadableStreamReadResult<string>;
        try {
          // A recording comes whole and is waited for; a live stream may say nothing for hours.
          chunk = await (isFirst || isRecorded ? activity.during(reading) : reading);
        } catch {
          break;
        }
        isFirst = false;
        if (chunk.done) break;
        const lines = (rest + chunk.value).split(/\r\n|\n|\r(?!$)/);
        rest = lines.pop() ?? "";
        // The recorded stream was left by the page: nothing more comes, and nothing is asked for again.
        for (const text of lines) if (line(text) === "hold") return;
      }
      this.#timeline.add(gapMs, () => this.#lost());
    }

    #lost(): void {
      if (this.readyState === 2) return;
      this.readyState = 0;
      this.dispatchEvent(new realm.Event("error"));
      later(() => {
        if (this.readyState === 0) void this.#connect();
      }, this.#retryMs);
    }
  }
  handlers(VirtualEventSource.prototype, ["open", "message", "error"]);
  Object.defineProperty(VirtualEventSource, "name", { value: "EventSource" });
  if (realm.EventSource !== undefined) define("EventSource", VirtualEventSource);

  const NativeWebSocket = realm.WebSocket;
  if (NativeWebSocket === undefined) return;
  const FRAMES = "m2.frames";
  /** What the server sends: frames with their gaps; `ack` says that a frame of the page was taken. */
  type Envelope = {
    readonly protocol?: string;
    readonly ack?: boolean;
    readonly frames?: readonly {
      readonly gapMs: number;
      readonly text?: string;
      readonly base64?: string;
      readonly close?: { readonly code?: number; readonly reason?: string };
    }[];
  };
  const bytesOf = (base64: string) => realm.Uint8Array.from(realm.atob(base64), (character) => character.charCodeAt(0));
  const base64Of = (bytes: Uint8Array) => realm.btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

  class VirtualWebSocket extends realm.EventTarget {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSING = 2;
    static readonly CLOSED = 3;
    readonly CONNECTING = 0;
    readonly OPEN = 1;
    readonly CLOSING = 2;
    readonly CLOSED = 3;
    readonly url: string;
    readonly extensions = "";
    readonly bufferedAmount = 0;
    protocol = "";
    binaryType: BinaryType = "blob";
    readyState = 0;
    readonly #native: WebSocket;
    readonly #timeline = timeline();
    /** Answers that the page waits for: one for the opening, one a frame. */
    readonly #owed: (() => void)[] = [];
    #sending: Promise<unknown> = Promise.resolve();

    constructor(url: string | URL, protocols: string | readonly string[] = []) {
      super();
      const wanted = typeof protocols === "string" ? [protocols] : [...protocols];
      this.#native = new NativeWebSocket(url, [...wanted, FRAMES]);
      this.url = this.#native.url;
      this.#owe();
      this.#native.onmessage = ({ data }) => this.#take(JSON.parse(String(data)) as Envelope);
      this.#native.onclose = ({ code, reason }) => {
        for (const paid of this.#owed.splice(0)) paid();
        this.#timeline.add(0, () => this.#closed(code, reason, code !== 1000 && code !== 1005));
      };
    }

    send(data: string | Blob | ArrayBuffer | ArrayBufferView): void {
      if (this.readyState === 0) {
        throw new realm.DOMException("The connection is not open yet.", "InvalidStateError");
      }
      if (this.readyState !== 1) return;
      this.#owe();
      this.#sending = this.#sending.then(async () => {
        const frame = typeof data === "string" ? { text: data } : { base64: base64Of(await this.#bytes(data)) };
        this.#native.send(JSON.stringify(frame));
      });
    }

    close(code?: number, reason?: string): void {
      if (code !== undefined && code !== 1000 && (code < 3000 || code > 4999)) {
        throw new realm.DOMException(`The code ${code} must be 1000 or from 3000 to 4999.`, "InvalidAccessError");
      }
      if (this.readyState >= 2) return;
      this.readyState = 2;
      void this.#sending.then(() => this.#native.close(code, reason));
    }

    async #bytes(data: Blob | ArrayBuffer | ArrayBufferView): Promise<Uint8Array> {
      if (data instanceof realm.Blob) return new realm.Uint8Array(await data.arrayBuffer());
      if (data instanceof realm.ArrayBuffer) return new realm.Uint8Array(data);
      return new realm.Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    }

    #owe(): void {
      void activity.during(new Promise<void>((resolve) => void this.#owed.push(resolve)));
    }

    #take({ protocol, ack, frames = [] }: Envelope): void {
      if (protocol !== undefined) {
        this.#timeline.add(0, () => {
          this.protocol = protocol;
          if (this.readyState === 0) this.readyState = 1;
          this.dispatchEvent(new realm.Event("open"));
        });
      }
      for (const { gapMs, text, base64, close } of frames) {
        this.#timeline.add(gapMs, () => {
          if (close !== undefined) return this.#closed(close.code ?? 1005, close.reason ?? "", false);
          if (this.readyState !== 1) return;
          const bytes = base64 === undefined ? undefined : bytesOf(base64);
          const data = bytes === undefined
            ? text ?? ""
            : this.binaryType === "arraybuffer"
            ? bytes.buffer
            : new realm.Blob([bytes]);
          const { origin } = new realm.URL(this.url);
          this.dispatchEvent(new realm.MessageEvent("message", { data, origin }));
        });
      }
      if (protocol !== undefined || ack === true) this.#owed.shift()?.();
    }

    #closed(code: number, reason: string, isError: boolean): void {
      if (this.readyState === 3) return;
      this.readyState = 3;
      this.#timeline.stop();
      if (this.#native.readyState < 2) this.#native.close();
      if (isError) this.dispatchEvent(new realm.Event("error"));
      const wasClean = !isError;
      this.dispatchEvent(new realm.CloseEvent("close", { code, reason, wasClean }));
    }
  }
  handlers(VirtualWebSocket.prototype, ["open", "message", "error", "close"]);
  Object.defineProperty(VirtualWebSocket, "name", { value: "WebSocket" });
  define("WebSocket", VirtualWebSocket);
}
