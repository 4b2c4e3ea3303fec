/**
 * Where an episode's page lies in the report folder.
 *
 * @param id The episode's id: `shop-cheapest-01/m2/seed-1`.
 * @returns `episodes/shop-cheapest-01--m2--seed-1.html`.
 */
export function episodePath(id: string): string {
  return `episodes/${id.replaceAll("/", "--")}.html`;
}
