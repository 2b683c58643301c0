import { assert, describe } from "@effect/vitest"
import { ResourceHolder } from "@rollcall/core/operations"
import { Deferred, Effect, Fiber, Queue } from "effect"
import { SqlError } from "effect/sql"
import { connectionOf } from "../src/host/QueryConnection.ts"
import type { Session } from "../src/Session.ts"
import { makeSessionPool } from "../src/SessionPool.ts"
import { live } from "../../core/test/Suite.ts"

const connection = connectionOf(() => Effect.succeed({ rows: [] }))

const error = (Reason: typeof SqlError.ConnectionError | typeof SqlError.UnknownError) =>
  new SqlError.SqlError({ reason: new Reason({ cause: new Error("no"), operation: "connect" }) })
const silence = error(SqlError.ConnectionError)
const refusal = error(SqlError.UnknownError)

/** A pool of so many sessions at most, and its attempts to open one, which a test answers. */
const makePool = Effect.fnUntraced(function* (wait: number, sessions: number = 3) {
  const attempts = yield* Queue.unbounded<Deferred.Deferred<Session, SqlError.SqlError>>()
  const open = Effect.gen(function* () {
    const attempt = yield* Deferred.make<Session, SqlError.SqlError>()
    yield* Queue.offer(attempts, attempt)
    return yield* Deferred.await(attempt)
  })
  const { lend, use } = yield* makeSessionPool(() => open, { sessions, wait, pause: 10 })
  const next = Queue.take(attempts)
  return {
    lend,
    next,
    /** Calls for a session, and keeps it until the deferred is done. */
    call: Effect.fnUntraced(function* (done: Deferred.Deferred<void>) {
      return yield* Effect.forkChild(
        use((session) => Effect.as(Deferred.await(done), session)),
        { startImmediately: true }
      )
    }),
    succeeds: (session: Session) => Effect.flatMap(next, (attempt) => Deferred.succeed(attempt, session)),
    fails: (reason: SqlError.SqlError) => Effect.flatMap(next, (attempt) => Deferred.fail(attempt, reason)),
    attempts: Queue.size(attempts)
  }
})

const usable: Session = { connection, alone: connection, isUsable: () => true }

describe("a session pool", () => {
  live("opens one session per caller up to its limit; the others wait in order", function* () {
    const { attempts, call, succeeds } = yield* makePool(1_000)
    const done = yield* Effect.forEach([0, 1, 2, 3, 4], () => Deferred.make<void>())
    const fibers = yield* Effect.forEach(done, call)
    assert.strictEqual(yield* attempts, 3)
    const sessions = [{ ...usable }, { ...usable }, { ...usable }]
    yield* Effect.forEach(sessions, succeeds)
    for (const each of done) yield* Deferred.succeed(each, undefined)
    const lent = yield* Effect.forEach(fibers, Fiber.join)
    assert.strictEqual(new Set(lent).size, 3)
    assert.strictEqual(yield* attempts, 0)
  })

  live(
    "gives its last session to a holder that has none, and the next one to the holder with the fewest",
    function* () {
      const { call, succeeds } = yield* makePool(1_000, 4)
      /** Calls for somebody, and returns what ends the loan. */
      const callFor = Effect.fnUntraced(function* (holder: string) {
        const done = yield* Deferred.make<void>()
        const fiber = yield* Effect.provideService(call(done), ResourceHolder, holder)
        return { end: Effect.andThen(Deferred.succeed(done, undefined), Fiber.join(fiber)), fiber, holder }
      })
      const open = Effect.fnUntraced(function* (calls: ReadonlyArray<{ readonly holder: string }>) {
        yield* Effect.forEach(calls, () => succeeds({ ...usable }))
      })
      const first = yield* callFor("busy")
      const busy = [first, yield* callFor("busy"), yield* callFor("busy")]
      yield* open(busy)
      // The fourth session is opened for one who may not have it: it is there for another one.
      const waiting = yield* callFor("busy")
      yield* open([waiting])
      const other = yield* callFor("other")
      const second = yield* callFor("other")
      // Two sessions of busy and one of the other are lent: the last is there for a third holder.
      yield* first.end
      yield* (yield* callFor("third")).end
      // Busy holds two sessions and the other none, so the other gets the next one.
      yield* other.end
      yield* second.end
      yield* waiting.end
      yield* Effect.forEach(busy.slice(1), ({ end }) => end)
    }
  )

  live("lets callers wait for an existing session if the database rejects another", function* () {
    const { call, fails, succeeds } = yield* makePool(1_000)
    const done = yield* Deferred.make<void>()
    const fibers = yield* Effect.all([call(done), call(done), call(done), call(done)])
    yield* fails(refusal)
    yield* fails(refusal)
    yield* succeeds(usable)
    yield* Deferred.succeed(done, undefined)
    assert.deepStrictEqual(yield* Effect.forEach(fibers, Fiber.join), [usable, usable, usable, usable])
  })

  live.each([refusal, silence])("fails its callers if there is no session: $message", function* (reason) {
    const { attempts, call, fails } = yield* makePool(60_000)
    const done = yield* Deferred.make<void>()
    const fibers = yield* Effect.all([call(done), call(done), call(done), call(done), call(done)])
    yield* Effect.all([fails(reason), fails(reason), fails(reason)])
    // The last two called after those attempts had begun, and wait for another one.
    yield* fails(reason)
    const errors = yield* Effect.forEach(fibers, (fiber) => Effect.flip(Fiber.join(fiber)))
    assert.deepStrictEqual(errors, Array(5).fill(reason))
    assert.strictEqual(yield* attempts, 0)
  })

  live("makes another attempt if one gets no response, and closes sessions beyond the limit", function* () {
    const { call, next } = yield* makePool(60_000)
    const done = yield* Deferred.make<void>()
    const fibers = yield* Effect.all([call(done), call(done), call(done)])
    const silent = yield* Effect.all([next, next, next])
    const sessions = [{ ...usable }, { ...usable }, { ...usable }]
    for (const session of sessions) yield* Deferred.succeed(yield* next, session)
    for (const attempt of silent) yield* Deferred.succeed(attempt, { ...usable })
    yield* Deferred.succeed(done, undefined)
    assert.deepStrictEqual(new Set(yield* Effect.forEach(fibers, Fiber.join)), new Set(sessions))
  })

  live("fails a caller that waits too long, and reports whether the database responds to others", function* () {
    const { call, lend, succeeds } = yield* makePool(20)
    const { reason } = yield* Effect.flip(lend)
    assert.strictEqual(reason._tag, "ConnectionError")
    assert.include(String(reason.cause), "no connection to the database is free")
    const done = yield* Deferred.make<void>()
    yield* Effect.forEach([1, 2, 3], () => call(done))
    yield* Effect.forEach([1, 2, 3], () => succeeds({ ...usable }))
    assert.include(String((yield* Effect.flip(lend)).reason.cause), "every connection to the database is in use")
  })

  live("replaces a broken session", function* () {
    const { lend, succeeds } = yield* makePool(1_000)
    let isBroken = false
    const first = { connection, alone: connection, isUsable: () => !isBroken }
    const lending = yield* Effect.forkChild(Effect.scoped(lend), { startImmediately: true })
    yield* succeeds(first)
    assert.strictEqual(yield* Fiber.join(lending), first)
    assert.strictEqual(yield* lend, first)
    isBroken = true
    const again = yield* Effect.forkChild(Effect.scoped(lend), { startImmediately: true })
    yield* succeeds(usable)
    assert.strictEqual(yield* Fiber.join(again), usable)
  })

  live("lends an interrupted caller's session to the next caller", function* () {
    const { call, lend, succeeds } = yield* makePool(1_000)
    const interrupted = yield* call(yield* Deferred.make<void>())
    yield* succeeds(usable)
    yield* Fiber.interrupt(interrupted)
    assert.strictEqual(yield* lend, usable)
  })
})
