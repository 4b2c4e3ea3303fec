import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { page } from "./scripted_site.ts";
import { withBrowser } from "./with_browser.ts";

const HOME = `<h1>Shop</h1>
  <button onclick="said.textContent = 'bought at ' + (Date.now() - performance.timeOrigin)">Buy</button><p id=said></p>
  <button disabled>Sold out</button>
  <label>Search <input id=q value=old></label><p id=found></p>
  <form action=/results><input name=q aria-label="Find"></form>
  <label>Born <input type=date onchange="born.textContent = 'born ' + this.value"></label><p id=born></p>
  <select aria-label=Sort onchange="sorted.textContent = 'by ' + this.value">
    <option value=r>Relevance<option value=p>Price<option disabled>Colour</select><p id=sorted></p>
  <label style="cursor: pointer"><input type=checkbox style="position: absolute; opacity: 0; width: 1px; height: 1px"> Gift</label>
  <div style="position: relative"><button>Order</button>
    <div role=dialog aria-label="Cookie notice" style="position: absolute; inset: 0; background: white"><button
      style="position: absolute; left: 300px" onclick="this.parentElement.remove()">Accept</button></div></div>
  <iframe title=Inner src="http://pay.test/frame" style="margin-top: 900px; border: 7px solid"></iframe>
  <div role=button tabindex=0 onclick="this.remove()">Vanish</div>
  <button onclick="alert('Thank\\nyou'); document.title = String(confirm('Sure?')) + prompt('Name?')">Talk</button>
  <a href=/popup target=_blank>Terms</a> <a href=/second>Second</a> <a href=/file>File</a> <a href=/empty>Empty</a>
  <script>
    let timer; q.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(() =>
      fetch("/s?q=" + q.value).then((r) => r.text()).then((t) => found.textContent = t), 300); });
    q.addEventListener("keyup", (e) => q.dataset.last = e.key);
  </script>`;

function site(_: Request, { pathname, search }: URL): Response | undefined {
  switch (pathname) {
    case "/":
      return page(HOME);
    case "/s":
      return new Response(`results${search}`);
    case "/frame":
      return page(`<p style="height: 400px">tall</p><button onclick="this.textContent = 'Paid'">Pay</button>`);
    case "/file":
      return new Response("data", { headers: { "content-disposition": "attachment; filename=a.csv" } });
    case "/empty":
      return new Response(null, { status: 204 });
    default:
      return page(`<h1>${pathname}${search}</h1><a href=/>Home</a>`);
  }
}

Deno.test("actions reach the page, and refusals say at once why not", async (t) => {
  await withBrowser(site, async ({ browser, site, text, ref, act }) => {
    const refused = async (action: Parameters<typeof act>[0], reason: string, message: string) => {
      const { outcome } = await act(action);
      assertEquals(outcome, { status: "refused", reason, message, virtualMs: 0 } as typeof outcome);
    };

    await t.step("click", async () => {
      assertStringIncludes((await act({ kind: "click", ref: ref("Buy") })).text, "bought at 0");
    });
    await t.step("type replaces what stood there, and the page's delayed search runs", async () => {
      const { outcome, text } = await act({ kind: "type", ref: ref("Search"), text: "desk lamp" });
      assertEquals(outcome, { status: "done", virtualMs: 300 });
      assertStringIncludes(text, `- textbox "Search" [ref=${ref("Search")}]: desk lamp`);
      assertStringIncludes(text, "results?q=desk%20lamp");
      assertStringIncludes(
        (await act({ kind: "type", ref: ref("Search"), text: "" })).text,
        "- paragraph: results?q=\n",
      );
    });
    await t.step("type into a date", async () => {
      assertStringIncludes((await act({ kind: "type", ref: ref("Born"), text: "2001-02-03" })).text, "born 2001-02-03");
    });
    await t.step("select by label", async () => {
      const { text } = await act({ kind: "select", ref: ref("Sort"), option: "Price" });
      assertStringIncludes(text, `- combobox "Sort" [ref=${ref("Sort")}]: Price`);
      assertStringIncludes(text, '  - option "Price" [selected]');
      assertStringIncludes(text, "by p");
    });
    await t.step("a check box hidden behind its label", async () => {
      const { outcome, text } = await act({ kind: "click", ref: ref("Gift") });
      assertEquals(outcome.status, "done");
      assertMatch(text, /checkbox "Gift" \[checked\]/);
    });
    await t.step("refusals", async () => {
      const last = Number((await text()).match(/ref=e\d+/g)?.length);
      await refused(
        { kind: "click", ref: "e99" },
        "unknown-reference",
        `Cannot click e99 as it is not on the page: references run from e1 to e${last}`,
      );
      const soldOut = ref("Sold out");
      await refused(
        { kind: "click", ref: soldOut },
        "disabled",
        `Cannot click ${soldOut} "Sold out" as it is disabled`,
      );
      const buy = ref("Buy");
      await refused(
        { kind: "type", ref: buy, text: "x" },
        "not-editable",
        `Cannot type into ${buy} "Buy" as it takes no text: it is a button`,
      );
      const sort = ref("Sort");
      await refused(
        { kind: "select", ref: sort, option: "Size" },
        "no-such-option",
        `Cannot select "Size" in ${sort} as there is no such option: the options are "Relevance", "Price", "Colour"`,
      );
      await refused(
        { kind: "select", ref: sort, option: "Colour" },
        "no-such-option",
        `Cannot select "Colour" in ${sort} as that option is disabled: the options are "Relevance", "Price"`,
      );
      const order = ref("Order");
      await refused(
        { kind: "click", ref: order },
        "covered",
        `Cannot click ${order} "Order" as dialog "Cookie notice" covers it`,
      );
      await refused({ kind: "back" }, "no-history", "Cannot go back as this is the first page");
      await refused(
        { kind: "goto", url: "javascript:alert(1)" },
        "navigation-refused",
        'Cannot open "javascript:alert(1)" as it is no web address',
      );
      await refused(
        { kind: "goto", url: "https://elsewhere.example/x" },
        "navigation-refused",
        "Cannot open https://elsewhere.example/x as there is no site elsewhere.example here",
      );
      await refused(
        { kind: "goto", url: "/file" },
        "navigation-refused",
        "Cannot open http://shop.test/file as it leads to a file or to nothing",
      );
      await act({ kind: "click", ref: ref("Accept") });
      assertEquals((await act({ kind: "click", ref: ref("Order") })).outcome.status, "done");
    });
    await t.step("what is gone since the page was looked at cannot be seen", async () => {
      const vanish = ref("Vanish");
      await browser.act({ kind: "click", ref: vanish });
      const outcome = await browser.act({ kind: "click", ref: vanish });
      assertEquals(outcome, {
        status: "refused",
        reason: "not-visible",
        message: `Cannot click ${vanish} "Vanish" as it cannot be seen`,
        virtualMs: 0,
      });
      await text();
    });
    await t.step("into a frame of another site, below the fold", async () => {
      assertStringIncludes((await act({ kind: "click", ref: ref("Pay") })).text, '  - button "Paid"');
    });
    await t.step("dialogs are answered, and told once", async () => {
      const { text: after } = await act({ kind: "click", ref: ref("Talk") });
      assertEquals(after.split("\n").slice(0, 3), [
        '- dialog "Thank you" [alert closed]',
        '- dialog "Sure?" [confirm declined]',
        '- dialog "Name?" [prompt declined]',
      ]);
      const { observation } = await browser.observe();
      assertEquals(observation.title, "falsenull");
      assertEquals((await act({ kind: "scroll", direction: "up" })).text.startsWith("- heading"), true);
    });
    await t.step("links to files and to nothing leave the page where it is", async () => {
      assertStringIncludes((await act({ kind: "click", ref: ref("File") })).text, '- heading "Shop"');
      assertStringIncludes((await act({ kind: "click", ref: ref("Empty") })).text, '- heading "Shop"');
    });
    await t.step("a new window is followed, and going back leaves it", async () => {
      assertStringIncludes((await act({ kind: "click", ref: ref("Terms") })).text, "/popup");
      assertStringIncludes((await act({ kind: "back" })).text, '- heading "Shop"');
    });
    await t.step("links, forms, addresses and history", async () => {
      assertStringIncludes((await act({ kind: "click", ref: ref("Second") })).text, '- heading "/second"');
      assertStringIncludes((await act({ kind: "back" })).text, '- heading "Shop"');
      const sent = await act({ kind: "type", ref: ref("Find"), text: "sofa", submit: true });
      assertStringIncludes(sent.text, '- heading "/results?q=sofa"');
      assertStringIncludes((await act({ kind: "goto", url: "second?a=1" })).text, '- heading "/second?a=1"');
      assertEquals(browser.report().finalUrl, "http://shop.test/second?a=1");
    });
    await t.step("each action is a step of the transport, and a missing answer is told", async () => {
      assertEquals(site.steps, [-1, ...Array.from({ length: site.steps.length - 1 }, (_, i) => i)]);
      site.diverge("Cannot replay GET /third");
      const { outcome } = await act({ kind: "goto", url: "/third" });
      assertEquals(outcome, { status: "off-tape", message: "Cannot replay GET /third", virtualMs: 0 });
    });
  });
});
