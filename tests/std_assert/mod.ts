/**
 * The few functions of `@std/assert` that the tests use, over `node:assert`, for machines that cannot reach JSR.
 * With JSR at hand, delete the `links` line of deno.json and run `deno install --frozen=false`.
 *
 * @module
 */
import { AssertionError, deepStrictEqual, notDeepStrictEqual, ok } from "node:assert/strict";

/** Fails unless the value is truthy. */
export function assert(value: unknown, message?: string): asserts value {
  // The type declarations of Node take no undefined message; which of them is in force depends on what a test imports.
  if (message === undefined) ok(value);
  else ok(value, message);
}

/** Fails unless both are deeply equal. */
export function assertEquals<T>(
  actual: T,
  expected: T,
  message?: string,
): void {
  if (message === undefined) deepStrictEqual(actual, expected);
  else deepStrictEqual(actual, expected, message);
}

/** Fails where both are deeply equal. */
export function assertNotEquals<T>(
  actual: T,
  expected: T,
  message?: string,
): void {
  if (message === undefined) notDeepStrictEqual(actual, expected);
  else notDeepStrictEqual(actual, expected, message);
}

/** Fails unless both are the same value or object. */
export function assertStrictEquals<T>(
  actual: unknown,
  expected: T,
  message?: string,
): asserts actual is T {
  if (!Object.is(actual, expected)) {
    fail(message ?? `Expected ${String(actual)} to be ${String(expected)}`);
  }
}

/** Fails where the value is null or undefined. */
export function assertExists<T>(
  value: T,
  message?: string,
): asserts value is NonNullable<T> {
  if (value === null || value === undefined) {
    fail(message ?? `Expected a value: got ${String(value)}`);
  }
}

/** Fails unless the text contains the other. */
export function assertStringIncludes(
  actual: string,
  expected: string,
  message?: string,
): void {
  if (!actual.includes(expected)) {
    fail(
      message ??
        `Expected ${JSON.stringify(actual)} to include ${JSON.stringify(expected)}`,
    );
  }
}

/** Fails unless the text matches. */
export function assertMatch(
  actual: string,
  expected: RegExp,
  message?: string,
): void {
  if (!expected.test(actual)) {
    fail(message ?? `Expected ${JSON.stringify(actual)} to match ${expected}`);
  }
}

/** Fails unless the numbers are within a tolerance. */
export function assertAlmostEquals(
  actual: number,
  expected: number,
  tolerance = 1e-7,
  message?: string,
): void {
  if (!(Math.abs(actual - expected) <= tolerance)) {
    fail(
      message ?? `Expected ${actual} to be within ${tolerance} of ${expected}`,
    );
  }
}

type ErrorClass<E extends Error> = abstract new (...args: never[]) => E;

function check<E extends Error>(
  error: unknown,
  errorClass?: ErrorClass<E>,
  includes?: string,
): E {
  if (!(error instanceof Error)) {
    fail(`Expected an error to be thrown: got ${String(error)}`);
  }
  if (errorClass !== undefined && !(error instanceof errorClass)) {
    fail(`Expected ${errorClass.name}: got ${error.name}: ${error.message}`);
  }
  if (includes !== undefined) assertStringIncludes(error.message, includes);
  return error as E;
}

/** Fails unless the function throws; gives back what it threw. */
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  errorClass?: ErrorClass<E>,
  includes?: string,
): E {
  try {
    fn();
  } catch (error) {
    return check(error, errorClass, includes);
  }
  fail("Expected the function to throw");
}

/** Fails unless the function rejects; gives back what it rejected with. */
export async function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  errorClass?: ErrorClass<E>,
  includes?: string,
): Promise<E> {
  try {
    await fn();
  } catch (error) {
    return check(error, errorClass, includes);
  }
  fail("Expected the function to reject");
}

/** Fails always. */
export function fail(message = "Failed"): never {
  throw new AssertionError({ message });
}
