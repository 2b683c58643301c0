import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { Database } from "../src/kernel/Database.ts"

const put = (name: string) => Effect.flatMap(Database, ({ write }) => write(({ parked }) => void parked.set(name, [])))
const names = Effect.flatMap(Database, ({ read }) => read(({ parked }) => [...parked.keys()]))
const run = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Database, ({ transaction }) => transaction(effect))

it.effect("fibers that are forked in a transaction belong to it, with transactions of their own inside", () =>
  Effect.gen(function* () {
    const all = Effect.forEach(["a", "b", "c"], (name) => run(Effect.andThen(Effect.yieldNow, put(name))), {
      concurrency: "unbounded"
    })
    yield* run(all)
    assert.deepStrictEqual(yield* names, ["a", "b", "c"])
  }).pipe(Effect.provide(Database.layer))
)

it.effect("a fiber that outlives its transaction dies, rather than write what nobody will read", () =>
  Effect.gen(function* () {
    const over = yield* Deferred.make<void>()
    const late = yield* run(Effect.forkDetach(Effect.andThen(Deferred.await(over), put("late"))))
    yield* Deferred.succeed(over, undefined)
    assert.isTrue(Exit.hasDies(yield* Fiber.await(late)))
    assert.deepStrictEqual(yield* names, [])
  }).pipe(Effect.provide(Database.layer))
)

it.effect("a transaction of one database is none of another", () =>
  Effect.gen(function* () {
    const other = yield* Layer.build(Layer.fresh(Database.layer))
    yield* Effect.flip(run(Effect.andThen(Effect.provideContext(put("kept"), other), Effect.fail("refused"))))
    assert.deepStrictEqual(yield* Effect.provideContext(names, other), ["kept"])
    assert.deepStrictEqual(yield* names, [])
  }).pipe(Effect.provide(Database.layer), Effect.scoped)
)
