import { z } from "zod";

/** One thing that an answer must say. */
export const factSchema = z.discriminatedUnion("kind", [
  /** Exactly this amount of money, and no other. */
  z.strictObject({ kind: z.literal("money"), pence: z.int() }),
  /** Exactly this whole number, and no other. */
  z.strictObject({ kind: z.literal("number"), value: z.int() }),
  /** This name, and none of the others; a longer name that holds it is another name. */
  z.strictObject({ kind: z.literal("name"), name: z.string(), others: z.array(z.string()) }),
  /** Exactly this day, and no other. */
  z.strictObject({ kind: z.literal("day"), iso: z.iso.date() }),
  /** This telephone number, and none of the others. */
  z.strictObject({ kind: z.literal("phone"), phone: z.string(), others: z.array(z.string()) }),
]);

/** @see {@linkcode factSchema} */
export type Fact = z.infer<typeof factSchema>;

/** What a grader is told of a task, as the task's `params`. */
export const expectationSchema = z.strictObject({
  /** All of it must be said. */
  answer: z.array(factSchema).min(1),
  /** What must be in the basket in the end: these and nothing else, in any order. */
  basket: z.array(z.strictObject({ slug: z.string(), quantity: z.int().positive() })).optional(),
  /** Forms that must have been sent: paths such as `/sign-in`. */
  posted: z.array(z.string()).optional(),
});

/** @see {@linkcode expectationSchema} */
export type Expectation = z.infer<typeof expectationSchema>;
