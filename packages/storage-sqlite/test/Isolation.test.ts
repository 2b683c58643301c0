import { assert, describe, it } from "@effect/vitest"
import { StorageError } from "@rollcall/core"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { ContactStore, Transaction } from "@rollcall/core/storage"
import { Deferred, Effect, Exit, Fiber, Layer, Option, Scheduler } from "effect"
import { SqlClient } from "effect/sql"
import { contactOf, layerWithClient, temporaryFile, workspace } from "./Fixture.ts"

const named = (n: number) => contactOf(n, { firstName: `number ${n}`, email: `${n}@example.com` })

const exists = Effect.fnUntraced(function* (n: number) {
  const store = yield* ContactStore
  return Option.isSome(yield* store.find(workspace, named(n).uuid))
})

const insert = (n: number) =>
  Effect.flatMap(ContactStore, (store) =>
    Effect.asVoid(store.save({ created: [contactWrite(digitForms, "contact.created", named(n))], changed: [] }))
  )

const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flatMap(Transaction, ({ run }) => run(effect))

/** Yields to other fibers a number of times. */
const yields = (count: number) => Effect.repeat(Effect.yieldNow, { times: count })

const run = <A, E>(effect: Effect.Effect<A, E, ContactStore | Transaction | SqlClient.SqlClient>) =>
  Effect.provide(effect, layerWithClient(":memory:"))

describe("a transaction", () => {
  // A statement that waited for the connection yields before it runs: the next transaction must wait.
  it.effect.each([3, 4, 5, 6, 7, 8, 9, 10, 2_048])(
    "that fails does not roll back a concurrent write of a fiber that yields every %i steps",
    (steps) =>
      run(
        Effect.gen(function* () {
          const end = yield* Deferred.make<void>()
          const first = yield* Effect.forkChild(inTransaction(Effect.andThen(insert(1), Deferred.await(end))))
          yield* yields(5)
          const concurrent = yield* Effect.forkChild(
            Effect.provideService(insert(2), Scheduler.MaxOpsBeforeYield, steps)
          )
          yield* yields(200)
          const failing = yield* Effect.forkChild(
            Effect.exit(inTransaction(insert(3).pipe(Effect.andThen(yields(200)), Effect.andThen(Effect.fail("no")))))
          )
          yield* yields(5)
          yield* Deferred.succeed(end, undefined)
          yield* Effect.forEach([first, concurrent], Fiber.join)
          assert.isTrue(Exit.isFailure(yield* Fiber.join(failing)))
          assert.deepStrictEqual(yield* Effect.forEach([1, 2, 3], exists), [true, true, false])
        })
      )
  )

  it.effect("on a file does not delay a concurrent read, which sees the data committed before", () =>
    Effect.gen(function* () {
      const written = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      yield* insert(1)
      const transaction = yield* Effect.forkChild(
        inTransaction(
          Effect.gen(function* () {
            yield* insert(2)
            assert.isTrue(yield* exists(2))
            yield* Deferred.succeed(written, undefined)
            yield* Deferred.await(go)
          })
        )
      )
      yield* Deferred.await(written)
      const concurrent = yield* Effect.forkChild(insert(3))
      assert.deepStrictEqual(yield* Effect.forEach([1, 2, 3], exists), [true, false, false])
      assert.deepStrictEqual(yield* (yield* SqlClient.SqlClient)`WITH one AS (SELECT 1 AS n) SELECT n FROM one`, [
        { n: 1 }
      ])
      assert.isUndefined(concurrent.pollUnsafe())
      yield* Deferred.succeed(go, undefined)
      yield* Effect.forEach([transaction, concurrent], Fiber.join)
      assert.deepStrictEqual(yield* Effect.forEach([1, 2, 3], exists), [true, true, true])
    }).pipe(Effect.provide(Layer.unwrap(Effect.map(temporaryFile, layerWithClient))))
  )

  it.effect("that SQLite ends itself fails with an error, not a defect", () =>
    run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          CREATE TEMP TRIGGER no_tuesdays BEFORE INSERT ON main.contacts WHEN new.first_name = 'number 2'
          BEGIN SELECT RAISE(ROLLBACK, 'not today'); END`
        const exit = yield* Effect.exit(inTransaction(Effect.andThen(insert(1), insert(2))))
        assert.isTrue(Exit.isFailure(exit))
        const error = yield* Effect.flip(inTransaction(Effect.andThen(insert(1), insert(2))))
        assert.instanceOf(error, StorageError)
        assert.isFalse(yield* exists(1))
        yield* inTransaction(insert(3))
        assert.isTrue(yield* exists(3))
      })
    )
  )
})
