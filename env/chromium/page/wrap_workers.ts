/** Where a dedicated worker begins, as its owner tells it in the worker's name. */
export interface WorkerBeginning {
  /** Virtual milliseconds since the episode began. */
  readonly now: number;
  /** What its random numbers depend on. */
  readonly key: string;
  /** The name that the page gave it. */
  readonly name: string;
}

/**
 * Has every dedicated worker of a realm begin with a script of ours, before its own first line: workers made of blob: and
 * data: addresses get it here, those made of a script's address from the server, which sees what the script is for.
 *
 * Time and randomness are told in the worker's name, the one thing that a worker can read at once. It is sent to the page
 * as text, so it refers to nothing outside itself.
 *
 * @param realm The global object of a frame or a worker.
 * @param source The script.
 * @param now Tells the realm's virtual time.
 * @param key What random numbers of this realm depend on.
 */
export function wrapWorkers(
  realm: Window & typeof globalThis,
  source: string,
  now: () => number,
  key: string,
): void {
  const NativeWorker = realm.Worker;
  if (NativeWorker === undefined) return;
  let count = 0;

  const prefixed = (text: string, isModule: boolean): string =>
    // What a module imports runs before its own first line, so the script must be the first import.
    isModule
      ? `import ${JSON.stringify(`data:text/javascript,${realm.encodeURIComponent(source)}`)};${text}`
      : source + text;

  const textOf = (address: string): string | undefined => {
    // Both kinds are in memory already: nothing goes over the network.
    const request = new realm.XMLHttpRequest();
    try {
      request.open("GET", address, false);
      request.send();
    } catch {
      // The worker then begins as it is, and fails or not as it would have.
      return undefined;
    }
    return request.status === 200 || request.responseText !== "" ? request.responseText : undefined;
  };

  const dataText = (address: string): string | undefined => {
    const at = address.indexOf(",");
    if (at < 0) return undefined;
    const body = realm.decodeURIComponent(address.slice(at + 1));
    return /;\s*base64\s*$/i.test(address.slice(5, at)) ? realm.atob(body) : body;
  };

  const withScript = (address: string, isModule: boolean): string => {
    if (address.startsWith("blob:")) {
      const text = textOf(address);
      if (text === undefined) return address;
      return realm.URL.createObjectURL(new realm.Blob([prefixed(text, isModule)], { type: "text/javascript" }));
    }
    if (address.startsWith("data:")) {
      const text = dataText(address);
      if (text === undefined) return address;
      return `data:text/javascript;charset=utf-8,${realm.encodeURIComponent(prefixed(text, isModule))}`;
    }
    return address;
  };

  const Wrapped = new Proxy(NativeWorker, {
    construct(target, [given, options = {}]: [unknown, WorkerOptions?], newTarget) {
      const base = realm.document?.baseURI ?? realm.location.href;
      const address = new realm.URL(String(given), base).href;
      const beginning: WorkerBeginning = {
        now: now(),
        key: `${key} worker ${String(count++).padStart(4, "0")}`,
        name: options.name ?? "",
      };
      const told = { ...options, name: JSON.stringify({ m2: beginning }) };
      return Reflect.construct(target, [withScript(address, options.type === "module"), told], newTarget);
    },
  });
  NativeWorker.prototype.constructor = Wrapped;
  Object.defineProperty(realm, "Worker", { value: Wrapped, writable: true, configurable: true, enumerable: false });
}
