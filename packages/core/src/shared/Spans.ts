import { Effect, Predicate, References } from "effect"

type Work = Effect.Effect<unknown, unknown, unknown>

/**
 * Gives each operation of a service a span with the names of both, where spans are created. Elsewhere it costs a look at
 * one reference, unlike `Effect.fn`, which takes a stack at each call. An operation is called at each run of the effect
 * that it returns. Changes the operations in place.
 */
export const withSpans = <
  Operations extends { readonly [Name in keyof Operations]: Work | ((...given: never) => Work) }
>(
  service: string,
  operations: Operations
): Operations => {
  const members: ReadonlyArray<readonly [string, unknown]> = Object.entries(operations)
  for (const [name, operation] of members) {
    if (Predicate.isFunction(operation)) {
      Object.defineProperty(operations, name, { value: spanned(`${service}.${name}`, operation) })
    }
  }
  return operations
}

const spanned =
  (name: string, operation: Parameters<typeof Reflect.apply>[0]) =>
  (...given: ReadonlyArray<unknown>): Work =>
    Effect.flatMap(References.TracerEnabled, (isEnabled) => {
      const effect: unknown = Reflect.apply(operation, undefined, given)
      if (!Effect.isEffect(effect)) return Effect.die(new TypeError(`${name} did not return an effect`))
      return isEnabled ? Effect.withSpan(effect, name, { captureStackTrace: false }) : effect
    })
