/** What the site explains at length; no task needs it. */
export interface HelpTopic {
  readonly slug: string;
  readonly title: string;
  /** One sentence or two each. */
  readonly paragraphs: readonly string[];
}

/** The topics, as every page's foot lists them. */
export const HELP_TOPICS: readonly HelpTopic[] = [
  {
    slug: "bags",
    title: "Travelling with bags",
    paragraphs: [
      "Bags go on the racks at the ends of each coach or under the seat in front.",
      "Skis, prams and instruments count as one bag if one person can carry them.",
      "Left luggage is at the stations. A bag that is left overnight counts as two days.",
    ],
  },
  {
    slug: "bicycles",
    title: "Bicycles on trains",
    paragraphs: [
      "Folded bicycles count as bags. Other bicycles travel in the first coach, as long as there is room.",
      "On days of engineering works some trains are replaced by buses, which take no bicycles.",
    ],
  },
  {
    slug: "access",
    title: "Help on the way",
    paragraphs: [
      "Staff help people in wheelchairs on and off the train. Call us the day before.",
      "Station pages say which platforms have a lift. Platforms without one are reached by stairs.",
      "Guide dogs travel free in every coach.",
    ],
  },
  {
    slug: "seats",
    title: "Seats and quiet coaches",
    paragraphs: [
      "Every booking comes with a seat by the window, by the aisle or at a table.",
      "In quiet coaches telephones stay silent.",
    ],
  },
];
