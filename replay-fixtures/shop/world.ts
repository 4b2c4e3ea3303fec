/**
 * The shop's data: one typed value that every page, task and grader is a function of.
 *
 * @module
 */
export type { Category, Customer, Hours, Order, OrderLine, Product, Review, Store, World } from "./world/world.ts";
export { defaultWorld, variantWorld } from "./world/build_world.ts";
