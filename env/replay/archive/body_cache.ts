/**
 * Keeps what was read most recently, up to a number of bytes, so that a long run over a large archive does not end up with
 * all of it in memory.
 */
export class BodyCache<T> {
  readonly #most: number;
  readonly #kept = new Map<string, { readonly value: T; readonly size: number }>();
  #size = 0;

  /**
   * Makes an empty cache.
   *
   * @param most Bytes that it may hold.
   */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Looks a value up and counts it as used.
   *
   * @param ref Its name.
   * @returns Nothing where it is not kept.
   */
  get(ref: string): T | undefined {
    const found = this.#kept.get(ref);
    if (found === undefined) return undefined;
    // A map keeps the order in which keys came: the first is the one that was not used for longest.
    this.#kept.delete(ref);
    this.#kept.set(ref, found);
    return found.value;
  }

  /**
   * Keeps a value, unless it alone is more than a quarter of what the cache may hold.
   *
   * @param ref Its name.
   * @param value The value.
   * @param size Its bytes.
   */
  set(ref: string, value: T, size: number): void {
    if (size > this.#most / 4 || this.#kept.has(ref)) return;
    this.#kept.set(ref, { value, size });
    this.#size += size;
    for (const [oldest, { size: freed }] of this.#kept) {
      if (this.#size <= this.#most) break;
      this.#kept.delete(oldest);
      this.#size -= freed;
    }
  }
}
