import { StorageError, type Storage } from "@rollcall/core"
import { Effect, Equal, Formatter, Result, Schema } from "effect"
import type { Services } from "./Services.ts"

/** The error of a store that breaks a port's contract. Its message contains the expected and the actual result. */
export class Discrepancy extends Schema.TaggedError<Discrepancy>()("Discrepancy", { message: Schema.String }) {}

/** One part of a port's contract, as an effect that fails if a store breaks it. */
export interface Check<R = Storage | Services> {
  /** The title of the check, with the ids of its rules. */
  readonly title: string
  readonly run: Effect.Effect<void, unknown, R>
}

/** Makes a check from a title and an effect, or from the body of a generator. */
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

/** Fails unless the actual value equals the expected one. */
export const agree = <A>(what: string, actual: A, expected: A): Effect.Effect<void, Discrepancy> =>
  Equal.equals(actual, expected)
    ? Effect.void
    : Effect.fail(new Discrepancy({ message: `${what}\n  expected ${show(expected)}\n  but got  ${show(actual)}` }))

/** Fails unless `law` is true. The message contains `about`. */
export const holds = (what: string, law: boolean, about?: unknown): Effect.Effect<void, Discrepancy> =>
  law ? Effect.void : Effect.fail(new Discrepancy({ message: about === undefined ? what : `${what}: ${show(about)}` }))

/** Fails unless an effect fails with the `StorageError` of reason `Conflict`. */
export const conflicts = <A, E, R>(what: string, effect: Effect.Effect<A, E, R>): Effect.Effect<void, Discrepancy, R> =>
  Effect.flatMap(Effect.result(effect), (result) =>
    holds(
      `${what} should be a conflict`,
      Result.isFailure(result) && result.failure instanceof StorageError && result.failure.reason === "Conflict",
      result
    )
  )

/** Formats a value for a message, in at most 2,000 characters. */
export const show = (value: unknown): string => {
  const text = Formatter.format(value)
  return text.length <= 2_000 ? text : `${text.slice(0, 2_000)}...`
}
