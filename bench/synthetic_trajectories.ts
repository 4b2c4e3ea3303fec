import { seededRandom } from "../base/mod.ts";
import type { ImportedStep, ImportedTrajectory } from "../memory/mod.ts";

/** What is asked for, by sort of site; the words in capitals are filled in. */
const GOALS: readonly string[] = [
  "Find the cheapest THING on sale with at least four stars and add it to my cart.",
  "Browse used THING cars from model years NUMBER to NUMBER and sort by lowest price.",
  "Search for apartments in PLACE with two bedrooms and a maximum price of $NUMBER per month.",
  "Book a flight from PLACE to PLACE departing tomorrow and returning after NUMBER nights.",
  "Find a part-time THING job within NUMBER miles of PLACE posted this week.",
  "Find a THING dog for adoption near zip code NUMBER.",
  "Show the weather forecast for PLACE for the next seven days.",
  "Compare the THING NUMBER with the THING NUMBER.",
  "Open the page about THING fees for applicants from PLACE.",
  "Find the most cited paper about THING from NUMBER.",
  "Estimate the cost of shipping a box of THING from PLACE to PLACE.",
  "Find tickets for the THING concert in PLACE next Saturday and show the total price.",
];

/** What is thought at a step, with what is done; as real runs tell it. */
const TURNS: readonly (readonly [string, (draw: Draw) => ImportedStep["action"]])[] = [
  ["I can see the homepage. A cookie banner is shown; let me accept the cookies first.", click],
  ["Let me search for THING in the search box.", click],
  ["I can see the autocomplete suggestions. Let me click on the first option for PLACE.", click],
  ["I need to type THING into the search field.", type],
  ["The results are shown. Let me open the filters to set the price and brand.", click],
  ["I can see the filter panel. I need to scroll down in the filter panel to find the rating filter.", scroll],
  ['Let me click the "Show results" button to apply the filters.', click],
  ["The filters have been applied. Active filters are THING and PLACE; it shows NUMBER results.", scroll],
  ["Now I need to sort by lowest price. Let me open the sort dropdown.", click],
  ["The dropdown is open. I will select the option THING.", click],
  ["The calendar is open. Let me pick the departure date.", click],
  ["The page didn't seem to navigate. Let me click it again more precisely.", click],
  ["It seems the link does not work. Let me try navigating directly to the page.", go],
  ["Let me continue scrolling to find the section about THING.", scroll],
  ["A survey popup appeared. Let me close the popup.", click],
  ['Let me click "Show more" to see all options for THING.', click],
  ["The filter was removed after I sorted; let me re-apply it.", click],
  ["Let me click the first result to see the details of THING.", click],
  ["No results for THING. Let me try a shorter search.", type],
  ["Let me add it to the cart and check the quantity.", click],
];
const ENDS: readonly string[] = [
  "All criteria are met:\n- THING ✓\n- PLACE ✓\nI now have all the information.",
  "The page shows exactly what was requested: THING in PLACE.",
];

interface Draw {
  readonly number: (below: number) => number;
  readonly fill: (text: string) => string;
}

/**
 * Makes trajectories that look like real ones to the miner: a dozen kinds of goals, six to thirty steps, one in six
 * without success. The same seed gives the same ones.
 *
 * @param count How many.
 * @param seed Any whole number.
 * @returns Them, one at a time.
 */
export function* syntheticTrajectories(count: number, seed = 1): Generator<ImportedTrajectory> {
  const random = seededRandom(seed);
  const number = (below: number) => Math.floor(random.next() * below);
  const word = () => Array.from({ length: 2 + number(2) }, () => SYLLABLES[number(SYLLABLES.length)]).join("");
  for (let i = 0; i < count; i++) {
    const [thing, place] = [word(), word().replace(/^./, (letter) => letter.toUpperCase())];
    const fill = (text: string) =>
      text.replaceAll("THING", thing).replaceAll("PLACE", place).replaceAll("NUMBER", () => String(10 + number(9990)));
    const draw = { number, fill };
    const isSuccess = number(6) > 0;
    const goal = fill(GOALS[number(GOALS.length)] ?? "");
    const site = `${word()}.test`;
    const length = 6 + number(25);
    const id = i.toString(16).padStart(16, "0");
    const steps = Array.from({ length }, (_, index): ImportedStep => {
      const isLast = index === length - 1;
      const [thought, act] = TURNS[number(TURNS.length)]!;
      const said = isLast && isSuccess ? ENDS[number(ENDS.length)]! : thought;
      return { index, thought: fill(said), action: isLast && isSuccess ? scroll() : act(draw) };
    });
    yield {
      version: 1,
      id: `t-${id}`,
      source: { format: "synthetic", file: "synthetic.jsonl", sha256: "0".repeat(64), row: i + 1, model: "synthetic" },
      task: { id: `synthetic-${id}`, goal, site, startUrl: `https://${site}/` },
      outcome: isSuccess ? { end: "finished", claimed: "success" } : { end: "turn-limit" },
      steps,
      absent: ["observations", "screenshots"],
      repairs: [],
    };
  }
}

const SYLLABLES = "ba ke li mo nu ra se ti vo zu dar fen gil hon jas kor lim nev pol sar tev wun yal".split(" ");

function click(draw: Draw): ImportedStep["action"] {
  const target = `(${draw.number(1280)}, ${draw.number(800)})`;
  return { kind: "click", target, raw: `Click at ${target}` };
}

function type(draw: Draw): ImportedStep["action"] {
  const text = draw.fill("THING");
  return { kind: "type", text, raw: `Type "${text}"` };
}

function scroll(): ImportedStep["action"] {
  return { kind: "scroll", direction: "down", raw: "Scroll (delta_x=0, delta_y=600)" };
}

function go(draw: Draw): ImportedStep["action"] {
  const text = `https://${draw.fill("THING")}.test/${draw.number(1000)}`;
  return { kind: "goto", text, raw: `Navigate to ${text}` };
}
