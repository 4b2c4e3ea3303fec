/** What became of one part of the setup. */
export interface SetupPart {
  /** `replaced`: it is absent, and something slower or smaller takes its place. */
  readonly state: "ready" | "replaced" | "missing";
  /** One sentence. */
  readonly said: string;
}

/**
 * Runs a program to its end.
 *
 * @param command Its path or name.
 * @param args Its arguments.
 * @param options Where, and with which variables added.
 * @returns Whether it succeeded, and all that it said.
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<{ readonly success: boolean; readonly output: string }> {
  try {
    const { success, stdout, stderr } = await new Deno.Command(command, { args: [...args], ...options, stdin: "null" })
      .output();
    const decoder = new TextDecoder();
    return { success, output: decoder.decode(stdout) + decoder.decode(stderr) };
  } catch (error) {
    return { success: false, output: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Looks for a program on PATH.
 *
 * @param name Its name.
 * @param path The value of PATH.
 * @returns Its path, or undefined.
 */
export async function findProgram(name: string, path: string): Promise<string | undefined> {
  for (const folder of path.split(":").filter((folder) => folder !== "")) {
    if (await isFile(`${folder}/${name}`)) return `${folder}/${name}`;
  }
  return undefined;
}

/**
 * Whether a path leads to a file.
 *
 * @param path The path.
 * @returns False also where it cannot be looked at.
 */
export async function isFile(path: string): Promise<boolean> {
  return (await Deno.stat(path).catch(() => undefined))?.isFile ?? false;
}
