/** Linux's numbers: the level and the option of `setsockopt(2)`. */
const IPPROTO_TCP = 6;
const TCP_NODELAY = 1;
/** State of a listening socket in `/proc/net/tcp`. */
const LISTENING = "0A";

/**
 * Has a listener's connections send what they are given at once (TCP_NODELAY), where the system lets us.
 *
 * `Deno.serve` leaves it off: the second small answer of a connection then waits up to 40 ms for the browser to
 * acknowledge the first, on most pages twice. On Linux, connections take the option over from their listener; elsewhere,
 * or without the permission to call the C library, everything works as before, only slower.
 *
 * @param port The listener's port on the loopback interface.
 * @returns Whether the option is set.
 */
export function sendAtOnce(port: number): boolean {
  if (Deno.build.os !== "linux") return false;
  try {
    const descriptor = descriptorOf(inodeOf(port));
    if (descriptor === undefined) return false;
    const library = Deno.dlopen("libc.so.6", {
      setsockopt: { parameters: ["i32", "i32", "i32", "buffer", "u32"], result: "i32" },
    });
    try {
      const on = new Uint8Array(new Int32Array([1]).buffer);
      return library.symbols.setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, on, on.length) === 0;
    } finally {
      library.close();
    }
  } catch {
    // No /proc, another C library, or no leave: a page that loads slower is still the page.
    return false;
  }
}

/** The number under which the kernel knows the socket that listens on a port. */
function inodeOf(port: number): string | undefined {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  for (const line of Deno.readTextFileSync("/proc/self/net/tcp").split("\n")) {
    const [, address, , state, , , , , , inode] = line.trim().split(/\s+/);
    if (address?.endsWith(ending) && state === LISTENING) return inode;
  }
  return undefined;
}

/** The process's own number for it. */
function descriptorOf(inode: string | undefined): number | undefined {
  if (inode === undefined) return undefined;
  for (const { name } of Deno.readDirSync("/proc/self/fd")) {
    try {
      if (Deno.readLinkSync(`/proc/self/fd/${name}`) === `socket:[${inode}]`) return Number(name);
    } catch (error) {
      // The descriptor of the directory itself is gone by the time it is read.
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return undefined;
}
