import type { RequestWatch } from "./watch_requests.ts";

/** What a frame is doing that virtual time must wait for. */
export interface PageActivity {
  /** Whether a fetch, a form of loading, or a navigation is under way. */
  isBusy(): boolean;
  /** Counts something as under way until it has settled. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Whether the frame is about to be replaced by another document. */
  isLeaving(): boolean;
  /** Forgets a navigation that came to nothing, such as an answer without content. */
  stay(): void;
  /** How many windows the frame asked for. */
  opened(): number;
  /** Grows whenever a request or a navigation begins. */
  workStarted(): number;
  /** Grows whenever the document changes: a sign of life. */
  changes(): number;
  /** Whether the page would notice that a frame is drawn: it watches sizes, visibility or scrolling, or loads pictures late. */
  watchesFrames(): boolean;
  /** Brings finite animations to their end and holds endless ones at their beginning; says how many were ended. */
  endAnimations(): number;
}

/**
 * Watches what a frame is waiting for: its scripts' requests, fonts, the document itself, navigations that began, windows
 * that were asked for.
 *
 * It is sent to the page as text, so it refers to nothing outside itself.
 *
 * @param realm The frame's global object.
 * @param requests Requests of its scripts.
 * @returns What can be asked of it.
 */
export function watchActivity(realm: Window & typeof globalThis, requests: RequestWatch): PageActivity {
  let changes = 0;
  let openings = 0;
  let leaving = false;
  let navigations = 0;
  const held = new WeakSet<Animation>();

  const wrap = (target: object, name: string, around: (native: (...args: unknown[]) => unknown) => unknown) => {
    const native: unknown = Reflect.get(target, name);
    if (typeof native !== "function") return;
    const value = around(native as (...args: unknown[]) => unknown);
    Object.defineProperty(value, "name", { value: name });
    Object.defineProperty(value, "length", { value: native.length });
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true });
  };

  wrap(realm, "open", (native) =>
    function (this: unknown, ...args: unknown[]) {
      const opened: unknown = Reflect.apply(native, realm, args);
      if (opened !== null) openings++;
      return opened;
    });

  // The bubbling listener on the window runs last, so it knows whether the page stopped the click.
  const opensElsewhere = (element: Element | null): boolean => {
    const target = element?.getAttribute("target")?.toLowerCase() ?? "";
    return target !== "" && target !== "_self" && target !== "_parent" && target !== "_top";
  };
  realm.addEventListener("click", (event) => {
    const origin = event.composedPath()[0];
    if (event.defaultPrevented || !(origin instanceof realm.Element)) return;
    const link = origin.closest("a[href],area[href]");
    if (link !== null && opensElsewhere(link)) openings++;
  });
  realm.addEventListener("submit", (event) => {
    if (!event.defaultPrevented && event.target instanceof realm.Element && opensElsewhere(event.target)) openings++;
  });

  const navigation: unknown = Reflect.get(realm, "navigation");
  if (navigation instanceof realm.EventTarget) {
    navigation.addEventListener("navigate", (event) => {
      const { destination, downloadRequest } = event as Event & {
        readonly destination: { readonly sameDocument: boolean; readonly url: string };
        readonly downloadRequest: string | null;
      };
      if (destination.sameDocument || downloadRequest !== null || !/^(https?|about|blob):/.test(destination.url)) {
        return;
      }
      leaving = true;
      navigations++;
    });
    // Both mean that this document stays: the navigation was stopped, or the page answered it by itself.
    for (const name of ["navigateerror", "navigatesuccess"]) {
      navigation.addEventListener(name, () => {
        leaving = false;
      });
    }
  }

  let watchers = 0;
  for (const [type, name] of [[realm.IntersectionObserver, "observe"], [realm.ResizeObserver, "observe"]] as const) {
    wrap(type.prototype, name, (native) =>
      function (this: unknown, ...args: unknown[]) {
        watchers++;
        return Reflect.apply(native, this, args);
      });
  }
  wrap(realm.EventTarget.prototype, "addEventListener", (native) =>
    function (this: unknown, ...args: unknown[]) {
      if (args[0] === "scroll" || args[0] === "scrollend" || args[0] === "resize") watchers++;
      return Reflect.apply(native, this ?? realm, args);
    });

  new realm.MutationObserver((records) => {
    changes += records.length;
    for (const record of records) {
      for (const node of record.addedNodes) {
        if (/^(IMG|SCRIPT|LINK|IFRAME)$/.test(node.nodeName)) navigations++;
      }
    }
  }).observe(realm.document, { childList: true, subtree: true, attributes: true, characterData: true });

  return {
    isBusy: () =>
      leaving || requests.pending() > 0 || realm.document.readyState !== "complete" ||
      (realm.document.fonts !== undefined && realm.document.fonts.status === "loading"),
    during: requests.during,
    isLeaving: () => leaving,
    stay() {
      leaving = false;
    },
    opened: () => openings,
    workStarted: () => requests.started() + navigations,
    changes: () => changes,
    watchesFrames: () =>
      watchers > 0 || realm.onscroll != null || realm.document.onscroll != null ||
      realm.document.body?.onscroll != null ||
      realm.document.querySelector('img[loading="lazy"],iframe[loading="lazy"]') !== null,
    endAnimations() {
      let ended = 0;
      for (const animation of realm.document.getAnimations()) {
        const endTime = animation.effect?.getComputedTiming().endTime;
        if (endTime === Infinity) {
          if (held.has(animation)) continue;
          animation.pause();
          animation.currentTime = 0;
          held.add(animation);
        } else if (animation.playState !== "paused" && animation.playbackRate !== 0) {
          animation.finish();
          ended++;
        }
      }
      return ended;
    },
  };
}
