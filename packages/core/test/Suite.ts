import { it as alone, layer as sharing, type Vitest } from "@effect/vitest"
import { Effect, identity, Layer, type Scope } from "effect"

type Body<R, Given extends ReadonlyArray<unknown>> = (
  ...given: Given
) => Generator<Effect.Effect<unknown, unknown, R>, void, never>

/** Registers a test by its title and the body of its effect, or one for each of some cases. */
export interface Test<R> {
  (title: string, body: Body<R, []>): void
  readonly each: <A>(cases: ReadonlyArray<A>) => (title: string, body: Body<R, [A]>) => void
}

/** `provided` adds what the body needs beside the services of the tester. */
const testBy = <R, Own>(
  tester: Vitest.Tester<Own>,
  provided: (effect: Effect.Effect<void, unknown, R>) => Effect.Effect<void, unknown, Own>
): Test<R> =>
  Object.assign((title: string, body: Body<R, []>) => tester(title, () => provided(Effect.gen(body))), {
    each:
      <A>(cases: ReadonlyArray<A>) =>
      (title: string, body: Body<R, [A]>) =>
        tester.each(cases)(title, (one) => provided(Effect.gen(() => body(one))))
  })

/** Registers tests that share what a layer provides; `it` is for those with options. */
export const suite =
  <R, E>(layer: Layer.Layer<R, E>, options?: Parameters<typeof sharing>[1]) =>
  (title: string, register: (test: Test<R | Scope.Scope>, it: Vitest.MethodsNonLive<R>) => void): void =>
    sharing(layer, options)(title, (it) => register(testBy(it.effect, identity), it))

/** Registers tests that each have a layer of their own. */
export const testOver = <R, E>(layer: Layer.Layer<R, E>): Test<R | Scope.Scope> =>
  testBy(alone.effect, (effect) => Effect.provide(effect, layer))

/** Registers a test of an effect that needs no services. */
export const test: Test<Scope.Scope> = testOver(Layer.empty)

/** As `test`, with the clock and the console of the process. */
export const live: Test<Scope.Scope> = testBy(alone.live, identity)
