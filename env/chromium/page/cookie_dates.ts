/**
 * Lets cookies that a page sets live as long as the page meant: the browser counts an expiry date against the real
 * clock, so a cookie for "tomorrow" of a virtual day in the past would be dropped at once.
 *
 * It is sent to the page as text, so it refers to nothing outside itself.
 *
 * @param realm The frame's global object, with its virtual clock in place.
 */
export function installCookieDates(realm: Window & typeof globalThis): void {
  const native = Object.getOwnPropertyDescriptor(realm.Document.prototype, "cookie");
  if (native?.get === undefined || native.set === undefined) return;
  const { get, set } = native;
  Object.defineProperty(realm.Document.prototype, "cookie", {
    ...native,
    get,
    set(this: Document, text: unknown) {
      const cookie = String(text).replace(/;\s*expires\s*=\s*([^;]*)/i, (whole, date: string) => {
        const expires = realm.Date.parse(date);
        if (Number.isNaN(expires) || /;\s*max-age\s*=/i.test(String(text))) return whole;
        return `; max-age=${Math.round((expires - realm.Date.now()) / 1000)}`;
      });
      Reflect.apply(set, this, [cookie]);
    },
  });
}
