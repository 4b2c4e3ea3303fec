/** A kind of site or of task. Its query is what a goal is compared with; all of it is written here, none of it mined. */
export interface Situation {
  /** Short and stable: `shop`. */
  readonly id: string;
  /** How a lesson begins: "On vehicle listings,". */
  readonly place: string;
  /** In words that goals use. */
  readonly query: string;
  /** What shows in a goal that it is one. */
  readonly goal: RegExp;
  /** What shows in a start address. */
  readonly address?: RegExp;
}

/** Kinds of sites; a trajectory belongs to the one whose words its goal holds most of. */
export const siteKinds: readonly Situation[] = [
  {
    id: "shop",
    place: "In online shops,",
    query:
      "products in an online shop: shoes, clothes, shirts, pajamas, bags, furniture, sofa, electronics, phones, laptops, speakers, appliances, toys, wine, gift cards; by brand, size, color, material, price, on sale, customer rating, reviews",
    goal:
      /\b(add|cart|bag|basket|shoes?|shirts?|handbags?|sofas?|couch\w*|speakers?|laptops?|phones?|gift card|product|shop|buy|purchase|sale|on sale|discount|stainless|refriger\w*|refridg\w*|pizza|wine|vinyl|headphones|jacket|dress|shampoo|toys?|doorbell|brand|color|colour)\b/gi,
    address: /shop|store|buy|market|applianc|product/i,
  },
  {
    id: "vehicles",
    place: "On vehicle listings,",
    query:
      "used and new cars, trucks, vans and motorcycles for sale: make, model, model year, mileage, price, dealers, electric, comparison of cars",
    goal:
      /\b(cars?|vans?|trucks?|suvs?|sedan|dealer\w*|mileage|miles|used|model years?|made before|ownership cost|top buys)\b/gi,
    address: /cars?\b|auto|motor|vehicle/i,
  },
  {
    id: "homes",
    place: "On property and rental listings,",
    query:
      "apartments, condos, houses for sale or rent, land, student housing, self-storage units: bedrooms, bathrooms, rent per month, price range, parking, gym, elevator, pool, pets allowed",
    goal:
      /\b(apartments?|condos?|houses?|housing|homes|bedrooms?|bathrooms?|rent|land|real estate|propert\w+|listings?|storage units?|self-storage|landlord|per month)\b/gi,
    address: /apartment|realt|homes?\b|land|storage|rent/i,
  },
  {
    id: "travel",
    place: "On booking sites for travel,",
    query:
      "flights, trains, buses, cruises, hotels, vacation stays, car rental: departure, return, round trip, one-way, check-in, nights, adults, children, fare, nonstop, package",
    goal:
      /\b(flights?|fly|airline|airport|trains?|bus|cruise\w*|hotels?|stay|nights?|check-?in|check-?out|depart\w*|return\w*|round-?trip|one-way|arriv\w*|rental|itinerary|destination|tickets? from|travel)\b/gi,
    address: /air|fly|flight|trip|travel|booking|cruise|hotel|bus\b|rail/i,
  },
  {
    id: "outdoors",
    place: "On sites for parks, permits and campgrounds,",
    query:
      "national parks, campgrounds, permits, trails, day-use areas: availability, next available date, group size, rules, cancellation, activities",
    goal:
      /\b(parks?|camp\w*|permits?|paddling|horseback|trail|hik(e|ing) trail|national park|next available|day-use|cancellation)\b/gi,
    address: /recreation|\bparks?\b|\bcamp/i,
  },
  {
    id: "jobs",
    place: "On job boards,",
    query:
      "jobs, open positions, careers: part-time, full-time, remote, education level, industry, occupation, salary, date posted, employer",
    goal:
      /\b(jobs?|positions?|career\w*|internships?|salary|hiring|employ\w+|part-time|full-time|faculty|openings|remote)\b/gi,
    address: /jobs?|career/i,
  },
  {
    id: "pets",
    place: "On pet adoption and animal sites,",
    query:
      "dogs, cats, puppies and other pets for adoption: breed, age, sex, size, good with kids, shelters, rescue groups, vets",
    goal: /\b(dogs?|cats?|pets?|adopt\w*|breed|puppy|kitten|shelters?|vet|hairless|barking|spayed|neutered)\b/gi,
    address: /pet|dog|cat\b|animal/i,
  },
  {
    id: "health",
    place: "On health and recipe sites,",
    query:
      "health, symptoms, drugs, dosage, diet, pregnancy, ovulation, community posts; recipes, cooking time, ingredients, nutrition, vegan, gluten-free, cookies, servings",
    goal:
      /\b(recipes?|cook\w*|ingredients?|bak(e|ed|ing)|servings|snack|health\w*|diet|dosage|drug|symptoms?|pregnan\w*|ovulation|vegan|gluten\S*|doctor|medic\w*|vaccine|natural products)\b/gi,
    address: /health|med|drug|baby|clinic|recipe|food|cook/i,
  },
  {
    id: "weather",
    place: "On weather and map sites,",
    query:
      "weather forecast: temperature, wind, rain, air quality, humidity, hourly, daily, seven days, monthly, radar, map of a city",
    goal: /\b(weather|forecast|temperature|wind|rain|humidity|air quality|climate|radar|hourly)\b/gi,
    address: /weather/i,
  },
  {
    id: "sports",
    place: "On sports sites,",
    query: "sports standings, scores, schedules, race results, teams, players, league, season, games, chess, puzzles",
    goal: /\b(standings?|scores?|teams?|league|race|season|players?|match|games? schedule|formula|division|chess)\b/gi,
    address: /sport|league|chess/i,
  },
  {
    id: "events",
    place: "On ticket and event sites,",
    query: "concerts, events, theatre, festivals, shows: tickets, seats, venue, presale, parking near a venue",
    goal:
      /\b(concerts?|events?|theatre|theater|seats?|tickets|presale|venue|stage|festival|parking near|show in|activities)\b/gi,
    address: /ticket|event|seat/i,
  },
  {
    id: "finance",
    place: "On finance and market pages,",
    query:
      "stocks, currencies, crypto: price chart, historical data, market index, sector; loan, mortgage and retirement calculators",
    goal:
      /\b(stocks?|price chart|chart|crypto\w*|historical data|exchange|index|401\S*|loan|mortgage|rate of return|market|sector|shares?)\b/gi,
    address: /finance|exchange|coin|bank|invest/i,
  },
  {
    id: "public",
    place: "On public service and government sites,",
    query:
      "government and public services: visa, passport, forms, filing fee, application, benefits, pension, wait times, tax, reports, neighborhood maps, statements",
    goal:
      /\b(visa|form(s)?|filing fee|application|benefits?|government|citizens?|pension|statement|report|permit|wait times?|tax|passport|accredited|neighborhood maps?|civil)\b/gi,
    address: /\.gov\b|\bgov\./i,
  },
  {
    id: "education",
    place: "On course and learning sites,",
    query:
      "courses, classes, lessons, quizzes, simulations: subject, level, skills, term, schedule, university, degree",
    goal:
      /\b(courses?|class(es)?|semester|quiz|questions|simulation|beginner\S*|university|computer science|skills|degree|lesson|puzzle)\b/gi,
    address: /\bedu\b|course|learn|math|school/i,
  },
  {
    id: "reference",
    place: "In catalogues of papers, code and words,",
    query:
      "papers, publications, repositories, issues, commits, words, rhymes, reports, articles, news, press releases, walkthroughs, statistics, figures, trends",
    goal:
      /\b(papers?|publications?|cited|repositor\w*|issues?|commits?|word|rhymes?|synonyms?|report|submission|open-source|articles?|news|press release|walkthrough|figure|trends?)\b/gi,
    address: /wiki|dictionary|rankings?|library/i,
  },
  {
    id: "services",
    place: "On sites for local services and delivery,",
    query:
      "local services and delivery: shipping a box or package, quotes, parcel tracking, weight, house cleaning, photographer, pricing plans, prepaid lines, monthly cost, gas station, store",
    goal:
      /\b(ship\w*|parcel|package from|tracking|flat-rate|box|cleaning|photographer|service|plans?|pricing|prepaid|quota|estimate|cost of|autopay|lines|gas station|near)\b/gi,
    address: /parcel|post|maps?\b/i,
  },
];

/** What goals ask for; a trajectory may belong to several. */
export const intents: readonly Situation[] = [
  {
    id: "extreme",
    place: "When the task asks for the cheapest, newest or best of a list,",
    query:
      "cheapest, lowest, lowest-priced, highest, highest-rated, best-selling, most viewed, most popular, newest, latest, earliest, oldest, largest, sorted by price, sorted by rating",
    goal:
      /\b(cheapest|lowest|highest|newest|latest|earliest|oldest|largest|smallest|best|most|fastest|top|sort(ed)?( by)?|nearest|closest|first|final)\b/gi,
  },
  {
    id: "conditions",
    place: "When the task names several conditions,",
    query:
      "with all of these: between two prices, under, at least, at most, maximum, minimum, or more stars, within, with features, without, only, filter the results by",
    goal:
      /\b(with|under|between|at least|less than|more than|above|below|max(imum)?|min(imum)?|within|filter\w*|range|or higher|or newer|over|and)\b/gi,
  },
  {
    id: "dates",
    place: "When the task depends on dates,",
    query:
      "dates: tomorrow, today, next weekend, departing on, returning on, check-in, check-out, for nights, between dates, this month, past week, schedule",
    goal:
      /\b(tomorrow|today|next (week|month|saturday|sunday|friday)|check-?in|departing|returning|nights?|date|dates|days?|january|february|march|april|may|june|july|august|september|october|november|december|monthly|weekend)\b/gi,
  },
  {
    id: "near",
    place: "When the task is about a place,",
    query: "near, nearest, closest to a zip code, city, address or location, within miles, around, nearby stores",
    goal:
      /\b(near(est)?|closest|zip( code)?|within \S+ miles|miles|location|nearby|around|city|in [A-Z]\w+,? [A-Z]{2})\b/gi,
  },
  {
    id: "cart",
    place: "When the task ends in a cart or checkout,",
    query: "add to cart, add to bag, basket, checkout, order, buy, purchase, quantity, total price",
    goal: /\b(cart|bag|basket|checkout|purchase|buy|order|total price|tickets)\b/gi,
  },
  {
    id: "compare",
    place: "When the task compares things,",
    query: "compare, comparison, versus, difference between, side by side, similarities",
    goal: /\b(compar\w*|versus|vs|difference|between .* and|side by side|similarities)\b/gi,
  },
  {
    id: "form",
    place: "When the task means filling in a form, calculator or quiz,",
    query:
      "calculate, calculator, estimate, quiz, questionnaire, determine, how much, what are the benefits, configure, quote",
    goal:
      /\b(calculat\w*|estimate|quiz|determine|how much|check if|what are the benefits|simulation|complete|enter|look up tracking|configure)\b/gi,
  },
  {
    id: "page",
    place: "When the task asks to open a page or document,",
    query:
      "open the page, show the article, document, figure, chart, map, overview, policy, help page, press release, about us, how to",
    goal:
      /\b(open|show( me)?|page|find the (page|report|data|article)|view|browse|display|see|look up|help page|learn|figure|chart|document|press release)\b/gi,
  },
];

/** The home of lessons that hold on any site. */
export const anywhere: Situation = {
  id: "anywhere",
  place: "On any website,",
  query: "any website: banners, pop-ups, clicks without effect, slow pages, scrolling, checking before the answer",
  goal: /(?!)/g,
};

/**
 * The kind of site that a task is on.
 *
 * @param goal The goal.
 * @param address Where it starts.
 * @returns The kind whose words are met most, an address counting as two words; undefined where none is.
 */
export function siteKindOf(goal: string, address = ""): Situation | undefined {
  let [best, most]: [Situation | undefined, number] = [undefined, 0];
  for (const kind of siteKinds) {
    const count = (goal.match(kind.goal)?.length ?? 0) + (kind.address?.test(address) === true ? 2 : 0);
    if (count > most) [best, most] = [kind, count];
  }
  return best;
}

/**
 * What a goal asks for.
 *
 * @param goal The goal.
 * @returns All that fit; of `conditions` and `page`, whose words are common, only where two are met.
 */
export function intentsOf(goal: string): Situation[] {
  return intents.filter(({ id, goal: words }) => {
    const count = goal.match(words)?.length ?? 0;
    return count >= (id === "conditions" || id === "page" ? 2 : 1);
  });
}

/**
 * The situations that a goal belongs to, by its own words: a recall can put the groups of these first.
 *
 * @param goal The goal.
 * @param address Where it starts, where that is known.
 * @returns The kind of site, then what is asked for, then `anywhere`.
 */
export function situationsOf(goal: string, address?: string): Situation[] {
  const kind = siteKindOf(goal, address);
  return [...(kind === undefined ? [] : [kind]), ...intentsOf(goal), anywhere];
}
