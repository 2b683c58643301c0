import { it as alone, layer as sharing, type Vitest } from "@effect/vitest"
import { Effect, Layer, type Scope } from "effect"

/** Registers a test by its title and the body of its effect. */
export type Test<R> = (title: string, body: () => Generator<Effect.Effect<unknown, unknown, R>, void, never>) => void

/** Registers tests that share what a layer provides; `it` is for those with cases or options. */
export const suite =
  <R, E>(layer: Layer.Layer<R, E>, options?: Parameters<typeof sharing>[1]) =>
  (title: string, register: (test: Test<R | Scope.Scope>, it: Vitest.MethodsNonLive<R>) => void): void =>
    sharing(layer, options)(title, (it) => register((title, body) => it.effect(title, () => Effect.gen(body)), it))

/** Registers tests that each have a layer of their own. */
export const testOver =
  <R, E>(layer: Layer.Layer<R, E>): Test<R | Scope.Scope> =>
  (title, body) =>
    alone.effect(title, () => Effect.provide(Effect.gen(body), layer))

/** Registers a test of an effect that needs no services. */
export const test: Test<Scope.Scope> = testOver(Layer.empty)

/** As `test`, with the clock and the console of the process. */
export const live: Test<Scope.Scope> = (title, body) => alone.live(title, () => Effect.gen(body))
