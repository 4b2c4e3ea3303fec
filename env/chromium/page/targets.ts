import type { Accessibility } from "./accessibility.ts";
import type { OutlineReader } from "./outline.ts";

/** An element in the agent's terms. */
export interface Named {
  readonly role: string;
  readonly name: string;
  /** Its place among the frame's references, or −1. */
  readonly index: number;
}

/** Whether an element can be acted on, and where. */
export type Target =
  | { readonly status: "ready"; readonly x: number; readonly y: number }
  /** The element stands, but something else would take the click. */
  | { readonly status: "covered"; readonly target: Named; readonly by: Named }
  | { readonly status: "not-visible" | "disabled" | "not-editable"; readonly target: Named }
  | { readonly status: "unknown" };

/** How a control takes text. */
export type Editing = "keys" | "set";

/** What became of choosing an option. */
export type Selection =
  | { readonly status: "done" }
  | { readonly status: "no-such-option" | "disabled-option" | "no-options"; readonly options: readonly string[] };

/** Finds where to act, without waiting for anything. */
export interface Targets {
  /** Checks an element, brings it into view and finds the point to click. */
  find(index: number, need: "click" | "type" | "select"): Target;
  /** Whether a point of the viewport belongs to a frame's element; used for the frames around the one acted in. */
  findFrame(frame: Element, x: number, y: number): Target;
  /** Puts the cursor into an element and selects what it holds; says how text goes in. */
  edit(index: number): Editing;
  /** Sets the value of a control that has no cursor, such as a date. */
  setValue(index: number, text: string): void;
  /** Chooses an option by its label. */
  select(index: number, option: string): Selection;
  /** Scrolls the page, or the largest part of it that scrolls, by most of a screen. */
  scroll(direction: "up" | "down"): void;
}

/**
 * Makes the finder for one frame.
 *
 * It is sent to the page as text, so it refers to nothing outside itself.
 *
 * @param realm The frame's global object.
 * @param accessibility How roles and names are read.
 * @param outline Which elements the references mean.
 * @returns The finder.
 */
export function findTargets(
  realm: Window & typeof globalThis,
  accessibility: Accessibility,
  outline: OutlineReader,
): Targets {
  const SCREEN_SHARE = 0.8;

  const named = (element: Element): Named => ({
    role: accessibility.role(element) || "generic",
    name: accessibility.name(element).slice(0, 80),
    index: outline.indexOf(element),
  });

  /** What covers, said by the nearest thing around it that has a name: a dialog rather than its third div. */
  const coveringName = (element: Element, target: Element): Named => {
    let fallback: Named | undefined;
    for (let at: Element | null = element; at !== null && !at.contains(target); at = parentOf(at)) {
      const described = named(at);
      if (described.name !== "") return described;
      if (fallback === undefined || (fallback.role === "generic" && described.role !== "generic")) fallback = described;
    }
    const text = accessibility.clean(element.textContent ?? "").slice(0, 60);
    return { ...(fallback ?? named(element)), name: text };
  };

  const parentOf = (element: Element): Element | null =>
    element.parentElement ??
      (element.getRootNode() instanceof realm.ShadowRoot ? (element.getRootNode() as ShadowRoot).host : null);

  const isAround = (outer: Element, inner: Element): boolean => {
    for (let at: Element | null = inner; at !== null; at = parentOf(at)) if (at === outer) return true;
    return false;
  };

  const elementAt = (x: number, y: number): Element | null => {
    let hit = realm.document.elementFromPoint(x, y);
    while (hit?.shadowRoot != null) {
      const deeper = hit.shadowRoot.elementFromPoint(x, y);
      if (deeper === null || deeper === hit) break;
      hit = deeper;
    }
    return hit;
  };

  const box = (element: Element): DOMRect | undefined =>
    // A link that runs over two lines has an empty middle: its first line is clicked.
    [...element.getClientRects()].find((rect) => rect.width >= 1 && rect.height >= 1);

  const isDrawn = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && box(element) !== undefined;

  const center = (element: Element): { x: number; y: number } | undefined => {
    const rect = box(element);
    if (rect === undefined) return undefined;
    const left = Math.max(0, rect.left);
    const top = Math.max(0, rect.top);
    const right = Math.min(realm.innerWidth, rect.right);
    const bottom = Math.min(realm.innerHeight, rect.bottom);
    if (right <= left || bottom <= top) return undefined;
    return { x: (left + right) / 2, y: (top + bottom) / 2 };
  };

  const bringIntoView = (element: Element) => {
    const rect = box(element);
    const isInside = rect !== undefined && rect.top >= 0 && rect.left >= 0 && rect.bottom <= realm.innerHeight &&
      rect.right <= realm.innerWidth;
    if (!isInside || realm !== realm.parent) {
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    }
  };

  const isDisabled = (element: Element): boolean =>
    element.matches(":disabled") || element.closest("[aria-disabled=true]") !== null;

  const isEditable = (element: Element): boolean => {
    if (element instanceof realm.HTMLInputElement) {
      return !element.readOnly &&
        !/^(button|checkbox|file|hidden|image|radio|reset|submit)$/.test(element.type);
    }
    if (element instanceof realm.HTMLTextAreaElement) return !element.readOnly;
    return element instanceof realm.HTMLElement && element.isContentEditable;
  };

  /** Styled check boxes hide the input and draw its label: then the label is what a person clicks. */
  const standIn = (element: Element): Element => {
    const labels = element instanceof realm.HTMLInputElement && /^(checkbox|radio|file)$/.test(element.type)
      ? [...(element.labels ?? [])]
      : [];
    const rect = box(element);
    const isTiny = rect === undefined || rect.width <= 2 || rect.height <= 2;
    return isTiny ? labels.find(isDrawn) ?? element : element;
  };

  const accepts = (target: Element, hit: Element): boolean => {
    if (isAround(target, hit)) return true;
    // A click on a label is a click on its control.
    const label = hit.closest("label");
    return label !== null && label.control === target;
  };

  return {
    find(index, need) {
      const element = outline.element(index);
      if (element === undefined) return { status: "unknown" };
      const stand = standIn(element);
      if (!element.isConnected || !isDrawn(stand)) return { status: "not-visible", target: named(element) };
      if (isDisabled(element)) return { status: "disabled", target: named(element) };
      if (need === "type" && !isEditable(element)) return { status: "not-editable", target: named(element) };
      bringIntoView(stand);
      const point = center(stand);
      if (point === undefined) return { status: "not-visible", target: named(element) };
      const hit = elementAt(point.x, point.y);
      if (hit === null) return { status: "not-visible", target: named(element) };
      if (!accepts(element, hit) && !isAround(stand, hit)) {
        return { status: "covered", target: named(element), by: coveringName(hit, element) };
      }
      return { status: "ready", ...point };
    },
    findFrame(frame, x, y) {
      const rect = frame.getBoundingClientRect();
      const style = realm.getComputedStyle(frame);
      const point = {
        x: x + rect.left + frame.clientLeft + parseFloat(style.paddingLeft),
        y: y + rect.top + frame.clientTop + parseFloat(style.paddingTop),
      };
      const hit = elementAt(point.x, point.y);
      if (hit === null) return { status: "not-visible", target: named(frame) };
      if (hit !== frame) return { status: "covered", target: named(frame), by: coveringName(hit, frame) };
      return { status: "ready", ...point };
    },
    edit(index) {
      const element = outline.element(index);
      if (!(element instanceof realm.HTMLElement)) return "keys";
      element.focus({ preventScroll: true });
      if (element instanceof realm.HTMLInputElement) {
        if (/^(color|date|datetime-local|month|range|time|week)$/.test(element.type)) return "set";
        element.select();
      } else if (element instanceof realm.HTMLTextAreaElement) element.select();
      else realm.getSelection()?.selectAllChildren(element);
      return "keys";
    },
    setValue(index, text) {
      const element = outline.element(index);
      if (!(element instanceof realm.HTMLInputElement)) return;
      // Frameworks put their own setter on the element; the prototype's is the one that the browser itself uses.
      const setter = Object.getOwnPropertyDescriptor(realm.HTMLInputElement.prototype, "value")?.set;
      if (setter === undefined) element.value = text;
      else Reflect.apply(setter, element, [text]);
      element.dispatchEvent(new realm.Event("input", { bubbles: true, composed: true }));
      element.dispatchEvent(new realm.Event("change", { bubbles: true }));
    },
    select(index, wanted) {
      const element = outline.element(index);
      if (!(element instanceof realm.HTMLSelectElement)) return { status: "no-options", options: [] };
      const options = [...element.options].filter((option) => !option.hidden);
      const label = (option: HTMLOptionElement) => accessibility.clean(option.label);
      const text = accessibility.clean(wanted);
      const option = options.find((option) => label(option) === text) ??
        options.find((option) => label(option).toLowerCase() === text.toLowerCase()) ??
        options.find((option) => option.value === wanted);
      if (option === undefined) return { status: "no-such-option", options: options.map(label) };
      if (option.matches(":disabled")) {
        return { status: "disabled-option", options: options.filter((one) => !one.matches(":disabled")).map(label) };
      }
      element.focus({ preventScroll: true });
      if (element.multiple) option.selected = !option.selected;
      else {
        const setter = Object.getOwnPropertyDescriptor(realm.HTMLSelectElement.prototype, "selectedIndex")?.set;
        if (setter === undefined) element.selectedIndex = option.index;
        else Reflect.apply(setter, element, [option.index]);
      }
      element.dispatchEvent(new realm.Event("input", { bubbles: true, composed: true }));
      element.dispatchEvent(new realm.Event("change", { bubbles: true }));
      return { status: "done" };
    },
    scroll(direction) {
      const sign = direction === "down" ? 1 : -1;
      const root = realm.document.scrollingElement ?? realm.document.documentElement;
      const canScroll = (element: Element) =>
        sign > 0 ? element.scrollTop + element.clientHeight < element.scrollHeight - 1 : element.scrollTop > 0;
      let target: Element = root;
      if (!canScroll(root)) {
        // An application that scrolls inside itself: what lies in the middle of the screen is meant.
        for (let at = elementAt(realm.innerWidth / 2, realm.innerHeight / 2); at !== null; at = parentOf(at)) {
          const { overflowY } = realm.getComputedStyle(at);
          if (canScroll(at) && (overflowY === "auto" || overflowY === "scroll")) {
            target = at;
            break;
          }
        }
      }
      const height = target === root ? realm.innerHeight : target.clientHeight;
      target.scrollBy({ top: sign * Math.round(height * SCREEN_SHARE), behavior: "instant" });
    },
  };
}
