import type { WorkspaceUuid } from "@rollcall/core"
import { BroadcastStore, type IdempotencyRecord, Transaction } from "@rollcall/core/storage"
import { Duration, Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { agree, type Check, check } from "../shared/Check.ts"
import { forAll, generatedCases } from "../shared/ForAll.ts"
import { textArbitrary } from "../shared/TextArbitrary.ts"
import { letOthersRun, newGate, newWorkspace } from "../shared/Fixture.ts"
import { referenceArbitrary } from "../fixtures/BroadcastArbitrary.ts"
import { newBroadcast, publish, refOf, stage, statusOf } from "../fixtures/BroadcastFixture.ts"

const record = (n: number | string): IdempotencyRecord => ({ fingerprint: `print ${n}`, response: `{"n":"${n}"}` })

/** A staged broadcast without recipients. */
const staged = Effect.fnUntraced(function* (workspaceUuid: WorkspaceUuid) {
  const broadcast = yield* newBroadcast({ workspaceUuid })
  yield* stage(broadcast, [])
  return refOf(broadcast)
})

/** Publishes a new broadcast under a key. Fails unless the broadcast is visible exactly if the key was free. */
const publishUnder = Effect.fnUntraced(function* (workspace: WorkspaceUuid, key: string, value: IdempotencyRecord) {
  const ref = yield* staged(workspace)
  const existing = yield* publish(ref, { key, record: value })
  yield* agree("It is visible", Option.isSome(yield* statusOf(ref)), Option.isNone(existing))
  return existing
})

export const idempotencyChecks: ReadonlyArray<Check> = [
  check("B4: a key is stored once; later requests get its record and publish nothing", function* () {
    const store = yield* BroadcastStore
    const workspace = yield* newWorkspace
    yield* agree("Before", yield* store.findIdempotencyKey(workspace, "key"), Option.none())
    yield* agree("The first", yield* publishUnder(workspace, "key", record(1)), Option.none())
    yield* agree("The second", yield* publishUnder(workspace, "key", record(2)), Option.some(record(1)))
    yield* agree("The third", yield* publishUnder(workspace, "key", record(1)), Option.some(record(1)))
    yield* agree("What is found", yield* store.findIdempotencyKey(workspace, "key"), Option.some(record(1)))
    yield* agree("Another workspace's (A1)", yield* publishUnder(yield* newWorkspace, "key", record(4)), Option.none())
  }),

  check("B4: keys and records are stored unchanged", function* () {
    const store = yield* BroadcastStore
    const records = fc.record({ key: referenceArbitrary, fingerprint: textArbitrary, response: fc.json() })
    yield* forAll(records, Math.ceil((yield* generatedCases) / 3), function* ({ key, ...record }) {
      const workspace = yield* newWorkspace
      yield* agree("A new key", yield* publishUnder(workspace, key, record), Option.none())
      yield* agree("What is found", yield* store.findIdempotencyKey(workspace, key), Option.some(record))
    })
  }),

  check("B4: keys that look alike are different keys", function* () {
    const workspace = yield* newWorkspace
    const plain = ["key", "KEY", "key ", " key", "kéy", "ke\u0301y", "k%y", "k_y", "ｋｅｙ", "key'"]
    const keys = [...plain, "x".repeat(255), "x".repeat(254)]
    for (const key of keys) yield* agree(key, yield* publishUnder(workspace, key, record(key)), Option.none())
    for (const key of keys) yield* agree(key, yield* publishUnder(workspace, key, record(0)), Option.some(record(key)))
  }),

  check("B4: a rollback frees the transaction's key, and its broadcast stays staged", function* () {
    const store = yield* BroadcastStore
    const transaction = yield* Transaction
    const workspace = yield* newWorkspace
    const ref = yield* staged(workspace)
    const idempotency = { key: "key", record: record(1) }
    const refused = Effect.andThen(store.publish(ref, idempotency), Effect.fail("refused"))
    yield* agree("The failure", yield* Effect.flip(transaction.run(refused)), "refused")
    yield* agree("What is found", yield* store.findIdempotencyKey(workspace, "key"), Option.none())
    yield* agree("The broadcast", yield* statusOf(ref), Option.none())
    yield* agree("The next", yield* publish(ref, idempotency), Option.none())
    yield* agree("The broadcast then", yield* statusOf(ref), Option.some("scheduled"))
  }),

  check("B4: of many concurrent requests with a key, one is published and the others get its record", function* () {
    const workspace = yield* newWorkspace
    const racers = Array.from({ length: 16 }, (_, n) => publishUnder(workspace, "key", record(n)))
    const results = yield* Effect.all(racers, { concurrency: "unbounded" })
    const winners = results.flatMap((result, n) => (Option.isNone(result) ? [n] : []))
    yield* agree("How many win", winners.length, 1)
    const others = results.filter(Option.isSome)
    const expected = others.map(() => Option.some(record(winners[0] ?? -1)))
    yield* agree("What the others get", others, expected)
  }),

  check("B4: a request waits for the request that stores its key, and gets the record or the free key", function* () {
    const store = yield* BroadcastStore
    const transaction = yield* Transaction
    for (const commits of [true, false]) {
      const workspace = yield* newWorkspace
      const [first, second] = [yield* staged(workspace), yield* staged(workspace)]
      const stored = yield* newGate
      const end = yield* newGate
      const storing = Effect.gen(function* () {
        yield* store.publish(first, { key: "key", record: record(1) })
        yield* stored.open
        yield* end.passed
        return yield* commits ? Effect.void : Effect.fail("refused")
      })
      const holder = yield* Effect.forkChild(transaction.run(storing))
      yield* stored.passed
      const waiting = yield* Effect.forkChild(publish(second, { key: "key", record: record(2) }))
      yield* letOthersRun
      yield* agree("The second, while the first is at it", waiting.pollUnsafe(), undefined)
      yield* end.open
      yield* Fiber.await(holder)
      const expected = commits ? Option.some(record(1)) : Option.none()
      yield* agree(`The second after a ${commits ? "commit" : "rollback"}`, yield* Fiber.join(waiting), expected)
      yield* agree("It is visible", Option.isSome(yield* statusOf(second)), !commits)
    }
  }),

  check("B4: old keys of all workspaces are removed, oldest first and at most the requested number", function* () {
    const store = yield* BroadcastStore
    const [first, second] = [yield* newWorkspace, yield* newWorkspace]
    const prune = (limit: number) => store.pruneIdempotencyKeys({ keepFor: Duration.minutes(30), limit })
    // Data from other checks expires first.
    yield* TestClock.adjust("31 minutes")
    yield* prune(100_000)
    for (const [workspace, key] of [
      [first, "a"],
      [second, "a"],
      [first, "b"]
    ] as const) {
      yield* publishUnder(workspace, key, record(key))
      yield* TestClock.adjust("1 minute")
    }
    const left = Effect.all([
      store.findIdempotencyKey(first, "a"),
      store.findIdempotencyKey(second, "a"),
      store.findIdempotencyKey(first, "b")
    ])
    yield* agree("None is old", yield* prune(10), 0)
    yield* TestClock.adjust("29 minutes")
    yield* agree("One step", yield* prune(1), 1)
    const [a, b] = [Option.some(record("a")), Option.some(record("b"))]
    yield* agree("The oldest one is gone", yield* left, [Option.none(), a, b])
    yield* agree("The rest that is old", yield* prune(10), 1)
    yield* agree("A young one is left", yield* left, [Option.none(), Option.none(), b])
    yield* agree("The key is free", yield* publishUnder(first, "a", record("again")), Option.none())
  })
]
