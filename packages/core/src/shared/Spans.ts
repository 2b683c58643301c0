import { Effect, Predicate, References } from "effect"

type Work = Effect.Effect<unknown, unknown, unknown>

/**
 * Adds a span named `service.operation` to each operation if tracing is enabled. Otherwise, an operation only reads one
 * reference, while `Effect.fn` captures a stack trace at each call. Each run of a returned effect calls the operation.
 * Changes the operations in place.
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
