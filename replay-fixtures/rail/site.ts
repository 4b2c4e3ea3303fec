import type { Site } from "../../lab/site.ts";
import { grade } from "./graders.ts";
import { handlers, ORIGIN } from "./handlers.ts";
import { playbooks } from "./playbook/mod.ts";
import { tasks } from "./tasks.ts";
import { defaultWorld } from "./world.ts";

/** The railway's site, as it was recorded. */
export const site: Site = {
  name: "rail",
  origin: ORIGIN,
  archive: new URL("archive/", import.meta.url),
  tasks: tasks(defaultWorld),
  grade,
  playbooks,
  handlers,
};
