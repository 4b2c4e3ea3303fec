/**
 * Makes Math.random, crypto.getRandomValues and crypto.randomUUID give the same values whenever the key is the same.
 *
 * It is sent to the page as text, so it refers to nothing outside itself.
 *
 * @param realm The frame's global object.
 * @param key What the values depend on: the recording's seed, the frame's address and place, the step and the time.
 */
export function installSeededRandomness(realm: Window & typeof globalThis, key: string): void {
  // FNV-1a: enough to spread keys over 32 bits.
  let state = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) state = Math.imul(state ^ key.charCodeAt(i), 0x01000193);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
  const define = (target: object, name: string, value: unknown) => {
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true });
  };
  define(realm.Math, "random", () => next() / 0x1_0000_0000);
  if (realm.crypto === undefined) return;
  const nativeFill = realm.crypto.getRandomValues.bind(realm.crypto);
  define(realm.crypto, "getRandomValues", <T extends ArrayBufferView<ArrayBuffer>>(array: T): T => {
    // The native call refuses what the standard refuses: float arrays, more than 65,536 bytes.
    nativeFill(array);
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < bytes.length; i++) bytes[i] = next() >>> 24;
    return array;
  });
  // Absent outside secure contexts; a page that sees it missing must go on seeing it missing.
  if (realm.crypto.randomUUID === undefined) return;
  define(realm.crypto, "randomUUID", () => {
    const hex = Array.from({ length: 16 }, (_, i) => {
      const byte = next() >>> 24;
      return (i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, "0");
    }).join("");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  });
}
