/** Counting the tokens of a prompt: the first time, and again when most of its parts are known. */
import { tokenCounter } from "../models/mod.ts";

const count = tokenCounter("openai-tiles");

/** A page of about 500 tokens, as an observation has them. */
function page(step: number): string {
  const rows = Array.from(
    { length: 30 },
    (_, i) =>
      `    - listitem:\n      - link "Thing ${step}-${i}" [ref=e${i}]\n      - text: ${(step * 31 + i * 7) % 900}.50`,
  );
  return `- main:\n  - list:\n${rows.join("\n")}`;
}

let fresh = 0;
const known = Array.from({ length: 30 }, (_, step) => page(step));
for (const part of known) count.text(part);

Deno.bench("count a page that is new", { group: "tokens", baseline: true }, () => {
  count.text(page(1_000 + fresh++));
});

Deno.bench("count a prompt of 30 known pages", { group: "tokens" }, () => {
  let total = 0;
  for (const part of known) total += count.text(part);
  if (total === 0) throw new Error("Nothing was counted");
});

Deno.bench("count the same prompt from fresh strings, as a request brings them", { group: "tokens" }, (b) => {
  const copies: string[] = JSON.parse(JSON.stringify(known));
  b.start();
  for (const part of copies) count.text(part);
  b.end();
});
