/**
 * What agents are asked to do in the shop, as functions of the world.
 *
 * @module
 */
import type { Task } from "../../env/mod.ts";
import { heldOutTasks } from "./tasks/held_out.ts";
import { trainingTasks } from "./tasks/training.ts";
import type { World } from "./world.ts";

/**
 * All tasks of a world.
 *
 * @param world The shop.
 * @returns Training tasks, then held-out ones; no template is in both.
 */
export function tasks(world: World): Task[] {
  return [...trainingTasks(world), ...heldOutTasks(world)];
}
