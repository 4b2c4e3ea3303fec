/**
 * How the shop's tasks can be done: one playbook a template, none of which holds a value of the shop.
 *
 * @module
 */
import type { Playbook } from "../../../models/simulated/mod.ts";
import { BASKET_OF_TWO } from "./basket_of_two.ts";
import { CHEAPEST_OF_TWO } from "./cheapest_of_two.ts";
import { CHECKOUT_OF_TWO } from "./checkout_of_two.ts";
import { CLOSING_LAST } from "./closing_last.ts";
import { COUNT_IN_TWO_LISTS } from "./count_in_two_lists.ts";
import { EXPRESS_OF_THREE } from "./express_of_three.ts";
import { STARS_OF_TWO } from "./stars_of_two.ts";
import { NEWEST_OF_TWO } from "./newest_of_two.ts";
import { NEWEST_REVIEW } from "./newest_review.ts";
import { ORDER_AGAIN } from "./order_again.ts";
import { ORDER_UNLESS_DEARER } from "./order_unless_dearer.ts";
import { PRICE_FOR_A_PIECE } from "./price_for_a_piece.ts";
import { SEND_BACK_LATER } from "./send_back_later.ts";
import { THREE_WISHES } from "./three_wishes.ts";
import { WHOLE_PACKS } from "./whole_packs.ts";

/** All playbooks: those of training templates first. */
export const playbooks: readonly Playbook[] = [
  CHEAPEST_OF_TWO,
  EXPRESS_OF_THREE,
  BASKET_OF_TWO,
  COUNT_IN_TWO_LISTS,
  ORDER_AGAIN,
  STARS_OF_TWO,
  WHOLE_PACKS,
  CLOSING_LAST,
  SEND_BACK_LATER,
  NEWEST_OF_TWO,
  CHECKOUT_OF_TWO,
  PRICE_FOR_A_PIECE,
  NEWEST_REVIEW,
  ORDER_UNLESS_DEARER,
  THREE_WISHES,
];
