/**
 * `deno doc --lint` for the public doors, less what zod's inference makes it say.
 *
 * Types are inferred from schemas (one source a noun), so two kinds of complaint are by design: a schema constant has no
 * written type, and a type made by `z.infer` refers to zod. See docs/decisions/0002-types-are-inferred-from-schemas.md.
 *
 * @module
 */

/** One complaint of `deno doc --lint`, as its text blocks give it. */
export interface Complaint {
  /** `missing-jsdoc`. */
  readonly code: string;
  /** Path and line. */
  readonly where: string;
  /** The block as printed. */
  readonly text: string;
}

/**
 * Splits the tool's output into complaints.
 *
 * @param output What `deno doc --lint` printed, without colours.
 * @returns The complaints, in order.
 */
export function readComplaints(output: string): Complaint[] {
  return output.split(/^(?=error\[)/m).filter((block) => block.startsWith("error[")).map((text) => ({
    code: /^error\[([\w-]+)\]/.exec(text)?.[1] ?? "",
    where: /--> (\S+)/.exec(text)?.[1] ?? "",
    text,
  }));
}

/**
 * Whether a complaint comes of inferring types from schemas.
 *
 * @param complaint The complaint.
 * @returns True where it is by design.
 */
export function isByDesign(complaint: Complaint): boolean {
  // A package's own docs are its own affair.
  if (complaint.where.includes("/node_modules/")) return true;
  if (complaint.code === "missing-explicit-type") return /\|\s*export const \w+Schema\b/.test(complaint.text);
  if (complaint.code === "private-type-ref") {
    return /references private type '(output|infer|input|ZodType|\w+Schema|z)'/.test(complaint.text);
  }
  return false;
}

if (import.meta.main) {
  const doors = ["mod.ts", "env/replay/mod.ts", "env/chromium/mod.ts", "testing.ts"];
  const { stderr, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", "--lint", ...doors],
    env: { NO_COLOR: "1" },
  }).output();
  const output = new TextDecoder().decode(stderr) + new TextDecoder().decode(stdout);
  const complaints = readComplaints(output).filter((complaint) => !isByDesign(complaint));
  for (const complaint of complaints) console.error(complaint.text.trimEnd());
  console.log(`doc lint: ${doors.length} doors, ${complaints.length} complaints`);
  if (complaints.length > 0) Deno.exit(1);
}
