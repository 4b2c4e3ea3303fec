import { parseHTML } from "linkedom";
import type { ActOutcome, Browser, NetworkEvent, PageAction } from "../../../env/mod.ts";
import type { StatefulRequest } from "../../../env/replay/mod.ts";
import { shopHandler } from "../../../replay-fixtures/shop/handlers.ts";
import { resources } from "../../../replay-fixtures/shop/server/recorded.ts";
import type { World } from "../../../replay-fixtures/shop/world.ts";

/**
 * The shop without Chromium: pages as text of the same make, and the few things that the shop's scripts do. It makes
 * whole tasks cheap enough for many worlds; that real pages read the same is shown in the real browser.
 *
 * @param world The shop.
 * @returns A browser for one episode.
 */
export function plainBrowser(world: World): Browser {
  const pages = resources(world);
  const handler = shopHandler(world);
  const exchanges: NetworkEvent[] = [];
  let state = handler.init();
  let cookie = "";
  let step = -1;
  let url = new URL("about:blank");
  let root: Element;
  let elements: Element[] = [];
  let isCovered = false;

  function ask(method: string, address: URL, body = ""): { status: number; location?: string; body: string } {
    const request: StatefulRequest = {
      method,
      url: address,
      headers: { cookie },
      body,
      form: Object.fromEntries(new URLSearchParams(body)),
    };
    if (handler.handles(request)) {
      const result = handler.reduce(state, request);
      state = result.state;
      for (const [name, value] of result.response.headers) {
        if (name === "set-cookie") cookie = value.includes("Max-Age=0") ? "" : value.split(";")[0] ?? "";
      }
      const location = result.response.headers.find(([name]) => name === "location")?.[1];
      return {
        status: result.response.status,
        body: result.response.body,
        ...(location === undefined ? {} : { location }),
      };
    }
    const page = pages.get(address.origin + address.pathname + address.search)?.();
    return page === undefined ? { status: 404, body: "" } : { status: 200, body: String(page.body) };
  }

  function load(method: string, address: URL, body = ""): void {
    const { hash } = address;
    const answer = ask(method, address, body);
    exchanges.push({
      step,
      method,
      url: address.href,
      body,
      status: answer.status,
      level: "stateful",
      kind: "document",
    });
    if (answer.location !== undefined) return load("GET", new URL(answer.location, address));
    if (answer.status === 404) throw new Error(`no page ${address.href}`);
    url = address;
    root = parseHTML(answer.body).document.body as unknown as Element;
    isCovered = root.querySelector("form.buy") !== null;
    if (isCovered) {
      root.querySelector("form.buy")?.insertAdjacentHTML(
        "beforeend",
        '<div role="dialog" aria-label="Newsletter"><p>News</p><button type="button">Close newsletter</button></div>',
      );
    }
    if (address.pathname === "/search") showResults(decodeURIComponent(hash.slice(3)));
  }

  function showResults(query: string): void {
    const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
    const index = JSON.parse(ask("GET", new URL("/api/search-index.json", url)).body) as [string, string, string][];
    const hits = ([name]: [string, string, string]) => words.filter((word) => name.toLowerCase().includes(word)).length;
    const found = index.filter((goods) => hits(goods) > 0).sort((a, b) => hits(b) - hits(a)).slice(0, 8);
    const list = root.querySelector("#results");
    if (list !== null) {
      list.innerHTML = found.map(([name, slug, about]) => `<li><a href="/p/${slug}">${name}</a> ${about}</li>`).join(
        "",
      );
    }
  }

  function valuesOf(form: Element): URLSearchParams {
    const values = new URLSearchParams();
    for (const field of form.querySelectorAll("input, select")) {
      const name = field.getAttribute("name");
      if (name !== null) values.set(name, valueOf(field));
    }
    return values;
  }

  function submit(form: Element): void {
    const action = new URL(form.getAttribute("action") ?? "", url);
    const values = valuesOf(form);
    if (form.getAttribute("role") === "search") {
      return load("GET", new URL(`/search#q=${encodeURIComponent(values.get("q") ?? "")}`, url));
    }
    load("POST", action, values.toString());
  }

  function perform(action: PageAction): string | undefined {
    if (action.kind === "goto") load("GET", new URL(action.url, url));
    if (!("ref" in action)) return undefined;
    const element = elements[Number(action.ref.slice(1)) - 1];
    if (element === undefined) return `${action.ref} is not on the page`;
    const form = element.closest("form");
    if (action.kind === "select") {
      for (const option of element.querySelectorAll("option")) {
        if (option.textContent === action.option) option.setAttribute("selected", "");
        else option.removeAttribute("selected");
      }
      if (form?.className === "list") {
        const values = valuesOf(form);
        const page = element.getAttribute("name") === "sort" ? "1" : form.getAttribute("data-page");
        const query = `?sort=${values.get("sort")}&show=${values.get("show")}&page=${page}`;
        load("GET", new URL(`${form.getAttribute("action")}${query}`, url));
      }
      return undefined;
    }
    if (action.kind === "type") {
      element.setAttribute("value", action.text);
      if (action.submit && form !== null) submit(form);
      return undefined;
    }
    if (element.textContent === "Close newsletter") {
      element.closest("[role=dialog]")?.remove();
      isCovered = false;
      return undefined;
    }
    if (element.nodeName === "A") load("GET", new URL(element.getAttribute("href") ?? "", url));
    else if (element.getAttribute("role") === "tab") {
      for (const tab of root.querySelectorAll("[role=tab]")) {
        tab.setAttribute("aria-selected", String(tab === element));
        const panel = root.querySelector(`#${tab.getAttribute("aria-controls")}`);
        if (tab === element) panel?.removeAttribute("hidden");
        else panel?.setAttribute("hidden", "");
      }
    } else if (form !== null) {
      if (form.className === "buy" && isCovered) return 'it is covered by dialog "Newsletter"';
      submit(form);
    }
    return undefined;
  }

  return {
    reset(startUrl) {
      load("GET", new URL(startUrl));
      return Promise.resolve({ status: "done", virtualMs: 0 });
    },
    observe() {
      elements = [];
      const text = [...root.childNodes].flatMap((node) => describe(node, elements)).join("\n");
      return Promise.resolve({
        observation: { url: url.href, title: root.querySelector("h1")?.textContent ?? "", text },
      });
    },
    act(action): Promise<ActOutcome> {
      step++;
      const refusal = perform(action);
      return Promise.resolve(
        refusal === undefined
          ? { status: "done", virtualMs: 10 }
          : { status: "refused", reason: "covered", message: `Cannot click it as ${refusal}`, virtualMs: 10 },
      );
    },
    report: () => ({ finalUrl: url.href, state: { shop: state }, exchanges, validity: "clean", misses: [], leaks: 0 }),
    close: () => Promise.resolve(),
  };
}

const ROLES: Readonly<Record<string, string>> = {
  A: "link",
  BUTTON: "button",
  SELECT: "combobox",
  INPUT: "textbox",
  H1: "heading",
  H2: "heading",
  P: "paragraph",
  UL: "list",
  OL: "list",
  LI: "listitem",
  DT: "term",
  DD: "definition",
  NAV: "navigation",
  HEADER: "banner",
  MAIN: "main",
  FOOTER: "contentinfo",
};

function valueOf(field: Element): string {
  if (field.nodeName === "SELECT") {
    const chosen = field.querySelector("option[selected]") ?? field.querySelector("option");
    return chosen?.getAttribute("value") ?? chosen?.textContent ?? "";
  }
  return field.getAttribute("value") ?? "";
}

function clean(text: string | null): string {
  return (text ?? "").replaceAll(/\s+/g, " ").trim();
}

/** A node and what is in it, one line each; what can be acted on gets the next reference. */
function describe(node: Node, elements: Element[]): string[] {
  if (node.nodeType === 3) {
    const text = clean(node.textContent);
    return text === "" ? [] : [`- text: ${text}`];
  }
  if (node.nodeType !== 1) return [];
  const element = node as Element;
  if (element.hasAttribute("hidden") || element.getAttribute("type") === "hidden" || element.nodeName === "IMG") {
    return [];
  }
  const given = element.getAttribute("role");
  const role = element.getAttribute("type") === "search" ? "searchbox" : given ?? ROLES[element.nodeName];
  if (role === undefined) return [...element.childNodes].flatMap((child) => describe(child, elements));
  const label = element.getAttribute("aria-label");
  const isWidget = /^(link|button|combobox|textbox|searchbox|tab)$/.test(role);
  let ref = "";
  if (isWidget) {
    elements.push(element);
    ref = ` [ref=e${elements.length}]`;
  }
  const named = /^(link|button|heading|tab)$/.test(role) ? clean(element.textContent) : label ??
    (role === "tabpanel"
      ? clean(element.ownerDocument.getElementById(element.getAttribute("aria-labelledby") ?? "")?.textContent ?? "")
      : isWidget
      ? clean(element.closest("label")?.firstChild?.textContent ?? "")
      : "");
  const name = named === "" ? "" : ` ${JSON.stringify(named)}`;
  if (role === "heading") return [`- heading${name} [level=${element.nodeName.slice(1)}]`];
  if (role === "link" || role === "button") return [`- ${role}${name}${ref}`];
  if (role === "tab") {
    return [`- tab${name}${element.getAttribute("aria-selected") === "true" ? " [selected]" : ""}${ref}`];
  }
  if (role === "textbox" || role === "searchbox") {
    const value = valueOf(element);
    const shown = element.getAttribute("type") === "password" ? "•".repeat(value.length) : value;
    return [`- ${role}${name}${ref}${shown === "" ? "" : `: ${shown}`}`];
  }
  if (role === "combobox") {
    const options = [...element.querySelectorAll("option")];
    const chosen = element.querySelector("option[selected]") ?? options[0];
    return [
      `- combobox${name}${ref}: ${clean(chosen?.textContent ?? "")}`,
      ...options.map((option) =>
        `  - option ${JSON.stringify(clean(option.textContent))}${option === chosen ? " [selected]" : ""}`
      ),
    ];
  }
  const children = [...element.childNodes].flatMap((child) => describe(child, elements));
  const [only] = children;
  if (children.length === 1 && only?.startsWith("- text: ")) return [`- ${role}${name}: ${only.slice(8)}`];
  return [`- ${role}${name}${children.length === 0 ? "" : ":"}`, ...children.map((line) => `  ${line}`)];
}
