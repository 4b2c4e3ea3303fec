/** Reads elements as assistive technology does. */
export interface Accessibility {
  /** The element's role; "" where it has none that matters, such as a plain div. */
  role(element: Element): string;
  /** The element's accessible name, white space collapsed; "" where it has none. */
  name(element: Element): string;
  /** Whether the element and all inside it are kept from people: not drawn, or hidden by aria-hidden. */
  isHidden(element: Element): boolean;
  /** The element's children as they are drawn: through shadow roots and slots. */
  children(node: Element): readonly Node[];
  /** Whether the role belongs to something that a person operates. */
  isWidget(role: string): boolean;
  /** White space collapsed, control characters gone. */
  clean(text: string): string;
}

/**
 * Makes a reader of roles and names after the ARIA, HTML-AAM and accessible-name specifications, kept to what pages
 * commonly use.
 *
 * It is sent to the page as text, so it refers to nothing outside itself.
 *
 * @param realm The frame's global object.
 * @returns The reader.
 */
export function readAccessibility(realm: Window & typeof globalThis): Accessibility {
  const WIDGETS = new Set(
    ("button link textbox searchbox combobox listbox checkbox radio switch slider spinbutton tab menuitem " +
      "menuitemcheckbox menuitemradio treeitem option").split(" "),
  );
  const NAMED_BY_CONTENT = new Set(
    ("button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio treeitem option heading cell " +
      "gridcell columnheader rowheader tooltip").split(" "),
  );
  const SIMPLE: Readonly<Record<string, string>> = {
    ARTICLE: "article",
    ASIDE: "complementary",
    BLOCKQUOTE: "blockquote",
    BUTTON: "button",
    CAPTION: "caption",
    DD: "definition",
    DEL: "deletion",
    DETAILS: "group",
    DIALOG: "dialog",
    DT: "term",
    FIELDSET: "group",
    FIGURE: "figure",
    H1: "heading",
    H2: "heading",
    H3: "heading",
    H4: "heading",
    H5: "heading",
    H6: "heading",
    HR: "separator",
    IFRAME: "iframe",
    FRAME: "iframe",
    INS: "insertion",
    LI: "listitem",
    MAIN: "main",
    MATH: "math",
    MENU: "list",
    METER: "meter",
    NAV: "navigation",
    OL: "list",
    OPTGROUP: "group",
    OPTION: "option",
    OUTPUT: "status",
    P: "paragraph",
    PROGRESS: "progressbar",
    S: "deletion",
    SEARCH: "search",
    SUMMARY: "button",
    TABLE: "table",
    TBODY: "rowgroup",
    TFOOT: "rowgroup",
    THEAD: "rowgroup",
    TEXTAREA: "textbox",
    TR: "row",
    UL: "list",
  };
  const INPUTS: Readonly<Record<string, string>> = {
    button: "button",
    checkbox: "checkbox",
    file: "button",
    image: "button",
    number: "spinbutton",
    radio: "radio",
    range: "slider",
    reset: "button",
    search: "searchbox",
    submit: "button",
  };
  const KNOWN_ROLES = new Set([
    ...WIDGETS,
    ...Object.values(SIMPLE),
    ...("alert alertdialog application banner cell code columnheader complementary contentinfo definition directory " +
      "document feed form grid gridcell img log marquee menu menubar none note presentation progressbar radiogroup " +
      "region row rowheader scrollbar status tablist tabpanel term timer toolbar tooltip tree treegrid").split(" "),
  ]);

  // What is not drawn would break the format of lines; two private characters keep the places of references.
  const clean = (text: string) => text.replace(/[\p{Cf}\ue000\ue001]+/gu, "").replace(/[\s\p{Cc}]+/gu, " ").trim();

  const children = (node: Element): readonly Node[] => {
    if (node.shadowRoot !== null) return [...node.shadowRoot.childNodes];
    if (node instanceof realm.HTMLSlotElement) {
      const assigned = node.assignedNodes();
      if (assigned.length > 0) return assigned;
    }
    if (node instanceof realm.HTMLDetailsElement && !node.open) {
      return [...node.children].filter((child) => child.nodeName === "SUMMARY").slice(0, 1);
    }
    return [...node.childNodes];
  };

  const isHidden = (element: Element): boolean => {
    if (/^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|HEAD|LINK|META|TITLE)$/.test(element.nodeName)) return true;
    if (element.getAttribute("aria-hidden") === "true") return true;
    // Contents boxes are not drawn themselves, but their children are.
    return !element.checkVisibility() && realm.getComputedStyle(element).display !== "contents";
  };

  const isScoped = (element: Element) => element.parentElement?.closest("article,aside,main,nav,section") != null;

  const implicitRole = (element: Element): string => {
    const tag = element.nodeName.toUpperCase();
    switch (tag) {
      case "A":
      case "AREA":
        return element.hasAttribute("href") ? "link" : "";
      case "HEADER":
        return isScoped(element) ? "" : "banner";
      case "FOOTER":
        return isScoped(element) ? "" : "contentinfo";
      case "FORM":
        return authoredName(element) === "" ? "" : "form";
      case "SECTION":
        return authoredName(element) === "" ? "" : "region";
      case "IMG":
        return element.getAttribute("alt") === "" && authoredName(element) === "" ? "" : "img";
      case "SVG":
        return name(element) === "" ? "" : "img";
      case "INPUT": {
        const type = (element as HTMLInputElement).type;
        if (type === "hidden") return "";
        const role = INPUTS[type] ?? "textbox";
        return element.hasAttribute("list") && (role === "textbox" || role === "searchbox") ? "combobox" : role;
      }
      case "SELECT": {
        const select = element as HTMLSelectElement;
        return select.multiple || select.size > 1 ? "listbox" : "combobox";
      }
      case "TD":
        return element.closest("table")?.getAttribute("role") === "grid" ? "gridcell" : "cell";
      case "TH": {
        const scope = element.getAttribute("scope");
        if (scope === "row" || scope === "rowgroup") return "rowheader";
        if (scope === "col" || scope === "colgroup") return "columnheader";
        return element.closest("thead") !== null || element.parentElement?.querySelector("td") == null
          ? "columnheader"
          : "rowheader";
      }
      default: {
        if (element instanceof realm.HTMLElement && element.isContentEditable && !inheritsEditable(element)) {
          return "textbox";
        }
        return SIMPLE[tag] ?? "";
      }
    }
  };

  const inheritsEditable = (element: HTMLElement) =>
    element.parentElement instanceof realm.HTMLElement && element.parentElement.isContentEditable;

  const role = (element: Element): string => {
    for (const token of (element.getAttribute("role") ?? "").toLowerCase().split(/\s+/)) {
      if (!KNOWN_ROLES.has(token)) continue;
      if (token !== "none" && token !== "presentation") return token === "directory" ? "list" : token;
      // What can be focused keeps its own role, whatever the author says.
      if (!(element instanceof realm.HTMLElement) || element.tabIndex < 0) return "";
    }
    return implicitRole(element);
  };

  /** Names given on purpose: aria-labelledby, aria-label, title. */
  const authoredName = (element: Element): string => {
    const ids = element.getAttribute("aria-labelledby")?.split(/\s+/).filter((id) => id !== "") ?? [];
    if (ids.length > 0) {
      const root = element.getRootNode() as Document | ShadowRoot;
      const parts = ids.map((id) => root.getElementById(id)).filter((part) => part !== null);
      const text = clean(
        parts.map((part) => clean(part.getAttribute("aria-label") ?? "") || textOf(part, true)).join(" "),
      );
      if (text !== "") return text;
    }
    return clean(element.getAttribute("aria-label") ?? "") || clean(element.getAttribute("title") ?? "");
  };

  const firstChildText = (element: Element, selector: string): string => {
    const child = element.querySelector(`:scope > ${selector}`);
    return child === null ? "" : textOf(child, false);
  };

  /** Names that the language gives: labels, captions, alternative texts. */
  const nativeName = (element: Element): string => {
    switch (element.nodeName.toUpperCase()) {
      case "INPUT":
      case "SELECT":
      case "TEXTAREA":
      case "METER":
      case "PROGRESS":
      case "OUTPUT":
      case "BUTTON": {
        const input = element as HTMLInputElement;
        const labels = [...(input.labels ?? [])].map((label) => textOf(label, false, element)).join(" ");
        if (clean(labels) !== "") return clean(labels);
        if (element.nodeName !== "INPUT") return "";
        if (input.type === "image") return clean(input.alt || input.value) || "Submit";
        if (input.type === "submit") return clean(input.value) || "Submit";
        if (input.type === "reset") return clean(input.value) || "Reset";
        if (input.type === "button") return clean(input.value);
        return input.type === "file" ? "Choose file" : "";
      }
      case "FIELDSET":
        return firstChildText(element, "legend");
      case "TABLE":
        return firstChildText(element, "caption");
      case "FIGURE":
        return firstChildText(element, "figcaption");
      case "DETAILS":
        return firstChildText(element, "summary");
      case "IMG":
      case "AREA":
        return clean(element.getAttribute("alt") ?? "");
      case "SVG":
        return clean(element.querySelector(":scope > title")?.textContent ?? "");
      case "OPTION":
      case "OPTGROUP":
        return clean((element as HTMLOptionElement).label);
      default:
        return "";
    }
  };

  /** The value of a control that stands inside a name: "at least [3] pieces". */
  const embeddedValue = (element: Element): string | undefined => {
    if (element instanceof realm.HTMLSelectElement) {
      return [...element.selectedOptions].map((option) => option.label).join(" ");
    }
    if (element instanceof realm.HTMLTextAreaElement) return element.value;
    if (element instanceof realm.HTMLInputElement) {
      return /^(checkbox|radio|hidden|password|file|image|submit|reset|button)$/.test(element.type)
        ? ""
        : element.value;
    }
    return undefined;
  };

  const textOf = (element: Element, evenHidden: boolean, except?: Element): string => {
    let text = "";
    for (const child of children(element)) {
      if (child instanceof realm.Text) {
        text += child.data;
        continue;
      }
      if (!(child instanceof realm.Element) || child === except) continue;
      if (child.nodeName === "BR") {
        text += " ";
        continue;
      }
      if (!evenHidden && isHidden(child)) continue;
      const isInline = realm.getComputedStyle(child).display === "inline";
      const inner = clean(child.getAttribute("aria-label") ?? "") || (embeddedValue(child) ??
        (nativeName(child) || textOf(child, evenHidden, except) || clean(child.getAttribute("title") ?? "")));
      text += isInline ? inner : ` ${inner} `;
    }
    // Only the outermost call may trim: the space in "<b>two </b>words" counts.
    return text;
  };

  const name = (element: Element): string => {
    const labelled = element.hasAttribute("aria-labelledby") || element.hasAttribute("aria-label")
      ? authoredName(element)
      : "";
    if (labelled !== "") return labelled;
    const native = nativeName(element);
    if (native !== "") return clean(native);
    if (element.nodeName.toUpperCase() !== "SVG" && NAMED_BY_CONTENT.has(role(element))) {
      const content = clean(textOf(element, false));
      if (content !== "") return content;
    }
    return clean(element.getAttribute("title") ?? "") || clean(element.getAttribute("placeholder") ?? "") ||
      clean(element.getAttribute("aria-placeholder") ?? "");
  };

  return { role, name, isHidden, children, isWidget: (role) => WIDGETS.has(role), clean };
}
