/** Walks a machine's chart with xstate/graph, purely: which states are reached, and whether each can come to rest. */
import { getAdjacencyMap } from "xstate/graph";
import type { AnyMachineSnapshot, AnyStateMachine, EventFromLogic, InputFrom, SnapshotFrom } from "xstate";

/** What a walk found; states are written `running.stepping`. */
export interface Walk {
  readonly reached: readonly string[];
  /** Every state of the chart without inner states. */
  readonly declared: readonly string[];
  /** Reached states from which no path leads to a state of rest. */
  readonly stuck: readonly string[];
}

/** What a walk needs to know. */
export interface WalkOptions<Machine extends AnyStateMachine> {
  readonly input: InputFrom<Machine>;
  /** Events to try in every state; those that depend on the state are made of it. */
  readonly events: (snapshot: SnapshotFrom<Machine>) => readonly EventFromLogic<Machine>[];
  /** What of the context tells states apart; without it the walk would not end. */
  readonly tellApart?: (snapshot: SnapshotFrom<Machine>) => unknown;
  /** Where it may stay for ever. */
  readonly rests: readonly string[];
}

/** Walks a machine. */
export function walk<Machine extends AnyStateMachine>(machine: Machine, options: WalkOptions<Machine>): Walk {
  const { input, events, tellApart = () => 0, rests } = options;
  const keyOf = (snapshot: unknown) =>
    `${pathOf(snapshot as AnyMachineSnapshot)} ${JSON.stringify(tellApart(snapshot as SnapshotFrom<Machine>))}`;
  const map = getAdjacencyMap(machine, {
    input,
    events: (snapshot) => [...events(snapshot as SnapshotFrom<Machine>)],
    serializeState: keyOf,
    limit: 20_000,
  });
  const nodes = Object.entries(map).map(([id, node]) => ({
    id,
    state: pathOf(node.state as AnyMachineSnapshot),
    next: Object.values<{ readonly state: unknown }>(node.transitions).map((edge) => keyOf(edge.state)),
  }));
  const calm = new Set(nodes.filter((node) => rests.includes(node.state)).map((node) => node.id));
  for (let before = -1; before !== calm.size;) {
    before = calm.size;
    for (const node of nodes) if (node.next.some((id) => calm.has(id))) calm.add(node.id);
  }
  return {
    reached: [...new Set(nodes.map((node) => node.state))].sort(),
    declared: leaves(machine.root.states, "").sort(),
    stuck: [...new Set(nodes.filter((node) => !calm.has(node.id)).map((node) => node.state))].sort(),
  };
}

function leaves(states: AnyStateMachine["root"]["states"], prefix: string): string[] {
  return Object.entries(states).flatMap(([key, node]) =>
    Object.keys(node.states).length > 0
      ? leaves(node.states, `${prefix}${key}.`)
      // A state that is left in the same step is never the state of a snapshot.
      : isPassing(node)
      ? []
      : [`${prefix}${key}`]
  );
}

function isPassing(node: AnyStateMachine["root"]): boolean {
  return node.always !== undefined && node.always.some((way) => way.guard === undefined);
}

function pathOf(snapshot: AnyMachineSnapshot): string {
  const path = (value: unknown): string =>
    typeof value === "string"
      ? value
      : Object.entries(value as Record<string, unknown>).map(([key, inner]) => `${key}.${path(inner)}`).join("+");
  return path(snapshot.value);
}
