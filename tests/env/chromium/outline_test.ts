import { assertEquals } from "@std/assert";
import { page } from "./scripted_site.ts";
import { withBrowser } from "./with_browser.ts";

const PAGES: Readonly<Record<string, readonly [html: string, text: string]>> = {
  "/controls": [
    `<label for=a>Name</label><input id=a value="Ada"><input placeholder="Town"><input type=password aria-label=Secret value=abc>
     <input type=number aria-label=Count value=3><input type=range aria-label=Volume value=20><input type=search aria-label=Find>
     <label>Note<textarea>two
lines</textarea></label><input type=submit><input type=radio name=r aria-label=One checked><input type=radio name=r aria-label=Two>
     <button aria-pressed=true>Bold</button><button aria-expanded=false>Menu</button><div role=switch aria-checked=true tabindex=0>Dark</div>
     <select aria-label="Many" multiple><option selected>x<option>y</select>`,
    `- text: Name
- textbox "Name" [ref=e1]: Ada
- textbox "Town" [ref=e2]
- textbox "Secret" [ref=e3]: •••
- spinbutton "Count" [ref=e4]: 3
- slider "Volume" [ref=e5]: 20
- searchbox "Find" [ref=e6]
- text: Note
- textbox "Note" [ref=e7]: two lines
- button "Submit" [ref=e8]
- radio "One" [checked] [ref=e9]
- radio "Two" [ref=e10]
- button "Bold" [pressed] [ref=e11]
- button "Menu" [expanded=false] [ref=e12]
- switch "Dark" [checked] [ref=e13]
- listbox "Many" [ref=e14]:
  - option "x" [selected]
  - option "y"`,
  ],
  "/structure": [
    `<header>Top</header><nav aria-label=Main><a href=/a aria-current=page>A</a><a href=/b><img alt="B"></a></nav>
     <main><h2>Lamps <small>(2)</small></h2><div class=card><div><h3><a href=/l>Brass</a></h3></div><div>now <b>£5</b>, was <s>£9</s></div></div>
     <div class=card><div><h3>Steel</h3></div><div>£7</div></div><ul><li>one<li><b>two</b> words</ul>
     <table><caption>Prices</caption><tr><th>Lamp<th>Price<tr><td>Brass<td><a href=/l>£5</a></table><p></p><hr></main>
     <details><summary>More</summary>hidden</details><span style="cursor: pointer">Go <i>on</i></span><footer>End</footer>`,
    `- banner: Top
- navigation "Main":
  - link "A" [current] [ref=e1]
  - link "B" [ref=e2]:
    - img "B"
- main:
  - heading "Lamps (2)" [level=2]
  - generic:
    - heading "Brass" [level=3]:
      - link "Brass" [ref=e3]
    - generic:
      - text: now £5, was
      - deletion: £9
  - generic:
    - heading "Steel" [level=3]
    - text: £7
  - list:
    - listitem: one
    - listitem: two words
  - table "Prices":
    - caption: Prices
    - rowgroup:
      - row:
        - columnheader "Lamp"
        - columnheader "Price"
      - row:
        - cell "Brass"
        - cell:
          - link "£5" [ref=e4]
  - separator
- group "More":
  - button "More" [expanded=false] [ref=e5]
- generic "Go on" [ref=e6]
- contentinfo: End`,
  ],
  "/hidden": [
    `<p hidden>no</p><p style="display: none">no</p><p style="visibility: hidden">no<b style="visibility: visible">yes</b></p>
     <p aria-hidden=true>no</p><script>let no</script><div style="display: contents"><p>contents</p></div>
     <button><span style="display: none">no</span><span aria-hidden=true>×</span></button><span>soft\u00adhyphen\u200b \u0007bell</span>`,
    `- text: yes
- paragraph: contents
- button [ref=e1]
- text: softhyphen bell`,
  ],
  "/shadow": [
    `<x-box><b>slotted</b></x-box><script>customElements.define("x-box", class extends HTMLElement { constructor() { super();
       this.attachShadow({ mode: "open" }).innerHTML = "<button>Inside</button><slot></slot>"; } })</script>
     <div role=dialog aria-labelledby=t><h2 id=t>Title</h2><p role=alert>Wrong "quoted"</p></div><div role=none>none</div>
     <div role=button aria-disabled=true title=Tip></div>`,
    `- generic:
  - button "Inside" [ref=e1]
  - text: slotted
- dialog "Title":
  - heading "Title" [level=2]
  - alert: Wrong "quoted"
- text: none
- button "Tip" [disabled] [ref=e2]`,
  ],
};

Deno.test("pages read as one line a node, references in document order", async (t) => {
  await withBrowser((_, { pathname }) => page(PAGES[pathname]?.[0] ?? ""), async ({ act }) => {
    for (const [path, [, text]] of Object.entries(PAGES)) {
      await t.step(path, async () => assertEquals((await act({ kind: "goto", url: path })).text, text));
    }
  });
});

Deno.test("long pages and long lists are cut, and say so", async () => {
  const options = Array.from({ length: 70 }, (_, i) => `<option>o${i}`).join("");
  const rows = Array.from({ length: 3000 }, (_, i) => `<p>row ${i}`).join("");
  await withBrowser(() => page(`<select aria-label=Long>${options}</select>${rows}`), async ({ text }) => {
    const lines = (await text()).split("\n");
    assertEquals(lines[61], "  - text: … and 10 more options");
    assertEquals(lines.length, 2501);
    assertEquals(lines.at(-1), "- text: … the page goes on: 562 more lines are not shown");
  });
});
