/**
 * What is kept, and how it comes back: the memory policy port, prompts in named parts, insights and recall.
 * The native index has an entry point of its own.
 *
 * @module
 */
export { type PartName, type PromptPart, toMessages } from "./prompt.ts";
export type {
  HistoryPolicy,
  InsightPolicy,
  MemoryContext,
  MemoryEffect,
  MemoryEvent,
  MemoryPolicy,
  PlanMoment,
  RenderInput,
  ReplyField,
} from "./policy.ts";
export {
  type Hit,
  type Insight,
  type InsightGroup,
  insightGroupSchema,
  insightSchema,
  type InsightSource,
  insightSourceSchema,
} from "./bank/insight.ts";
export type { Neighbour, VectorIndex } from "./retrieval/vector_index.ts";
export type { Recall, Recaller, RecallGuard } from "./recall.ts";
export { type ComposedMemory, composePolicy } from "./policies/compose.ts";
export { historyPolicy, historyPolicyNames, insightPolicy, insightPolicyNames } from "./policies/registry.ts";
export { type PromptTokenCounter, sharedPrefix } from "./shared_prefix.ts";
