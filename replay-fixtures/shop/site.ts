/**
 * The shop as a site of the testbed.
 *
 * @module
 */
import type { Site } from "../../lab/site.ts";
import { grade } from "./graders.ts";
import { shopHandler } from "./handlers.ts";
import { playbooks } from "./playbook/mod.ts";
import { ORIGIN } from "./server/html.ts";
import { tasks } from "./tasks.ts";
import { defaultWorld } from "./world.ts";

/** The shop as it is recorded in `archive/`. */
export const site: Site = {
  name: "shop",
  origin: ORIGIN,
  archive: new URL("./archive/", import.meta.url),
  tasks: tasks(defaultWorld),
  grade,
  playbooks,
  handlers: [shopHandler(defaultWorld)],
};
