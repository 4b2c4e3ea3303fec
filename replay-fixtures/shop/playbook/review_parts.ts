import type { Subgoal, Yield } from "../../../models/simulated/mod.ts";
import { laterPages } from "./facts.ts";
import { findProduct, type Wanted } from "./product_parts.ts";
import { both, titled } from "./text.ts";

/**
 * All pages of a product's reviews, oldest first.
 *
 * @param item The product.
 * @param pages The fact `pages.<key>`, where it is known.
 * @param read What is read on each page.
 * @returns Subgoals `reviews.<key>.<page>`; the first gives `pages.<key>`.
 */
export function reviewPages(item: Wanted, pages: string | undefined, read: (page: number) => Yield): Subgoal[] {
  const reviews = titled(`Reviews of ${item.name}[^"]*`);
  const onPage = (page: number) => both(reviews, `Oldest first, page ${page} of`);
  return [
    {
      id: `reviews.${item.key}.1`,
      title: `read the first reviews of the ${item.words}`,
      at: onPage(1),
      moves: [
        {
          when: titled(`${item.name}[^"]*`),
          do: { kind: "click", role: "link", name: "Reviews" },
          why: "open its reviews",
        },
        {
          when: onPage(2),
          do: { kind: "click", role: "link", name: "Previous reviews" },
          why: "turn back to the first reviews",
        },
        ...findProduct(item),
      ],
      yields: [
        { fact: `pages.${item.key}`, pattern: String.raw`Oldest first, page 1 of (?<value>\d+)` },
        read(1),
      ],
    },
    ...laterPages(pages).map((page): Subgoal => ({
      id: `reviews.${item.key}.${page}`,
      title: `read page ${page} of the reviews of the ${item.words}`,
      at: onPage(page),
      moves: [
        {
          when: onPage(page - 1),
          do: { kind: "click", role: "link", name: "More reviews" },
          why: "turn to the next page, as the oldest reviews come first",
        },
        {
          when: titled(`${item.name}[^"]*`),
          do: { kind: "click", role: "link", name: "Reviews" },
          why: "open its reviews",
        },
        ...findProduct(item),
      ],
      yields: [read(page)],
    })),
  ];
}
