import { assert, describe } from "@effect/vitest"
import { toStorageError } from "@rollcall/storage-sql"
import { Context, Effect, Exit, Fiber, Layer, Redacted, Schedule, Scope } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { inject } from "vitest"
import { layerClient } from "../src/PostgresClient.ts"
import { explainWith } from "../src/PostgresErrors.ts"
import { type DropProxy, startDropProxy } from "./server/DropProxy.ts"
import { test } from "../../core/test/Suite.ts"

/** A client whose connections go through a proxy. Its limits are short, so that nothing waits for long. */
const proxied = Effect.gen(function* () {
  const server = inject("postgresUrl")
  const proxy = yield* Effect.acquireRelease(
    Effect.promise(() => startDropProxy(server)),
    ({ close }) => Effect.promise(close)
  )
  const scope = yield* Scope.fork(yield* Effect.scope)
  const url = Redacted.make(proxy.through(server))
  const client = layerClient({ url, maxConnections: 2, statementTimeout: "200 millis" })
  const sql = Context.get(yield* Layer.buildWithScope(client, scope), SqlClient.SqlClient)
  const one = sql<{ one: number }>`SELECT 1 AS one`
  yield* eventually(Effect.scoped(Effect.all([sql.reserve, sql.reserve], { concurrency: 2 })))
  return { proxy, sql, one, close: Scope.close(scope, Exit.void) }
})

/** A busy machine may need longer than the limits. */
const eventually = <A, E>(effect: Effect.Effect<A, E>) =>
  TestClock.withLive(Effect.retry(effect, Schedule.spaced("20 millis")))

/** Waits until the client has closed all connections. */
const untilClosed = (proxy: DropProxy) =>
  TestClock.withLive(
    Effect.repeat(Effect.sync(proxy.count), { until: (open) => open === 0, schedule: Schedule.spaced("20 millis") })
  )

const unavailable = (errors: ReadonlyArray<SqlError.SqlError>) => {
  for (const error of errors) assert.strictEqual(toStorageError(error, explainWith("the URL")).reason, "Unavailable")
}

// Each takes less than a second. The driver alone waits for 5 to 10 seconds, or for ever.
describe("a database that neither responds nor closes its connections", { timeout: 4_000 }, () => {
  test("fails each statement and transaction with Unavailable, and works as soon as it is back", function* () {
    const { proxy, sql, one } = yield* proxied
    proxy.hold()
    const calls = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? one : sql.withTransaction(one)))
    unavailable(yield* Effect.forEach(calls, Effect.flip, { concurrency: "unbounded" }))
    proxy.resume()
    const answers = yield* Effect.forEach(calls, eventually, { concurrency: "unbounded" })
    for (const rows of answers) assert.deepStrictEqual(rows, [{ one: 1 }])
  })

  test("fails a transaction during which it stops responding, without waiting again for the rollback", function* () {
    const { proxy, sql, one } = yield* proxied
    const held = Effect.andThen(one, Effect.sync(proxy.hold))
    const nested = sql.withTransaction(one)
    unavailable([yield* Effect.flip(sql.withTransaction(Effect.andThen(held, nested)))])
    proxy.resume()
    assert.deepStrictEqual(yield* eventually(nested), [{ one: 1 }])
  })

  test("loses the connection on which it did not respond, and the idle ones, which may be lost too", function* () {
    const { proxy, one } = yield* proxied
    proxy.hold()
    unavailable([yield* Effect.flip(one)])
    yield* untilClosed(proxy)
  })

  test("does not delay a caller that interrupts a statement or a transaction", function* () {
    const { proxy, sql, one } = yield* proxied
    proxy.hold()
    const fibers = yield* Effect.forEach([one, sql.withTransaction(one), one], (call) =>
      Effect.forkChild(call, { startImmediately: true })
    )
    yield* Fiber.interruptAll(fibers)
    proxy.resume()
    assert.deepStrictEqual(yield* eventually(one), [{ one: 1 }])
  })

  test("does not delay the client's end, which leaves no connection", function* () {
    const { close, one, proxy } = yield* proxied
    proxy.hold()
    const running = yield* Effect.forkChild(Effect.flip(one), { startImmediately: true })
    yield* close
    unavailable([yield* Fiber.join(running)])
    yield* untilClosed(proxy)
  })
})
