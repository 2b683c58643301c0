import { assert } from "@effect/vitest"
import { Transaction } from "@rollcall/core/storage"
import { layer } from "@rollcall/storage-memory"
import { Effect, Fiber, Layer, Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import { TestClock } from "effect/testing"
import { testOver } from "../../../core/test/Suite.ts"

const stores = Layer.provideMerge(PersistedQueue.layer, layer)
const jobs = PersistedQueue.make({ name: "jobs", schema: Schema.String })
const run = <A, E, R>(effect: Effect.Effect<A, E, R>) => Transaction.use(({ run }) => run(effect))

const test = testOver(stores)

/** Takes every job that is available. */
const drain = Effect.gen(function* () {
  const queue = yield* jobs
  const taken: Array<string> = []
  const taker = yield* Effect.forkChild(Effect.forever(queue.take((job) => Effect.sync(() => taken.push(job)))))
  for (let round = 0; round < 20; round++) yield* TestClock.adjust("100 millis")
  yield* Fiber.interrupt(taker)
  return taken
})

test("a job that is offered in a transaction is available only after the commit", function* () {
  const queue = yield* jobs
  const inside = yield* run(Effect.andThen(queue.offer("job"), drain))
  assert.deepStrictEqual([inside, yield* drain], [[], ["job"]])
})

test("a job is removed when its transaction, or its nested transaction, rolls back", function* () {
  const queue = yield* jobs
  yield* Effect.exit(run(Effect.andThen(queue.offer("lost"), Effect.fail("no"))))
  yield* run(
    Effect.gen(function* () {
      yield* queue.offer("outer")
      yield* Effect.exit(run(Effect.andThen(queue.offer("undone"), Effect.fail("no"))))
      yield* run(queue.offer("inner"))
    })
  )
  yield* queue.offer("alone")
  assert.deepStrictEqual(yield* drain, ["outer", "inner", "alone"])
})
