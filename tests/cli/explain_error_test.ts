import { assertEquals } from "@std/assert";
import { ConfigError, EnvironmentError, HarnessError } from "../../base/mod.ts";
import { exitCodeOf } from "../../cli/exit_code.ts";
import { explainError } from "../../cli/explain_error.ts";

Deno.test("explainError() shows the chain of causes, one line each, and what to do", () => {
  const cause = new Error("connect refused");
  const error = new EnvironmentError("Cannot go on as the browser must run: it died", {
    hint: "start it again",
    cause,
  });
  assertEquals(
    explainError(error, false),
    "error: Cannot go on as the browser must run: it died\n  because: connect refused\nhint: start it again\n",
  );
});

Deno.test("explainError() does not say twice what the message says already", () => {
  const cause = new SyntaxError("Unexpected end of JSON input");
  const error = new ConfigError("Cannot read a as it must be JSON: Unexpected end of JSON input", {
    hint: "mend it",
    cause,
  });
  assertEquals(
    explainError(error, false),
    "error: Cannot read a as it must be JSON: Unexpected end of JSON input\nhint: mend it\n",
  );
});

Deno.test("explainError() tells how to see more of an error that nobody foresaw", () => {
  assertEquals(
    explainError(new TypeError("x is undefined"), false),
    "error: x is undefined\nhint: set M2_DEBUG=1 to see where, and report it\n",
  );
  assertEquals(explainError("a text", false), "error: a text\nhint: set M2_DEBUG=1 to see where, and report it\n");
});

Deno.test("exitCodeOf() goes by blame", () => {
  const codes = [new ConfigError("a"), new EnvironmentError("b"), new HarnessError("c"), new TypeError("d"), 5];
  assertEquals(codes.map(exitCodeOf), [2, 3, 1, 1, 1]);
});
