import type { Task } from "../../env/mod.ts";
import { heldOutTasks } from "./held_out_tasks.ts";
import { trainingTasks } from "./training_tasks.ts";
import type { World } from "./world.ts";

/**
 * Makes all tasks of the railway's site, with their right answers.
 *
 * @param world The world.
 * @returns Training tasks first, then held-out ones; ids do not depend on the world.
 */
export function tasks(world: World): Task[] {
  return [...trainingTasks(world), ...heldOutTasks(world)];
}
