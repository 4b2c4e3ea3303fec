import type { Pattern } from "../pattern.ts";
import { stepsWhere } from "../trail.ts";

/** Things that lie over a page. */
export const overlays: readonly Pattern[] = [
  {
    id: "cookie-banner",
    kind: "pitfall",
    teachers: "succeeded",
    homes: { sites: true, intents: [], anywhere: true },
    find: (trail) =>
      stepsWhere(
        trail,
        /cookies?\b.{0,60}(banner|notice|consent|popup|pop-up|dialog|button|dismiss|accept|clos)|(accept|dismiss|close).{0,40}cookie/,
        ["click"],
      ),
    say: (place) =>
      `${place} a cookie banner lies over the foot of the page on arrival and swallows clicks on what is below it: accept or close it first, and look again whether it is gone before you go on.`,
  },
  {
    id: "banner-stays",
    kind: "pitfall",
    teachers: "both",
    homes: { sites: false, intents: [], anywhere: true },
    find: (trail) => {
      const found = stepsWhere(
        trail,
        /(banner|pop-?up|modal|dialog|survey|overlay).{0,60}(still|persist|again|remain|not (been )?(closed|dismissed))|still.{0,40}(banner|pop-?up|modal|dialog|overlay)/,
      );
      return found.length >= 2 ? found : [];
    },
    say: (place) =>
      `${place} a banner that stays after a second click on its button will not go by a third one: scroll so that its button stands free, try its corner cross or the Escape key, or go on with what it does not cover.`,
  },
  {
    id: "popup",
    kind: "pitfall",
    teachers: "both",
    homes: { sites: true, intents: [], anywhere: true },
    find: (trail) =>
      stepsWhere(
        trail,
        /(close|dismiss|no,? thanks|skip|remove).{0,60}(pop-?up|modal|survey|newsletter|dialog|overlay|chat|offer)|(pop-?up|modal|survey|newsletter|overlay).{0,80}(close|dismiss|no,? thanks|skip)/,
        ["click", "press"],
      ),
    say: (place) =>
      `${place} a survey, newsletter, location or chat window opens over the page some seconds after loading: close it by its cross or "No thanks", then repeat the click that it swallowed, since that click did nothing.`,
  },
  {
    id: "blocked",
    kind: "pitfall",
    teachers: "both",
    homes: { sites: true, intents: [], anywhere: true },
    find: (trail) =>
      stepsWhere(
        trail,
        /captcha|access denied|verify (that )?you('re| are)|are you (a )?human|cloudflare|unusual traffic|security check|bot detection|robot check/,
      ),
    say: (place) =>
      `${place} a check for robots or an "access denied" page may answer instead of the page: do not click through it again and again; go back, enter by the front page, or report that the site refuses.`,
  },
  {
    id: "login-wall",
    kind: "pitfall",
    teachers: "both",
    homes: { sites: true, intents: [], anywhere: true },
    find: (trail) =>
      stepsWhere(
        trail,
        /(log ?in|sign ?in|account).{0,40}(required|needed|prompt|asks|asking|wall|must|page instead)|(requires?|need(s)?|asks?|asking).{0,30}(log ?in|sign ?in|an account)/,
      ),
    say: (place) =>
      `${place} some pages ask for an account: look for "continue as guest" or the same content elsewhere on the site before giving up, and never make up an account.`,
  },
];
