/**
 * M2Lab: a testbed for the memory of web agents.
 *
 * @module
 */
export * from "./base/mod.ts";
export * from "./env/mod.ts";
export * from "./models/mod.ts";
export * from "./memory/mod.ts";
export * from "./actors/mod.ts";
export * from "./lab/mod.ts";
