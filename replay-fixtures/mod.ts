/**
 * The sites written for this project, an invented shop and an invented railway, each with its tasks, graders, playbooks
 * and recording.
 *
 * @module
 */
import type { Site } from "../lab/site.ts";
import { site as rail } from "./rail/site.ts";
import { site as shop } from "./shop/site.ts";

/** All sites, in the order in which experiments list them. */
export const sites: readonly Site[] = [shop, rail];
