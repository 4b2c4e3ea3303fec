import type { Accessibility } from "./accessibility.ts";

/** A frame's accessibility tree as text, with places kept for references and for the frames inside it. */
export interface Outline {
  /** Lines. `\ue000N\ue001` stands where the reference of the frame's element N belongs, N from 0. */
  readonly text: string;
  /** How many elements have a reference. */
  readonly references: number;
  /** Frames inside: the index of the frame's element in the document's list, and the line below which its lines belong. */
  readonly frames: readonly { readonly line: number; readonly indent: number; readonly place: number }[];
}

/** What one frame keeps between an observation and the action on it. */
export interface OutlineReader {
  /** Reads the tree; the elements that it refers to are kept until the next reading. */
  read(maxLines: number): Outline;
  /** The element of a reference. */
  element(index: number): Element | undefined;
  /** The reference of an element or of the nearest ancestor that has one; −1 where none has. */
  indexOf(element: Element): number;
  /** The place of a frame's element in {@linkcode Outline.frames}; −1 where it was not shown. */
  placeOf(frame: Element): number;
}

/**
 * Makes a reader of the frame's accessibility tree.
 *
 * It is sent to the page as text, so it refers to nothing outside itself.
 *
 * @param realm The frame's global object.
 * @param accessibility How roles and names are read.
 * @returns The reader.
 */
export function readOutline(realm: Window & typeof globalThis, accessibility: Accessibility): OutlineReader {
  type Item = {
    readonly role: string;
    readonly name: string;
    readonly states: string;
    readonly value: string;
    /** Place among the referred elements, or −1. */
    readonly index: number;
    /** Place among the frames, or −1. */
    readonly frame: number;
    readonly children: (Item | string)[];
  };
  const MAX_NAME = 300;
  const MAX_OPTIONS = 60;
  const NO_CHILDREN = new Set("textbox searchbox slider spinbutton img meter progressbar separator option".split(" "));

  /** What these hold is all that they say. */
  const EMPTY_NOISE = new Set(
    "paragraph listitem list rowgroup group deletion insertion generic blockquote form region term definition".split(
      " ",
    ),
  );

  const { role: roleOf, name: nameOf, isHidden, children: childrenOf, isWidget, clean } = accessibility;
  let elements: Element[] = [];
  let frames: Element[] = [];

  const attribute = (element: Element, name: string) => element.getAttribute(name)?.toLowerCase() ?? null;

  const statesOf = (element: Element, role: string): string => {
    const states: string[] = [];
    const input = element as HTMLInputElement;
    if (role === "heading") {
      states.push(`level=${attribute(element, "aria-level") ?? (/^H([1-6])$/.exec(element.nodeName)?.[1] ?? "2")}`);
    }
    const checked = element.nodeName === "INPUT" && /^(checkbox|radio)$/.test(input.type)
      ? (input.indeterminate ? "mixed" : String(input.checked))
      : attribute(element, "aria-checked");
    if (checked === "true") states.push("checked");
    if (checked === "mixed") states.push("checked=mixed");
    if (element.matches(":disabled") || attribute(element, "aria-disabled") === "true") states.push("disabled");
    const expanded = element.nodeName === "SUMMARY" && element.parentElement instanceof realm.HTMLDetailsElement
      ? String(element.parentElement.open)
      : attribute(element, "aria-expanded");
    if (expanded === "true") states.push("expanded");
    if (expanded === "false") states.push("expanded=false");
    const selected = element.nodeName === "OPTION"
      ? String((element as HTMLOptionElement).selected)
      : attribute(element, "aria-selected");
    if (selected === "true") states.push("selected");
    if (attribute(element, "aria-pressed") === "true") states.push("pressed");
    if (attribute(element, "aria-pressed") === "mixed") states.push("pressed=mixed");
    const current = attribute(element, "aria-current");
    if (current !== null && current !== "false" && current !== "") states.push("current");
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(element.nodeName) && element.matches(":user-invalid")) {
      states.push(`invalid=${JSON.stringify(clean(input.validationMessage))}`);
    } else if (attribute(element, "aria-invalid") === "true") states.push("invalid");
    return states.map((state) => ` [${state}]`).join("");
  };

  const valueOf = (element: Element, role: string): string => {
    if (element instanceof realm.HTMLInputElement) {
      if (element.type === "password") return "•".repeat(element.value.length);
      if (element.type === "file") return clean([...(element.files ?? [])].map((file) => file.name).join(", "));
      return isWidget(role) && !/^(button|checkbox|radio|switch)$/.test(role) ? clean(element.value) : "";
    }
    if (element instanceof realm.HTMLTextAreaElement) return clean(element.value);
    if (element instanceof realm.HTMLSelectElement && role === "combobox") {
      return clean(element.selectedOptions[0]?.label ?? "");
    }
    if (element instanceof realm.HTMLProgressElement || element instanceof realm.HTMLMeterElement) {
      return String(element.value);
    }
    if (/^(slider|spinbutton|progressbar|meter|scrollbar)$/.test(role)) {
      return clean(element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-valuenow") ?? "");
    }
    if (role === "textbox" || role === "searchbox") return clean((element as HTMLElement).innerText ?? "");
    return "";
  };

  /** Something a person would click though nothing says that it is a control. */
  const looksClickable = (element: Element, style: CSSStyleDeclaration, parentCursor: string): boolean => {
    if (element.nodeName === "LABEL" || element.nodeName === "BODY" || element.nodeName === "HTML") return false;
    if (element.hasAttribute("onclick")) return true;
    if (style.cursor === "pointer" && parentCursor !== "pointer") return true;
    return element.getAttribute("tabindex") !== null && (element as HTMLElement).tabIndex >= 0;
  };

  const optionsOf = (select: HTMLSelectElement): Item[] => {
    const all = [...select.options].filter((option) => !option.hidden);
    const shown = all.slice(0, MAX_OPTIONS).map((option): Item => ({
      role: "option",
      name: clean(option.label),
      states: statesOf(option, "option"),
      value: "",
      index: -1,
      frame: -1,
      children: [],
    }));
    if (all.length <= MAX_OPTIONS) return shown;
    const rest: Item = { role: "text", name: "", states: "", value: "", index: -1, frame: -1, children: [] };
    rest.children.push(`… and ${all.length - MAX_OPTIONS} more options`);
    return [...shown, rest];
  };

  /** Adds what an element shows to its parent's children. `"\n"` among them parts one run of text from the next. */
  const visit = (node: Node, out: (Item | string)[], parentCursor: string, inControl: boolean): void => {
    if (node instanceof realm.Text) {
      if (node.parentElement === null || realm.getComputedStyle(node.parentElement).visibility === "visible") {
        out.push(node.data);
      }
      return;
    }
    if (!(node instanceof realm.Element) || isHidden(node)) return;
    if (node.nodeName === "BR") {
      out.push(" ");
      return;
    }
    const style = realm.getComputedStyle(node);
    const isSeen = style.visibility === "visible";
    const role = isSeen ? roleOf(node) : "";
    const isInline = style.display.startsWith("inline") || style.display === "contents";
    const isReferred = isSeen && (isWidget(role) || (!inControl && looksClickable(node, style, parentCursor)));

    let index = -1;
    if (isReferred) {
      index = elements.length;
      elements.push(node);
    }
    let frame = -1;
    const inner: (Item | string)[] = [];
    if (role === "iframe") {
      frame = frames.length;
      frames.push(node);
    } else if (node instanceof realm.HTMLSelectElement) {
      inner.push(...optionsOf(node));
    } else if (!NO_CHILDREN.has(role)) {
      const within = inControl || role === "link" || role === "button";
      for (const child of childrenOf(node)) visit(child, inner, style.cursor, within);
    }
    const kept = join(inner);

    if (role === "" && index < 0) {
      if (isInline && kept.every((child) => typeof child === "string")) {
        // Words in a sentence: <b>, <span>, <time>. An inline block is set apart by a space.
        const edge = style.display === "inline" || style.display === "contents" ? "" : " ";
        out.push(edge, ...inner, edge);
      } else if (kept.length < 2 || (isInline && !node.nodeName.includes("-"))) {
        out.push("\n", ...kept, "\n");
      } else {
        const children: (Item | string)[] = kept;
        out.push("\n", { role: "generic", name: "", states: "", value: "", index, frame, children }, "\n");
      }
      return;
    }

    let name = clean(nameOf(node)).slice(0, MAX_NAME);
    const hasItems = kept.some((child) => typeof child !== "string");
    if (role === "" && name === "" && !hasItems) name = clean(kept.join(" ")).slice(0, MAX_NAME);
    // A cell that holds more than words shows them below itself; saying them twice costs tokens and tells nothing.
    if (hasItems && /^(cell|gridcell|columnheader|rowheader)$/.test(role) && !node.hasAttribute("aria-label")) {
      name = "";
    }
    if (kept.length === 0 && name === "" && index < 0 && EMPTY_NOISE.has(role)) return;
    const item: Item = {
      role: role === "" ? "generic" : role,
      name,
      states: statesOf(node, role),
      value: valueOf(node, role),
      index,
      frame,
      children: kept,
    };
    out.push("\n", item, "\n");
  };

  /** Joins runs of text, and takes generic blocks apart that hold all that their parent has. */
  const join = (parts: readonly (Item | string)[]): (Item | string)[] => {
    const joined: (Item | string)[] = [];
    let run = "";
    const flush = () => {
      const text = clean(run);
      if (text !== "") joined.push(text);
      run = "";
    };
    for (const part of parts) {
      if (part === "\n") flush();
      else if (typeof part === "string") run += part;
      else {
        flush();
        joined.push(part);
      }
    }
    flush();
    const [only] = joined;
    if (joined.length === 1 && typeof only === "object" && only.role === "generic" && only.index < 0) {
      return only.children;
    }
    return joined;
  };

  return {
    read(maxLines) {
      elements = [];
      frames = [];
      const parts: (Item | string)[] = [];
      if (realm.document.body !== null) visit(realm.document.body, parts, "auto", false);
      let top = join(parts);
      const [only] = top;
      if (top.length === 1 && typeof only === "object" && only.role === "generic" && only.index < 0) {
        top = only.children;
      }

      const lines: string[] = [];
      const places: { line: number; indent: number; place: number }[] = [];
      let left = 0;
      let references = 0;
      const write = (item: Item | string, indent: number): void => {
        const isShown = lines.length < maxLines;
        if (!isShown) left++;
        const pad = "  ".repeat(indent);
        if (typeof item === "string") {
          if (isShown) lines.push(`${pad}- text: ${item}`);
          return;
        }
        const [only] = item.children;
        const isOneText = item.children.length === 1 && typeof only === "string";
        const isSaid = isOneText && (only === item.name || only === item.value);
        const inline = item.value !== "" ? item.value : isOneText && !isSaid && item.name === "" ? only : "";
        const below = isOneText && (isSaid || inline !== "") ? [] : item.children;
        if (isShown) {
          const name = item.name === "" ? "" : ` ${JSON.stringify(item.name)}`;
          const reference = item.index < 0 ? "" : ` [ref=\ue000${item.index}\ue001]`;
          const colon = inline !== "" ? `: ${inline}` : below.length > 0 ? ":" : "";
          lines.push(`${pad}- ${item.role}${name}${item.states}${reference}${colon}`);
          references = Math.max(references, item.index + 1);
          if (item.frame >= 0) places.push({ line: lines.length, indent: indent + 1, place: item.frame });
        }
        for (const child of below) write(child, indent + 1);
      };
      for (const item of top) write(item, 0);
      if (left > 0) lines.push(`- text: … the page goes on: ${left} more lines are not shown`);
      // Elements beyond the budget were never offered.
      elements.length = Math.min(elements.length, references);
      return { text: lines.join("\n"), references, frames: places };
    },
    element: (index) => elements[index],
    indexOf(element) {
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        const index = elements.indexOf(at);
        if (index >= 0) return index;
      }
      return -1;
    },
    placeOf: (frame) => frames.indexOf(frame),
  };
}
