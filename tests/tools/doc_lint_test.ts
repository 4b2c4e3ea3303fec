import { assertEquals } from "@std/assert";
import { isByDesign, readComplaints } from "../../tools/doc_lint.ts";

const OUTPUT = `error[missing-explicit-type]: exported symbol is missing an explicit type annotation
 --> /p/env/task.ts:4:14
  |
4 | export const taskSchema = z.object({ id: z.string() });
  |              ^

error[missing-explicit-type]: exported symbol is missing an explicit type annotation
 --> /p/env/task.ts:9:14
  |
9 | export const machine = createMachine({});
  |              ^

error[private-type-ref]: public type 'Task' references private type 'output'
  --> /p/env/task.ts:6:1

error[missing-jsdoc]: exported symbol is missing JSDoc documentation
  --> /p/env/task.ts:7:1
`;

Deno.test("readComplaints() splits the output into one complaint a block", () => {
  assertEquals(readComplaints(OUTPUT).map((complaint) => complaint.code), [
    "missing-explicit-type",
    "missing-explicit-type",
    "private-type-ref",
    "missing-jsdoc",
  ]);
});

Deno.test("isByDesign() lets schemas pass, and nothing else", () => {
  assertEquals(readComplaints(OUTPUT).map(isByDesign), [true, false, true, false]);
});
