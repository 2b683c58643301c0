import { assert, describe, it } from "@effect/vitest"
import {
  AccessTokenStore,
  BroadcastStore,
  type ClaimedRecipient,
  type HandOverOutcome,
  type Receipt,
  type Storage,
  Transaction,
  type WorkspaceUuid
} from "@rollcall/core"
import { Context, DateTime, Deferred, Duration, Effect, Fiber, Option, Schedule } from "effect"
import { anotherPool, database, newBroadcast, newRecipients, newWorkspace, refOf } from "./Fixture.ts"
import { connection } from "./server/Databases.ts"

const minute = Duration.minutes(1)
const cancelled = { reason: null, pendingError: "cancelled before sending" }
const over = () => "cancelled before sending"

/** A slow machine is no reason for a statement to give up. */
const patient = { statementTimeout: minute }

/** Two processes on one database, as far as it can tell. */
const twoPools = Effect.gen(function* () {
  const url = yield* database
  const [a, b] = yield* Effect.all([anotherPool(url, patient), anotherPool(url, patient)])
  return { a, b, sql: yield* connection(url), workspace: yield* newWorkspace }
})

const broadcasts = (pool: Context.Context<Storage>) => Context.get(pool, BroadcastStore)

const sending = Effect.fnUntraced(function* (pool: Context.Context<Storage>, workspace: WorkspaceUuid, count: number) {
  const broadcast = yield* newBroadcast(workspace)
  yield* broadcasts(pool).insert(broadcast, yield* newRecipients(count))
  return refOf(broadcast)
})

const taken = ({ attempt, uuid }: ClaimedRecipient): HandOverOutcome => ({
  _tag: "Taken",
  uuid,
  attempt,
  messageId: `message ${uuid}`
})

const tellsDelivered = ({ uuid }: ClaimedRecipient): Receipt => ({
  correlation: null,
  messageId: `message ${uuid}`,
  status: "delivered",
  error: null,
  at: DateTime.makeUnsafe(0)
})

const all = { concurrency: "unbounded" } as const

describe("two processes", () => {
  it.live("B4: of 64 that spend one key, one does, and the others get what it left", () =>
    Effect.gen(function* () {
      const { a, b, workspace } = yield* twoPools
      const claims = Array.from({ length: 64 }, (_, index) => {
        const pool = index % 2 === 0 ? a : b
        const record = { fingerprint: `fingerprint ${index}`, response: `{"claim":${index}}` }
        return Context.get(pool, Transaction).run(broadcasts(pool).claimIdempotencyKey(workspace, "key", record))
      })
      const answers = yield* Effect.all(claims, all)
      const winner = answers.findIndex(Option.isNone)
      const kept = Option.some({ fingerprint: `fingerprint ${winner}`, response: `{"claim":${winner}}` })
      assert.isAtLeast(winner, 0)
      assert.deepStrictEqual(
        answers.filter((_, index) => index !== winner),
        Array.from({ length: 63 }, () => kept)
      )
    })
  )

  it.live("B10: no recipient is claimed by both, and none is left", () =>
    Effect.gen(function* () {
      const { a, b, workspace } = yield* twoPools
      const ref = yield* sending(a, workspace, 1_000)
      const lane = Effect.fnUntraced(function* (pool: Context.Context<Storage>) {
        const mine: Array<string> = []
        while (true) {
          const claim = yield* broadcasts(pool).claim(ref, { limit: 17, lease: minute })
          if (claim._tag !== "Claimed") return { end: claim._tag, mine }
          mine.push(...claim.recipients.map(({ uuid }) => uuid))
        }
      })
      const lanes = yield* Effect.forEach([a, b, a, b, a, b], lane, all)
      const claimed = lanes.flatMap(({ mine }) => mine)
      assert.deepStrictEqual(new Set(lanes.map(({ end }) => end)), new Set(["Drained"]))
      assert.lengthOf(claimed, 1_000)
      assert.strictEqual(new Set(claimed).size, 1_000)
    })
  )

  it.live("B2: no claim comes between a cancel that waits and its answer, and none after it", () =>
    Effect.gen(function* () {
      const { a, b, sql, workspace } = yield* twoPools
      const ref = yield* sending(a, workspace, 10)
      const claimed = yield* Deferred.make<void>()
      const end = yield* Deferred.make<void>()
      const claim = broadcasts(a).claim(ref, { limit: 3, lease: minute })
      const slow = yield* Effect.forkScoped(
        Context.get(a, Transaction).run(
          Effect.tap(claim, () => Effect.andThen(Deferred.succeed(claimed, undefined), Deferred.await(end)))
        )
      )
      yield* Deferred.await(claimed)
      const waiting = (count: number) =>
        sql`
            SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
            WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`.pipe(
          Effect.repeat({ until: (rows) => rows.length === count, schedule: Schedule.spaced("5 millis") })
        )
      const cancel = yield* Effect.forkScoped(broadcasts(b).move(ref, "cancelled", cancelled))
      yield* waiting(1)
      const late = yield* Effect.forkScoped(claim)
      yield* waiting(2)
      assert.isUndefined(cancel.pollUnsafe())
      assert.isUndefined(late.pollUnsafe())
      yield* Deferred.succeed(end, undefined)
      assert.strictEqual((yield* Fiber.join(slow))._tag, "Claimed")
      assert.isTrue(Option.exists(yield* Fiber.join(cancel), ({ moved }) => moved))
      assert.strictEqual((yield* Fiber.join(late))._tag, "Stopped")
      const details = Option.getOrThrow(yield* broadcasts(b).details(ref.workspace, ref.broadcast))
      assert.strictEqual(details.counters.rejected, 7)
    })
  )

  it.live("B2: a cancel gets through while both claim and record without a pause, and leaves nobody pending", () =>
    Effect.gen(function* () {
      const { a, b, sql, workspace } = yield* twoPools
      const ref = yield* sending(a, workspace, 3_000)
      const lane = Effect.fnUntraced(function* (pool: Context.Context<Storage>) {
        while (true) {
          const claim = yield* broadcasts(pool).claim(ref, { limit: 5, lease: minute })
          if (claim._tag !== "Claimed") return claim._tag
          const outcomes = claim.recipients.map((recipient, index): HandOverOutcome =>
            index < 3
              ? taken(recipient)
              : { _tag: "Retry", uuid: recipient.uuid, attempt: recipient.attempt, delay: minute, counts: true }
          )
          yield* broadcasts(pool).recordOutcomes(ref, outcomes, over)
        }
      })
      const lanes = yield* Effect.forkScoped(Effect.forEach([a, b, a, b, a, b, a, b], lane, all))
      yield* sql<{ sent: number }>`SELECT count(sent_at)::int AS sent FROM broadcast_recipients`.pipe(
        Effect.repeat({ until: ([row]) => (row?.sent ?? 0) > 50, schedule: Schedule.spaced("5 millis") })
      )
      yield* broadcasts(b).move(ref, "cancelled", cancelled)
      const claimed = sql`SELECT sum(attempt) AS attempts FROM broadcast_recipients`
      const atTheAnswer = yield* claimed
      assert.deepStrictEqual(new Set(yield* Fiber.join(lanes)), new Set(["Stopped"]))
      assert.deepStrictEqual(yield* claimed, atTheAnswer)
      const left = yield* sql`SELECT 1 FROM broadcast_recipients WHERE status IN ('pending', 'sending')`
      assert.lengthOf(left, 0)
    })
  )

  it.live("B11: a receipt finds its message, whether one process parks it before or after the other names it", () =>
    Effect.gen(function* () {
      const { a, b, sql, workspace } = yield* twoPools
      const ref = yield* sending(a, workspace, 200)
      const claim = yield* broadcasts(a).claim(ref, { limit: 200, lease: minute })
      const recipients = claim._tag === "Claimed" ? claim.recipients : []
      assert.lengthOf(recipients, 200)
      yield* Effect.forEach(
        recipients,
        (recipient) =>
          Effect.all(
            [
              broadcasts(a).recordOutcomes(ref, [taken(recipient)], over),
              broadcasts(b).applyReceipts([tellsDelivered(recipient)])
            ],
            all
          ),
        { concurrency: 8, discard: true }
      )
      const details = Option.getOrThrow(yield* broadcasts(b).details(ref.workspace, ref.broadcast))
      assert.strictEqual(details.counters.delivered, 200)
      assert.lengthOf(yield* sql`SELECT 1 FROM parked_receipts`, 0)
    })
  )

  it.live("B3: what is due or overdue is given to one of them", () =>
    Effect.gen(function* () {
      const { a, b, workspace } = yield* twoPools
      const past = DateTime.makeUnsafe(0)
      for (let n = 0; n < 20; n++) {
        yield* broadcasts(a).insert(yield* newBroadcast(workspace, { status: "scheduled", scheduledAt: past }), [])
        yield* broadcasts(a).insert(yield* newBroadcast(workspace, { validUntil: past }), yield* newRecipients(2))
      }
      const due = yield* Effect.forEach(
        [a, b, a, b],
        (pool) => broadcasts(pool).takeDue({ limit: 100, lookAgainAfter: minute }),
        all
      )
      assert.lengthOf(due.flat(), 20)
      const expired = yield* Effect.forEach(
        [a, b, a, b],
        (pool) => broadcasts(pool).expireOverdue({ limit: 100, pendingError: "expired before sending" }),
        all
      )
      assert.lengthOf(expired.flat(), 20)
    })
  )

  it.live("A1: a workspace is made once for a name", () =>
    Effect.gen(function* () {
      const { a, b } = yield* twoPools
      const made = yield* Effect.forEach(
        Array.from({ length: 32 }, (_, index) => (index % 2 === 0 ? a : b)),
        (pool) =>
          Effect.flatMap(newWorkspace, (candidate) =>
            Context.get(pool, AccessTokenStore).ensureWorkspace("x", candidate)
          ),
        all
      )
      assert.strictEqual(new Set(made.map(({ uuid }) => uuid)).size, 1)
    })
  )
})
