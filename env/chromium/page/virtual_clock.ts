/** What the host knows about the timers of one frame. Times are virtual milliseconds since the episode began. */
export interface TimerStatus {
  /** The frame's own time: the host's, or later where the page waited in a busy loop. */
  readonly now: number;
  /** When the next timer is due; null when none waits. */
  readonly nextDue: number | null;
  /** The same, counting only timers that are not part of an endless series. */
  readonly nextFresh: number | null;
}

/** The virtual clock of one frame, as the page's agent drives it. */
export interface PageClock {
  /** Moves time to `now`; fires nothing. */
  setTime(now: number): void;
  /** Fires timers due at the present time, one after another, until one starts `work` or none is left. */
  fire(work: () => number): Promise<void>;
  /** What waits. */
  status(): TimerStatus;
  /** How many timers were ever set: a sign of life. */
  timersSet(): number;
  /** Lets every task that is already queued run. */
  hop(): Promise<void>;
  /** Waits for the browser to draw a real frame, so that observers report; gives up after `ms` real milliseconds. */
  nextFrame(ms: number): Promise<void>;
  /** Waits in real time: for the network alone. */
  pause(ms: number): Promise<void>;
}

/** Where one frame's time begins. */
export interface PageClockOptions {
  /** Milliseconds since 1970 at which the episode began. */
  readonly epochMs: number;
  /** Virtual milliseconds since then. */
  readonly now: number;
}

/**
 * Puts a clock that moves only on command in place of everything by which a page can tell time or wait: Date, setTimeout,
 * setInterval, requestAnimationFrame, requestIdleCallback, performance.now, event time stamps and AbortSignal.timeout.
 *
 * It is sent to the page as text, so it refers to nothing outside itself.
 *
 * @param realm The frame's global object.
 * @param options Where time begins.
 * @returns The handle that moves it.
 */
export function installVirtualClock(realm: Window & typeof globalThis, options: PageClockOptions): PageClock {
  type Timer = {
    readonly id: number;
    readonly kind: "timer" | "frame" | "idle";
    readonly due: number;
    readonly period: number | undefined;
    readonly depth: number;
    readonly run: (due: number) => void;
  };
  /** A timer set this deep inside other timers' callbacks belongs to a series that may never end. */
  const SERIES_DEPTH = 12;
  /** The standard's clamp: timers nested deeper than this wait at least 4 ms. */
  const CLAMP_DEPTH = 5;
  /** Reads of the clock within one task before it moves by 1 ms, so that a loop that waits for time comes to an end. */
  const READS_PER_MS = 1000;
  const FRAME_MS = 16;

  const { epochMs } = options;
  const origin = options.now;
  let now = options.now;
  let reads = 0;
  let lastId = 0;
  let depth = 0;
  const timers = new Map<number, Timer>();

  const NativeDate = realm.Date;
  const nativeSetTimeout = realm.setTimeout.bind(realm);
  const nativeClearTimeout = realm.clearTimeout.bind(realm);
  // A worker may have no frames.
  const nativeFrame = realm.requestAnimationFrame?.bind(realm);

  const read = (): number => {
    if (++reads >= READS_PER_MS) {
      reads = 0;
      now += 1;
    }
    return now;
  };

  const define = (target: object, name: string, value: unknown) => {
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true });
  };

  const defineWhereNative = (name: string, value: unknown) => {
    if (name in realm) define(realm, name, value);
  };

  function VirtualDate(this: unknown, ...args: unknown[]): unknown {
    if (new.target === undefined) return new NativeDate(epochMs + read()).toString();
    return Reflect.construct(NativeDate, args.length === 0 ? [epochMs + read()] : args, new.target);
  }
  Object.defineProperty(VirtualDate, "name", { value: "Date" });
  Object.defineProperty(VirtualDate, "length", { value: 7 });
  VirtualDate.prototype = NativeDate.prototype;
  VirtualDate.now = () => epochMs + read();
  VirtualDate.parse = NativeDate.parse;
  VirtualDate.UTC = NativeDate.UTC;
  NativeDate.prototype.constructor = VirtualDate;
  Object.defineProperty(realm, "Date", { value: VirtualDate, writable: true, configurable: true });

  define(realm.performance, "now", () => read() - origin);
  define(realm.performance, "timeOrigin", epochMs + origin);
  Object.defineProperty(realm.Event.prototype, "timeStamp", { get: () => now - origin, configurable: true });

  const add = (kind: Timer["kind"], wait: number, period: number | undefined, run: Timer["run"]): number => {
    const id = ++lastId;
    timers.set(id, { id, kind, due: now + wait, period, depth, run });
    return id;
  };
  const cancel = (...kinds: readonly Timer["kind"][]) => (id?: number) => {
    const timer = timers.get(Number(id));
    if (timer !== undefined && kinds.includes(timer.kind)) timers.delete(timer.id);
  };
  const callable = (handler: unknown, args: readonly unknown[]): () => void =>
    typeof handler === "function"
      ? () => void Reflect.apply(handler, realm, args)
      : () => void (0, realm.eval)(String(handler));
  const waitOf = (delay: unknown): number => {
    const ms = Math.trunc(Number(delay));
    const wait = ms > 0 && ms < 2 ** 31 ? ms : 0;
    return depth >= CLAMP_DEPTH ? Math.max(4, wait) : wait;
  };

  define(realm, "setTimeout", (handler: unknown, delay?: unknown, ...args: unknown[]) => {
    return add("timer", waitOf(delay), undefined, callable(handler, args));
  });
  define(realm, "setInterval", (handler: unknown, delay?: unknown, ...args: unknown[]) => {
    const period = Math.max(4, waitOf(delay));
    return add("timer", period, period, callable(handler, args));
  });
  define(realm, "clearTimeout", cancel("timer"));
  define(realm, "clearInterval", cancel("timer"));
  defineWhereNative("requestAnimationFrame", (callback: FrameRequestCallback) => {
    // All callbacks of one frame share its time, as they do on a real screen.
    return add("frame", FRAME_MS - (now % FRAME_MS), undefined, (due) => callback(due - origin));
  });
  defineWhereNative("cancelAnimationFrame", cancel("frame"));
  defineWhereNative("requestIdleCallback", (callback: IdleRequestCallback) => {
    return add("idle", 1, undefined, () => callback({ didTimeout: false, timeRemaining: () => 50 }));
  });
  defineWhereNative("cancelIdleCallback", cancel("idle"));
  define(realm.AbortSignal, "timeout", (ms: number) => {
    const controller = new realm.AbortController();
    add("timer", waitOf(ms), undefined, () => {
      controller.abort(new realm.DOMException("signal timed out", "TimeoutError"));
    });
    return controller.signal;
  });

  const channel = new realm.MessageChannel();
  const waiting: (() => void)[] = [];
  channel.port1.onmessage = () => waiting.shift()?.();
  const hop = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
      channel.port2.postMessage(0);
    });

  const nextTimer = (): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers.values()) {
      if (first === undefined || timer.due < first.due || (timer.due === first.due && timer.id < first.id)) {
        first = timer;
      }
    }
    return first;
  };

  return {
    setTime(to) {
      now = Math.max(now, to);
      reads = 0;
    },
    async fire(work) {
      const before = work();
      const lastOld = lastId;
      for (;;) {
        const timer = nextTimer();
        if (timer === undefined || timer.due > now) return;
        // A timer set by one of this batch, due at once, waits for the next: the host looks at the network in between.
        if (timer.id > lastOld && timer.period === undefined) return;
        timers.delete(timer.id);
        depth = timer.depth + 1;
        reads = 0;
        if (timer.period !== undefined) {
          timers.set(timer.id, { ...timer, due: Math.max(timer.due + timer.period, now), depth: SERIES_DEPTH });
        }
        try {
          timer.run(timer.due);
        } catch (error) {
          realm.reportError(error);
        }
        // Until the hop is over, promises that the callback settled still belong to it.
        await hop();
        depth = 0;
        if (work() !== before) return;
      }
    },
    status() {
      let nextDue: number | null = null;
      let nextFresh: number | null = null;
      for (const timer of timers.values()) {
        if (nextDue === null || timer.due < nextDue) nextDue = timer.due;
        const isSeries = timer.period !== undefined || timer.depth >= SERIES_DEPTH;
        if (!isSeries && (nextFresh === null || timer.due < nextFresh)) nextFresh = timer.due;
      }
      return { now, nextDue, nextFresh };
    },
    timersSet: () => lastId,
    hop,
    nextFrame: (ms) =>
      new Promise<void>((resolve) => {
        const timeout = nativeSetTimeout(resolve, ms);
        nativeFrame(() => {
          nativeClearTimeout(timeout);
          channel.port1.onmessage === null ? resolve() : void hop().then(resolve);
        });
      }),
    pause: (ms) => new Promise<void>((resolve) => void nativeSetTimeout(resolve, ms)),
  };
}
