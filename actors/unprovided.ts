import { fromPromise, type PromiseActorLogic } from "xstate";
import { HarnessError } from "../base/mod.ts";

/**
 * The stand-in for an actor whose handle is given per episode: it rejects, and says what to provide.
 *
 * @param name The actor's name in `setup()`.
 * @param machine The machine that asks for it.
 * @returns Logic of the right type that always rejects.
 */
export function unprovided<Output, Input>(name: string, machine: string): PromiseActorLogic<Output, Input> {
  return fromPromise<Output, Input>(() =>
    Promise.reject(
      new HarnessError(`Cannot run actor "${name}" as ${machine}Machine has only its name: it was not provided`, {
        hint: `give it with ${machine}Machine.provide({ actors: { ${name} } })`,
      }),
    )
  );
}
