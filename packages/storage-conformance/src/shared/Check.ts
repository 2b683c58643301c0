import { StorageError, type Storage } from "@rollcall/core"
import { Effect, Equal, Formatter, Result, Schema } from "effect"
import type { Services } from "./Services.ts"

/** A store does not keep a promise of its port. The message says what was promised and what came instead. */
export class Discrepancy extends Schema.TaggedError<Discrepancy>()("Discrepancy", { message: Schema.String }) {}

/** One promise of a port, as an effect that fails where a store does not keep it. */
export interface Check<R = Storage | Services> {
  /** What is promised, with the ids of its rules. */
  readonly title: string
  readonly run: Effect.Effect<void, unknown, R>
}

/** A check by its title, and by its effect or the body of one. */
export function check<E, R>(title: string, run: Effect.Effect<void, E, R>): Check<R>
export function check<Step extends Effect.Effect<unknown, unknown, unknown>>(
  title: string,
  run: () => Generator<Step, void, never>
): Check<Effect.Services<Step>>
export function check(
  title: string,
  run: Effect.Effect<void, unknown, unknown> | (() => Generator<Effect.Effect<unknown, unknown, unknown>, void, never>)
): Check<unknown> {
  return { title, run: Effect.isEffect(run) ? run : Effect.gen(run) }
}

/** Fails unless the store gave what it should. */
export const agree = <A>(what: string, actual: A, expected: A): Effect.Effect<void, Discrepancy> =>
  Equal.equals(actual, expected)
    ? Effect.void
    : Effect.fail(new Discrepancy({ message: `${what}\n  expected ${show(expected)}\n  but got  ${show(actual)}` }))

/** Fails unless a law holds; `about` is shown when it does not. */
export const holds = (what: string, law: boolean, about?: unknown): Effect.Effect<void, Discrepancy> =>
  law ? Effect.void : Effect.fail(new Discrepancy({ message: about === undefined ? what : `${what}: ${show(about)}` }))

/** Fails unless an effect fails with the `StorageError` that means a lost race, or a uuid that is taken. */
export const conflicts = <A, E, R>(what: string, effect: Effect.Effect<A, E, R>): Effect.Effect<void, Discrepancy, R> =>
  Effect.flatMap(Effect.result(effect), (result) =>
    holds(
      `${what} should be a conflict`,
      Result.isFailure(result) && result.failure instanceof StorageError && result.failure.reason === "Conflict",
      result
    )
  )

/** Text for a person, of a length that can be read. */
export const show = (value: unknown): string => {
  const text = Formatter.format(value)
  return text.length <= 2_000 ? text : `${text.slice(0, 2_000)}...`
}
