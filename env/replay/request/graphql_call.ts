/** One GraphQL operation as far as the matcher cares. */
export interface GraphqlCall {
  /** The operation that runs, where the document has several. */
  readonly operationName?: string;
  /** The document, where it was sent. */
  readonly query?: string;
  /** Hash of a persisted document. */
  readonly persisted?: string;
  /** As sent; `{}` where none were. */
  readonly variables: unknown;
  /** Members beside GraphQL's own, where no document was sent: they then choose the answer too, as `doc_id` does. */
  readonly rest?: Readonly<Record<string, unknown>>;
}

/**
 * Reads GraphQL out of a parsed JSON body.
 *
 * @param value The parsed body; a batch is a list.
 * @returns The calls in order, or `undefined` when the body is not GraphQL.
 *
 * @example A search box is no GraphQL
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { graphqlCalls } from "./graphql_call.ts";
 *
 * equal(graphqlCalls({ query: "desk lamp" }), undefined);
 * equal(graphqlCalls({ query: "{ cart { total } }" })?.length, 1);
 * ```
 */
export function graphqlCalls(value: unknown): readonly GraphqlCall[] | undefined {
  const items = Array.isArray(value) ? value : [value];
  if (items.length === 0) return undefined;
  const calls = items.map(callOf);
  return calls.every((call) => call !== undefined) ? calls : undefined;
}

function callOf(item: unknown): GraphqlCall | undefined {
  if (item === null || typeof item !== "object") return undefined;
  const { query, operationName, variables, extensions, ...rest } = item as Record<string, unknown>;
  const persisted = persistedHash(extensions);
  const isDocument = typeof query === "string" &&
    /^(\s|#[^\n]*\n|,)*((query|mutation|subscription|fragment)\b[^{]*)?\{/.test(query);
  // Other calls have a name too; GraphQL's have variables beside it.
  const isNamedCall = typeof operationName === "string" && query === undefined && variables !== undefined;
  if (!isDocument && persisted === undefined && !isNamedCall) {
    return undefined;
  }
  return {
    ...(typeof operationName === "string" ? { operationName } : {}),
    ...(typeof query === "string" ? { query } : {}),
    ...(persisted === undefined ? {} : { persisted }),
    variables: variables ?? {},
    ...(isDocument || Object.keys(rest).length === 0 ? {} : { rest }),
  };
}

function persistedHash(extensions: unknown): string | undefined {
  const persistedQuery = (extensions as { persistedQuery?: { sha256Hash?: unknown } } | null | undefined)
    ?.persistedQuery;
  return typeof persistedQuery?.sha256Hash === "string" ? persistedQuery.sha256Hash : undefined;
}

/**
 * Tells whether a call changes the server's state.
 *
 * @param call The call.
 * @returns True when the operation that runs is a mutation; false where only a name or a hash was sent, since nothing
 * says that it is one.
 */
export function isGraphqlMutation(call: GraphqlCall): boolean {
  if (call.query === undefined) return false;
  const text = call.query.replaceAll(/#[^\n]*/g, "").trimStart();
  if (text.startsWith("{")) return false;
  const operations = [...text.matchAll(/(?:^|[}\s])(query|mutation|subscription)\b\s*([A-Za-z_]\w*)?\s*[({@]/g)];
  const named = operations.find((operation) => operation[2] !== undefined && operation[2] === call.operationName);
  return (named ?? operations[0])?.[1] === "mutation";
}
