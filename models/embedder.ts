/** Turns texts into vectors of one length. A bank remembers its embedder's id and refuses others. */
export interface Embedder {
  /** Name, version and parameters: `hashed-tfidf-512-v1`. */
  readonly id: string;
  /** Length of every vector. */
  readonly dimensions: number;
  /**
   * Embeds texts.
   *
   * @param texts Any number of texts.
   * @returns One vector a text, in order, finite, of length 1 unless the text has no known word (then all zeros).
   */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
}
