import { z } from "zod";

/** A screenshot by reference; the bytes are kept apart, since fonts and browser builds change them. */
export const screenshotRefSchema = z.object({
  /** SHA-256 of the PNG. */
  sha256: z.string(),
  /** CSS pixels. */
  width: z.int().positive(),
  /** CSS pixels. */
  height: z.int().positive(),
});

/** What {@linkcode screenshotRefSchema} accepts, as a type. */
export type ScreenshotRef = z.infer<typeof screenshotRefSchema>;

/** What the agent sees at one step, as text. */
export const observationSchema = z.object({
  /** The page's address, as the site knows it. */
  url: z.string(),
  /** The page's title. */
  title: z.string(),
  /**
   * The accessibility tree, one node a line, two spaces an inner level: `- button "Add to cart" [ref=e12]`.
   * References run e1…en in document order in every observation.
   */
  text: z.string(),
});

/** What {@linkcode observationSchema} accepts, as a type. */
export type Observation = z.infer<typeof observationSchema>;

/** An observation with its picture, as a browser hands it over. */
export interface Capture {
  /** What the agent reads, and what transcripts hash. */
  readonly observation: Observation;
  /** The picture, where one was taken. */
  readonly screenshot?: ScreenshotRef & { readonly bytes: Uint8Array };
}
