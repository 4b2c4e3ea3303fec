import { parseHTML } from "linkedom";
import type { ActOutcome, Browser, BrowserReport, Capture, NetworkEvent, PageAction } from "../../../env/mod.ts";
import { railHandler } from "../../../replay-fixtures/rail/handlers.ts";
import { railServer } from "../../../replay-fixtures/rail/server/rail_server.ts";
import type { World } from "../../../replay-fixtures/rail/world.ts";

/** What a page shows, one node a line, and the elements that its references mean. */
interface Outline {
  readonly lines: string[];
  readonly elements: Element[];
}

const ROLES: Readonly<Record<string, string>> = {
  HEADER: "banner",
  NAV: "navigation",
  MAIN: "main",
  ASIDE: "complementary",
  FOOTER: "contentinfo",
  FORM: "form",
  P: "paragraph",
  UL: "list",
  LI: "listitem",
  TABLE: "table",
  TR: "row",
  TD: "cell",
  IFRAME: "iframe",
};

/**
 * A browser without a browser: fetches the railway's pages, does what their scripts do, and writes pages down as the real
 * one does. It makes the playbooks' walks testable in milliseconds; that pages look so in Chromium is tested elsewhere.
 *
 * @param world What the site tells.
 * @returns The browser, for one episode.
 */
export function plainBrowser(world: World): Browser {
  const serve = railServer(world);
  const shadow = railHandler(world);
  let state = shadow.init();
  let cookie = "";
  let step = -1;
  let url = "";
  let page = parseHTML("<html></html>").document;
  let elements: readonly Element[] = [];
  const past: string[] = [];
  const exchanges: NetworkEvent[] = [];

  async function load(address: string, init: { readonly body?: string } = {}): Promise<void> {
    let request = { address, body: init.body };
    for (;;) {
      const method = request.body === undefined ? "GET" : "POST";
      const headers = {
        cookie,
        ...(request.body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
      };
      const asked = new Request(request.address, {
        method,
        headers,
        ...(request.body === undefined ? {} : { body: request.body }),
      });
      const response = await serve(asked);
      exchanges.push({ step, method, url: request.address, status: response.status, level: "plain", kind: "document" });
      const parsed = {
        method,
        url: new URL(request.address),
        headers,
        body: request.body ?? "",
        form: Object.fromEntries(new URLSearchParams(request.body ?? "")),
      };
      if (shadow.handles(parsed)) state = shadow.reduce(state, parsed).state;
      const [set] = response.headers.getSetCookie();
      if (set !== undefined) cookie = set.split(";")[0] ?? "";
      const location = response.headers.get("location");
      if (location === null) {
        url = request.address;
        page = parseHTML(await response.text()).document as unknown as Document;
        return await runScripts();
      }
      request = { address: new URL(location, request.address).href, body: undefined };
    }
  }

  async function runScripts(): Promise<void> {
    const line = page.querySelector("[data-platforms]");
    if (line !== null) {
      const platforms: unknown =
        await (await serve(new Request(new URL(line.getAttribute("data-platforms") ?? "", url)))).json();
      line.textContent = `Leaves from platform ${
        (platforms as Readonly<Record<string, number>>)[line.getAttribute("data-train") ?? ""]
      }`;
    }
    const board = page.querySelector("[data-board]");
    if (board !== null) {
      const data: unknown = await (await serve(new Request(new URL(board.getAttribute("data-board") ?? "", url))))
        .json();
      for (const text of (data as { readonly lines: readonly string[] }).lines) {
        board.append(Object.assign(page.createElement("li"), { textContent: text }));
      }
    }
  }

  async function visit(address: string, init: { readonly body?: string } = {}): Promise<void> {
    past.push(url);
    await load(address, init);
  }

  async function submit(form: Element): Promise<void> {
    const fields = new URLSearchParams();
    for (const field of form.querySelectorAll("input, select")) {
      const name = field.getAttribute("name");
      if (name === null || (field.getAttribute("type") === "checkbox" && !field.hasAttribute("checked"))) continue;
      fields.append(
        name,
        field.nodeName === "SELECT" ? chosen(field)?.getAttribute("value") ?? "" : field.getAttribute("value") ?? "",
      );
    }
    const target = new URL(form.getAttribute("action") ?? url, url);
    if (form.getAttribute("method") === "post") return await visit(target.href, { body: fields.toString() });
    target.search = fields.toString();
    await visit(target.href);
  }

  async function changed(element: Element): Promise<void> {
    const form = element.closest("form[data-autosubmit]");
    if (form !== null) await submit(form);
  }

  async function act(action: PageAction): Promise<ActOutcome> {
    if (action.kind === "goto") await visit(new URL(action.url, url).href);
    else if (action.kind === "back") await load(past.pop() ?? url);
    if (!("ref" in action)) return { status: "done", virtualMs: 0 };
    const element = elements[Number(action.ref.slice(1)) - 1];
    if (element === undefined) {
      return { status: "refused", reason: "unknown-reference", message: "No such element.", virtualMs: 0 };
    }
    const notice = element.closest(".box")?.querySelector(".notice");
    if (notice != null && !notice.contains(element)) {
      const message = 'The click would not reach it: region "Notice" covers it.';
      return { status: "refused", reason: "covered", message, virtualMs: 0 };
    }
    if (action.kind === "select") {
      for (const option of element.querySelectorAll("option")) option.removeAttribute("selected");
      [...element.querySelectorAll("option")].find((option) => option.textContent === action.option)?.setAttribute(
        "selected",
        "",
      );
      await changed(element);
    } else if (action.kind === "type") {
      element.setAttribute("value", action.text);
      const form = element.closest("form");
      if (action.submit === true && form !== null) await submit(form);
    } else if (element.nodeName === "A") await visit(new URL(element.getAttribute("href") ?? "", url).href);
    else if (element.getAttribute("type") === "checkbox") {
      element.toggleAttribute("checked");
      await changed(element);
    } else if (element.hasAttribute("data-close")) element.closest(".notice")?.remove();
    else {
      const form = element.closest("form");
      if (form !== null) await submit(form);
    }
    return { status: "done", virtualMs: 0 };
  }

  return {
    async reset(startUrl) {
      await load(startUrl);
      return { status: "done", virtualMs: 0 };
    },
    observe(): Promise<Capture> {
      const outline: Outline = { lines: [], elements: [] };
      for (const child of page.body.childNodes) write(child as unknown as Node, 0, outline);
      elements = outline.elements;
      return Promise.resolve({ observation: { url, title: page.title, text: outline.lines.join("\n") } });
    },
    act(action) {
      step += 1;
      return act(action);
    },
    report: (): BrowserReport => ({
      finalUrl: url,
      state: { rail: state },
      exchanges,
      validity: "live",
      misses: [],
      leaks: 0,
    }),
    close: () => Promise.resolve(),
  };
}

function chosen(select: Element): Element | undefined {
  const options = [...select.querySelectorAll("option")];
  return options.find((option) => option.hasAttribute("selected")) ?? options[0];
}

function textOf(node: Node): string {
  return (node.textContent ?? "").replaceAll(/\s+/g, " ").trim();
}

function write(node: Node, depth: number, outline: Outline): void {
  const pad = "  ".repeat(depth);
  if (node.nodeName === "#text") {
    if (textOf(node) !== "") outline.lines.push(`${pad}- text: ${textOf(node)}`);
    return;
  }
  const element = node as Element;
  const reference = (): string => ` [ref=e${outline.elements.push(element)}]`;
  const label = element.getAttribute?.("aria-label") ?? "";
  const own = element.closest?.("label") ?? element.ownerDocument?.querySelector(`label[for="${element.id}"]`);
  switch (element.nodeName) {
    case "SCRIPT":
    case "NOSCRIPT":
      return;
    case "H1":
    case "H2":
      return void outline.lines.push(`${pad}- heading "${textOf(element)}" [level=${element.nodeName[1]}]`);
    case "A":
      return void outline.lines.push(`${pad}- link "${textOf(element)}"${reference()}`);
    case "BUTTON":
      return void outline.lines.push(`${pad}- button "${textOf(element)}"${reference()}`);
    case "INPUT": {
      if (element.getAttribute("type") === "hidden") return;
      const name = own === null || own === undefined ? "" : textOf(own);
      if (element.getAttribute("type") === "checkbox") {
        const checked = element.hasAttribute("checked") ? " [checked]" : "";
        return void outline.lines.push(`${pad}- checkbox "${name}"${checked}${reference()}`);
      }
      const value = element.getAttribute("value") ?? "";
      return void outline.lines.push(`${pad}- textbox "${name}"${reference()}${value === "" ? "" : `: ${value}`}`);
    }
    case "SELECT": {
      const selected = chosen(element);
      const value = selected === undefined ? "" : textOf(selected);
      outline.lines.push(`${pad}- combobox "${own == null ? "" : textOf(own)}"${reference()}: ${value}`);
      for (const option of element.querySelectorAll("option")) {
        outline.lines.push(`${pad}  - option "${textOf(option)}"${option === selected ? " [selected]" : ""}`);
      }
      return;
    }
  }
  const role = element.getAttribute?.("role") ?? ROLES[element.nodeName];
  if (role === undefined) {
    for (const child of element.childNodes) write(child, depth, outline);
    return;
  }
  const head = `${pad}- ${role}${label === "" ? "" : ` "${label}"`}`;
  if ([...element.childNodes].every((child) => child.nodeName === "#text")) {
    const text = textOf(element);
    return void outline.lines.push(text === "" ? head : `${head}: ${text}`);
  }
  outline.lines.push(`${head}:`);
  for (const child of element.childNodes) write(child, depth + 1, outline);
}
