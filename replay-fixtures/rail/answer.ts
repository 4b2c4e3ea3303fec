import { z } from "zod";

/** What a right answer says. Every part that is present must be there, and nothing that contradicts it. */
export const expectedAnswerSchema = z.strictObject({
  /** An amount in cents, the only one in the answer. */
  money: z.int().optional(),
  /** A train's number, the only one in the answer. */
  train: z.string().optional(),
  /** A count, the only whole number that is left beside amounts, trains, dates and times. */
  count: z.int().optional(),
  /** The label of a day, the only one in the answer. */
  day: z.string().optional(),
  /** A platform's number, the only one in the answer. */
  platform: z.int().optional(),
  /** Whether there is a lift. */
  lift: z.boolean().optional(),
  /** A booking's reference, the only one in the answer. */
  reference: z.string().optional(),
});

/** @see {@linkcode expectedAnswerSchema} */
export type ExpectedAnswer = z.infer<typeof expectedAnswerSchema>;

/** The booking that has to be there at the end, without its reference. */
export const expectedBookingSchema = z.strictObject({
  train: z.string(),
  date: z.string(),
  fare: z.string(),
  seat: z.string(),
  price: z.int(),
});

/** What a task's `params` hold. */
export const railParamsSchema = z.strictObject({
  answer: expectedAnswerSchema,
  /** Where the task is to book: the one new booking. Otherwise there must be none. */
  booking: expectedBookingSchema.optional(),
});

/** @see {@linkcode railParamsSchema} */
export type RailParams = z.infer<typeof railParamsSchema>;
