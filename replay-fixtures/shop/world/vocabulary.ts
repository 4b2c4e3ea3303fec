import type { RandomSource } from "../../../base/mod.ts";

/** The words a world is made of. */
export interface Vocabulary {
  readonly shop: string;
  readonly motto: string;
  /** Four categories, each with its name and eight kinds of goods. */
  readonly categories: readonly { readonly name: string; readonly kinds: readonly string[] }[];
  /** One a base product, 32. */
  readonly series: readonly string[];
  /** What a near-namesake is called behind the name it borrows. */
  readonly namesake: string;
  /** Two a category. */
  readonly materials: readonly string[];
  readonly firstNames: readonly string[];
  readonly lastNames: readonly string[];
  readonly towns: readonly string[];
  readonly streets: readonly string[];
  /** What reviews say. */
  readonly remarks: readonly string[];
  readonly password: string;
}

/** The words of the shop as it is recorded. */
export const DEFAULT_VOCABULARY: Vocabulary = {
  shop: "Wrenlow",
  motto: "Plain goods for house and garden",
  categories: [
    {
      name: "Lamps",
      kinds: [
        "desk lamp",
        "floor lamp",
        "wall lamp",
        "reading lamp",
        "bedside lamp",
        "clamp lamp",
        "porch lamp",
        "work lamp",
      ],
    },
    {
      name: "Kettles",
      kinds: [
        "whistling kettle",
        "stove kettle",
        "travel kettle",
        "camping kettle",
        "glass kettle",
        "enamel kettle",
        "copper kettle",
        "office kettle",
      ],
    },
    {
      name: "Rugs",
      kinds: ["wool rug", "hall rug", "round rug", "kitchen rug", "bath rug", "picnic rug", "woven rug", "door rug"],
    },
    {
      name: "Candles",
      kinds: [
        "pillar candles",
        "dinner candles",
        "tea lights",
        "garden candles",
        "beeswax candles",
        "lantern candles",
        "birthday candles",
        "storm candles",
      ],
    },
  ],
  series: [
    "Ondal",
    "Varrow",
    "Tessin",
    "Quoril",
    "Hemmet",
    "Lisk",
    "Brannoc",
    "Yarlo",
    "Pellin",
    "Dovrey",
    "Umbel",
    "Castrin",
    "Fenwold",
    "Marlit",
    "Osken",
    "Trillby",
    "Jorvan",
    "Ravel",
    "Sundry",
    "Kestin",
    "Almo",
    "Birrel",
    "Nettin",
    "Corvo",
    "Glimmet",
    "Harbin",
    "Ibben",
    "Lantry",
    "Mottle",
    "Pruvo",
    "Wexom",
    "Zelden",
  ],
  namesake: "Mini",
  materials: ["brass", "ash wood", "steel", "enamel", "wool", "cotton", "beeswax", "rapeseed wax"],
  firstNames: ["Mara", "Jonas", "Edda", "Pip", "Soren", "Tilda", "Amos", "Greta", "Ludo", "Ines"],
  lastNames: ["Ilves", "Harrowby", "Quist", "Penhale", "Dray", "Oakeshott", "Lund", "Vesper", "Tolley", "Marrin"],
  towns: ["Addlestead", "Brackwater", "Corriston", "Dunmarsh", "Eddlebridge", "Farholt"],
  streets: ["Mill Lane", "Ferry Street", "Tanner Row", "Station Road", "Market Steps", "Quarry Hill"],
  remarks: [
    "Does what it should.",
    "Sturdier than it looks.",
    "The colour is warmer than in the picture.",
    "Bought a second one for my sister.",
    "Came well packed.",
    "A little smaller than I thought.",
    "Still as good as new after a winter.",
    "The instructions could be clearer.",
  ],
  password: "heron-gate-7",
};

const OTHER_CATEGORIES: Vocabulary["categories"] = [
  {
    name: "Clocks",
    kinds: [
      "mantel clock",
      "tower clock",
      "hallway clock",
      "alarm clock",
      "pocket clock",
      "kitchen clock",
      "ship clock",
      "station clock",
    ],
  },
  {
    name: "Teapots",
    kinds: [
      "clay teapot",
      "iron teapot",
      "family teapot",
      "pewter teapot",
      "crystal teapot",
      "tin teapot",
      "silver teapot",
      "breakfast teapot",
    ],
  },
  {
    name: "Blankets",
    kinds: [
      "mohair blanket",
      "sofa blanket",
      "felt blanket",
      "cradle blanket",
      "beach blanket",
      "horse blanket",
      "quilted blanket",
      "fleece blanket",
    ],
  },
  {
    name: "Soaps",
    kinds: [
      "olive soaps",
      "lavender soaps",
      "guest soaps",
      "shaving soaps",
      "honey soaps",
      "charcoal soaps",
      "marble soaps",
      "saddle soaps",
    ],
  },
];

const ONSETS = [
  "b",
  "br",
  "d",
  "dr",
  "f",
  "g",
  "gl",
  "h",
  "j",
  "k",
  "l",
  "m",
  "n",
  "p",
  "pl",
  "r",
  "s",
  "st",
  "t",
  "v",
];
const VOWELS = ["a", "e", "i", "o", "u", "ae", "ei", "oa"];
const CODAS = ["b", "ck", "d", "g", "l", "m", "n", "nd", "p", "r", "rn", "s", "th", "x", "zz"];

/**
 * Invents words that the recorded shop does not use.
 *
 * @param random Where they come from.
 * @returns A vocabulary of the same shape, no word of which names anything in {@linkcode DEFAULT_VOCABULARY}.
 */
export function inventVocabulary(random: RandomSource): Vocabulary {
  const used = new Set<string>([
    ...DEFAULT_VOCABULARY.series,
    ...DEFAULT_VOCABULARY.towns,
    ...DEFAULT_VOCABULARY.firstNames,
    ...DEFAULT_VOCABULARY.lastNames,
  ]);
  const pick = (from: readonly string[]) => from[Math.floor(random.next() * from.length)] ?? "";
  const word = (syllables: number): string => {
    for (;;) {
      let text = "";
      for (let i = 0; i < syllables; i++) text += pick(ONSETS) + pick(VOWELS);
      text += pick(CODAS);
      const name = text.charAt(0).toUpperCase() + text.slice(1);
      if (used.has(name)) continue;
      used.add(name);
      return name;
    }
  };
  const words = (count: number, syllables: number) => Array.from({ length: count }, () => word(syllables));
  return {
    shop: word(2),
    motto: `Fine things by ${word(2)}`,
    categories: OTHER_CATEGORIES,
    series: words(32, 2),
    namesake: "Junior",
    materials: words(8, 1).map((name) => `${name.toLowerCase()} fibre`),
    firstNames: words(10, 1),
    lastNames: words(10, 2),
    towns: words(6, 3),
    streets: words(6, 2).map((name) => `${name} Alley`),
    remarks: words(8, 2).map((name) => `Reminds me of ${name}.`),
    password: `${word(2).toLowerCase()}-${word(1).toLowerCase()}`,
  };
}
