/** The script of every page: search, list menus, tabs, stock, and the newsletter panel. */
export const SCRIPT = `"use strict";
const one = (selector) => document.querySelector(selector);

const search = one("form[role=search]");
search.addEventListener("submit", (event) => {
  event.preventDefault();
  location.href = "/search#q=" + encodeURIComponent(search.q.value.trim());
});

const list = one("form.list");
if (list) {
  list.addEventListener("change", (event) => {
    const page = event.target.name === "sort" ? 1 : list.dataset.page;
    setTimeout(() => {
      location.href = list.getAttribute("action") + "?sort=" + list.sort.value + "&show=" + list.show.value + "&page=" + page;
    }, 200);
  });
}

for (const tab of document.querySelectorAll("[role=tab]")) {
  tab.addEventListener("click", () => {
    for (const other of document.querySelectorAll("[role=tab]")) {
      other.setAttribute("aria-selected", String(other === tab));
      document.getElementById(other.getAttribute("aria-controls")).hidden = other !== tab;
    }
  });
}

const stock = one("[data-stock]");
if (stock) {
  fetch(stock.dataset.stock).then((answer) => answer.json()).then((rows) => {
    const table = document.createElement("ul");
    table.setAttribute("aria-label", "Stock");
    for (const [store, pieces] of rows) {
      const row = document.createElement("li");
      row.textContent = pieces + " in " + store;
      table.append(row);
    }
    stock.replaceChildren(table);
  });
}

const buy = one("form.buy");
if (buy) {
  setTimeout(() => {
    const panel = document.createElement("div");
    panel.className = "news";
    panel.setAttribute("role", "dialog");
    panel.setAttribute("aria-label", "Newsletter");
    const text = document.createElement("p");
    text.textContent = "News from the shop, four times a year?";
    const close = document.createElement("button");
    close.type = "button";
    close.textContent = "Close newsletter";
    close.addEventListener("click", () => panel.remove());
    panel.append(text, close);
    buy.append(panel);
  }, 300);
}

const results = one("#results");
if (results) {
  let index;
  const show = () => {
    const words = decodeURIComponent(location.hash.slice(3)).toLowerCase().split(/\\s+/).filter(Boolean);
    search.q.value = decodeURIComponent(location.hash.slice(3));
    const hits = ([name]) => words.filter((word) => name.toLowerCase().includes(word)).length;
    const found = index.filter((goods) => hits(goods) > 0).sort((a, b) => hits(b) - hits(a));
    one("#found").textContent = words.length === 0 ? "Type what you look for in the search box." : found.length + " found, the closest and most popular first";
    results.replaceChildren(...found.slice(0, 8).map(([name, slug, about]) => {
      const row = document.createElement("li");
      const link = document.createElement("a");
      link.href = "/p/" + slug;
      link.textContent = name;
      row.append(link, " " + about);
      return row;
    }));
  };
  fetch("/api/search-index.json").then((answer) => answer.json()).then((goods) => {
    index = goods;
    let waiting;
    addEventListener("hashchange", show);
    search.q.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        history.replaceState(null, "", "#q=" + encodeURIComponent(search.q.value.trim()));
        const typed = search.q.value;
        show();
        search.q.value = typed;
      }, 250);
    });
    show();
  });
}
`;

/** The style sheet. */
export const STYLE = `body{font:16px/1.45 system-ui,sans-serif;margin:0;color:#222;background:#faf8f4}
header{display:flex;flex-wrap:wrap;gap:12px;align-items:center;padding:10px 20px;background:#2f4538;color:#fff}
header a{color:#fff;margin-right:14px}
.logo{font-weight:700;text-decoration:none}
.logo img{vertical-align:middle;margin-right:8px}
main{max-width:880px;margin:0 auto;padding:12px 20px 60px}
button,select,input{font:inherit;padding:4px 10px}
.goods{list-style:none;padding:0}
.goods li{display:flex;gap:14px;align-items:center;padding:8px;border-bottom:1px solid #ddd6c8}
.pages a{margin-right:16px}
footer{padding:12px 20px;background:#ece5d6;font-size:14px}
footer a{margin-right:16px}
.buy{position:relative;padding:14px;border:1px solid #ddd6c8;min-height:64px}
.news{position:absolute;inset:-6px;background:#f2e3b6;border:2px solid #b08b2d;z-index:9;padding:6px 12px;display:flex;gap:16px;align-items:center}
[role=tab][aria-selected=true]{font-weight:700}
dl{display:grid;grid-template-columns:max-content auto;gap:4px 20px}
dd{margin:0}
table{border-collapse:collapse}
td,th{padding:4px 14px 4px 0;text-align:left;border-bottom:1px solid #ddd6c8}
`;
