/** A kind of site or of task. Its query is what a goal is compared with; all of it is written here, none of it mined. */
export interface Situation {
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
      "Shop for a product: find the cheapest or best rated item by brand, size, color, material, price under a limit, on sale; add it to the cart or bag, gift card, view reviews",
    goal:
      /\b(add|cart|bag|basket|shoes?|shirts?|handbags?|sofas?|couch\w*|speakers?|laptops?|phones?|gift card|product|shop|buy|purchase|sale|on sale|discount|stainless|refriger\w*|refridg\w*|pizza|wine|vinyl|headphones|jacket|dress|shampoo|toys?|doorbell|brand|color|colour)\b/gi,
    address: /shop|store|buy|market|applianc|product/i,
  },
  {
    id: "vehicles",
    place: "On vehicle listings,",
    query:
      "Browse used and new cars, trucks or vans for sale by make, model, model year, mileage and price; compare two cars; find a dealer; sort by lowest or highest price",
    goal:
      /\b(cars?|vans?|trucks?|suvs?|sedan|dealer\w*|mileage|miles|used|model years?|made before|ownership cost|top buys)\b/gi,
    address: /cars?\b|auto|motor|vehicle/i,
  },
  {
    id: "homes",
    place: "On property and rental listings,",
    query:
      "Browse apartments, condos, houses, land or student housing for sale or rent by bedrooms, bathrooms, price range and amenities such as parking, gym or elevator; self-storage units",
    goal:
      /\b(apartments?|condos?|houses?|housing|homes?|bedrooms?|bathrooms?|rent|land|real estate|propert\w+|listings?|storage units?|self-storage|landlord|per month)\b/gi,
    address: /apartment|realt|homes?\b|land|storage|rent/i,
  },
  {
    id: "travel",
    place: "On booking sites for travel,",
    query:
      "Book a flight, train, bus, cruise, hotel, stay or car rental: from and to, departure and return dates, round trip, nights, number of adults and children, cheapest fare, package",
    goal:
      /\b(flights?|fly|airline|airport|trains?|bus|cruise\w*|hotels?|stay|nights?|check-?in|check-?out|depart\w*|return\w*|round-?trip|one-way|arriv\w*|rental|itinerary|destination|tickets? from|travel)\b/gi,
    address: /air|fly|flight|trip|travel|booking|cruise|hotel|bus\b|rail/i,
  },
  {
    id: "outdoors",
    place: "On sites for parks, permits and campgrounds,",
    query:
      "Find a park, campground or permit: availability, next available date, group size, rules, cancellation, activities near a place",
    goal:
      /\b(parks?|camp\w*|permits?|paddling|horseback|trail|hik(e|ing) trail|national park|next available|day-use|cancellation)\b/gi,
    address: /recreation|parks?\b|camp/i,
  },
  {
    id: "jobs",
    place: "On job boards,",
    query:
      "Browse jobs and open positions by location, distance, education level, job type, industry, salary and date posted",
    goal:
      /\b(jobs?|positions?|career\w*|internships?|salary|hiring|employ\w+|part-time|full-time|faculty|openings|remote)\b/gi,
    address: /jobs?|career/i,
  },
  {
    id: "pets",
    place: "On pet adoption and animal sites,",
    query:
      "Find a dog, cat or other pet for adoption near a zip code by breed, age, sex and size; find a shelter, vet or breed",
    goal: /\b(dogs?|cats?|pets?|adopt\w*|breed|puppy|kitten|shelters?|vet|hairless|barking|spayed|neutered)\b/gi,
    address: /pet|dog|cat\b|animal/i,
  },
  {
    id: "health",
    place: "On health and pregnancy sites,",
    query:
      "Look up health information: symptoms, diet, dosage of a drug, recipes for a diet, ovulation or pregnancy calculator, community posts",
    goal:
      /\b(health\w*|diet|dosage|drug|symptoms?|pregnan\w*|ovulation|vegan|gluten\S*|doctor|medic\w*|vaccine|natural products)\b/gi,
    address: /health|med|drug|baby|clinic/i,
  },
  {
    id: "recipes",
    place: "On recipe sites,",
    query: "Find a recipe by ingredient, cooking time, diet or rating and open its reviews, ingredients or nutrition",
    goal: /\b(recipes?|cook\w*|ingredients?|bak(e|ed|ing)|salmon|beef|chicken|servings|snack)\b/gi,
    address: /recipe|food|cook/i,
  },
  {
    id: "weather",
    place: "On weather and map sites,",
    query:
      "Show the weather forecast for a city: current temperature, wind, daily, hourly, seven days or monthly forecast; radar or wind map",
    goal: /\b(weather|forecast|temperature|wind|rain|humidity|air quality|climate|radar|hourly)\b/gi,
    address: /weather/i,
  },
  {
    id: "sports",
    place: "On sports sites,",
    query: "Check sports standings, scores, schedules, race results, teams and players of a league or season",
    goal: /\b(standings?|scores?|teams?|league|race|season|players?|match|games? schedule|formula|division|chess)\b/gi,
    address: /sport|league|chess/i,
  },
  {
    id: "events",
    place: "On ticket and event sites,",
    query:
      "Find events, concerts or theatre in a city by date; choose tickets or seats and show the total price; parking near a venue",
    goal:
      /\b(concerts?|events?|theatre|theater|seats?|tickets|presale|venue|stage|festival|parking near|show in|activities)\b/gi,
    address: /ticket|event|seat/i,
  },
  {
    id: "finance",
    place: "On finance and market pages,",
    query:
      "Show a stock, currency or crypto price, chart or historical data for a period; retirement, loan or cost calculator",
    goal:
      /\b(stocks?|price chart|chart|crypto\w*|historical data|exchange|index|401\S*|loan|mortgage|rate of return|market|sector|shares?)\b/gi,
    address: /finance|exchange|coin|bank|invest/i,
  },
  {
    id: "public",
    place: "On public service and government sites,",
    query:
      "Find a form, rule, fee, visa requirement, benefit, wait time, report or map on a government or transport authority site",
    goal:
      /\b(visa|form(s)?|filing fee|application|benefits?|government|citizens?|pension|statement|report|permit|wait times?|tax|passport|accredited|neighborhood maps?|civil)\b/gi,
    address: /\.gov\b|\bgov\./i,
  },
  {
    id: "education",
    place: "On course and learning sites,",
    query: "Search courses by subject, level, skills, term and schedule; complete a quiz or run a simulation",
    goal:
      /\b(courses?|class(es)?|semester|quiz|questions|simulation|beginner\S*|university|computer science|skills|degree|lesson|puzzle)\b/gi,
    address: /\bedu\b|course|learn|math|school/i,
  },
  {
    id: "reference",
    place: "In catalogues of papers, code and words,",
    query:
      "Search papers, publications, repositories, issues, commits, words or reports by subject and date; most cited, newest, earliest",
    goal:
      /\b(papers?|publications?|cited|repositor\w*|issues?|commits?|word|rhymes?|synonyms?|report|submission|open-source|articles?|news|press release|walkthrough|figure|trends?)\b/gi,
    address: /wiki|dictionary|rankings?|library/i,
  },
  {
    id: "services",
    place: "On sites for local services and delivery,",
    query:
      "Find or price a service: shipping a box between zip codes, tracking a parcel, house cleaning, photographer, pricing plans, monthly cost of lines",
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
      "Find the cheapest, lowest or highest priced, highest rated, best-selling, most viewed, newest, earliest or largest item of a list; sort by price or rating",
    goal:
      /\b(cheapest|lowest|highest|newest|latest|earliest|oldest|largest|smallest|best|most|fastest|top|sort(ed)?( by)?|nearest|closest|first|final)\b/gi,
  },
  {
    id: "conditions",
    place: "When the task names several conditions,",
    query:
      "Find items that meet several conditions at once: between two prices, under a limit, at least so many stars, with features, in a category; filter the results",
    goal:
      /\b(with|under|between|at least|less than|more than|above|below|max(imum)?|min(imum)?|within|filter\w*|range|or higher|or newer|over|and)\b/gi,
  },
  {
    id: "dates",
    place: "When the task depends on dates,",
    query:
      "Choose dates: departing on, returning, check-in, next Saturday, tomorrow, for so many nights, between two dates, in a month",
    goal:
      /\b(tomorrow|today|next (week|month|saturday|sunday|friday)|check-?in|departing|returning|nights?|date|dates|days?|january|february|march|april|may|june|july|august|september|october|november|december|monthly|weekend)\b/gi,
  },
  {
    id: "near",
    place: "When the task is about a place,",
    query:
      "Find the nearest store, dealer, shelter, vet, parking or service near a zip code, city or address, within some miles",
    goal:
      /\b(near(est)?|closest|zip( code)?|within \S+ miles|miles|location|nearby|around|city|in [A-Z]\w+,? [A-Z]{2})\b/gi,
  },
  {
    id: "cart",
    place: "When the task ends in a cart or checkout,",
    query:
      "Add an item in the right size, color and quantity to the cart, bag or basket; see the total price at checkout",
    goal: /\b(cart|bag|basket|checkout|purchase|buy|order|total price|tickets)\b/gi,
  },
  {
    id: "compare",
    place: "When the task compares things,",
    query: "Compare two items, models, plans, states or services side by side; hide similarities; show the difference",
    goal: /\b(compar\w*|versus|vs|difference|between .* and|side by side|similarities)\b/gi,
  },
  {
    id: "form",
    place: "When the task means filling in a form, calculator or quiz,",
    query: "Fill in a calculator, estimate, quiz or questionnaire and show its result",
    goal:
      /\b(calculat\w*|estimate|quiz|determine|how much|check if|what are the benefits|simulation|complete|enter|look up tracking|configure)\b/gi,
  },
  {
    id: "page",
    place: "When the task asks to open a page or document,",
    query: "Open or show the page, form, article, report, figure, chart, map or document about something on the site",
    goal:
      /\b(open|show( me)?|page|find the (page|report|data|article)|view|browse|display|see|look up|help page|learn|figure|chart|document|press release)\b/gi,
  },
];

/** The home of lessons that hold on any site. */
export const anywhere: Situation = {
  id: "anywhere",
  place: "On any website,",
  query:
    "Do any task on a website: banners, pop-ups, clicks without effect, slow pages, scrolling, checking before the answer",
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
