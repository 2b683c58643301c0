import { assert, describe } from "@effect/vitest"
import { claimAlone } from "@rollcall/conformance/storage"
import type { WorkspaceUuid, Storage } from "@rollcall/core"
import { dispatchStep, transition } from "@rollcall/core/sending"
import { contactWrite, digitForms } from "@rollcall/core/people"
import {
  type BroadcastRef,
  type ClaimedDelivery,
  ContactStore,
  type Delivery,
  DeliveryStore,
  Transaction
} from "@rollcall/core/storage"
import { Context, DateTime, Duration, Effect, Fiber, Schedule } from "effect"
import { accept, anotherPool, database, newBroadcast, newContact, newRecipients, newWorkspace } from "./Fixture.ts"
import { connection } from "./server/Databases.ts"
import { live } from "../../core/test/Suite.ts"

const minute = Duration.minutes(1)

/** On a slow machine a statement must not run into its timeout. */
const unhurried = { statementTimeout: minute }

/** Two pools of connections to one database, as two processes have them. */
const twoPools = Effect.gen(function* () {
  const url = yield* database
  const [a, b] = yield* Effect.all([anotherPool(url, unhurried), anotherPool(url, unhurried)])
  return { a, b, sql: yield* connection(url), workspace: yield* newWorkspace }
})

const deliveries = (pool: Context.Context<Storage>) => Context.get(pool, DeliveryStore)

const sending = Effect.fnUntraced(function* (pool: Context.Context<Storage>, workspace: WorkspaceUuid, count: number) {
  return yield* accept(pool, yield* newBroadcast(workspace), yield* newRecipients(count))
})

const claimedBy = Effect.fnUntraced(function* (pool: Context.Context<Storage>, ref: BroadcastRef, limit: number) {
  const claim = yield* Effect.provideContext(claimAlone(ref, { begin: 0, limit, lease: minute }), pool)
  return claim._tag === "Claimed" ? claim.deliveries : []
})

/** Claims deliveries in a process and marks them as being sent. */
const begun = Effect.fnUntraced(function* (pool: Context.Context<Storage>, ref: BroadcastRef, limit: number) {
  const claimed = yield* claimedBy(pool, ref, limit)
  yield* Context.get(pool, Transaction).run(deliveries(pool).beginSends(ref, claimed, minute))
  return claimed
})

const accepted = ({ attempt, uuid }: ClaimedDelivery): Delivery.SendOutcome => ({
  _tag: "Accepted",
  uuid,
  attempt,
  messageId: `message ${uuid}`
})

const all = { concurrency: "unbounded" } as const

describe("two processes", () => {
  live("B10: claim every delivery, and none twice", function* () {
    const { a, b, workspace } = yield* twoPools
    const ref = yield* sending(a, workspace, 1_000)
    const worker = Effect.fnUntraced(function* (pool: Context.Context<Storage>) {
      const mine: Array<string> = []
      while (true) {
        const claim = yield* Effect.provideContext(claimAlone(ref, { begin: 0, limit: 17, lease: minute }), pool)
        if (claim._tag !== "Claimed") return { end: claim._tag, mine }
        mine.push(...claim.deliveries.map(({ uuid }) => uuid))
      }
    })
    const workers = yield* Effect.forEach([a, b, a, b, a, b], worker, all)
    const claimed = workers.flatMap(({ mine }) => mine)
    assert.deepStrictEqual(new Set(workers.map(({ end }) => end)), new Set(["Drained"]))
    assert.lengthOf(claimed, 1_000)
    assert.strictEqual(new Set(claimed).size, 1_000)
  })

  live("B10: do not wait for each other's claims, and take the remaining deliveries", function* () {
    const { a, b, workspace } = yield* twoPools
    const ref = yield* sending(a, workspace, 10)
    const outcomes = (yield* begun(a, ref, 2)).map(accepted)
    const others = Effect.gen(function* () {
      yield* Effect.provideContext(claimAlone(ref, { begin: 0, limit: 5, lease: minute }), b)
      const next = dispatchStep(ref, { outcomes, claimed: [], claim: 10, group: 2, lease: minute, conditions: null })
      return yield* Effect.provideContext(next, a)
    })
    const step = yield* Context.get(b, Transaction).run(others)
    assert.deepStrictEqual([step.begun.length, step.claimed.length], [2, 1])
    assert.strictEqual((yield* deliveries(a).counters(ref)).sent, 2)
  })

  live(
    "B2: do not prevent a cancel while both claim and record continuously, and leave no delivery pending",
    function* () {
      const { a, b, sql, workspace } = yield* twoPools
      const ref = yield* sending(a, workspace, 3_000)
      const worker = Effect.fnUntraced(function* (pool: Context.Context<Storage>) {
        while (true) {
          const claim = yield* Effect.provideContext(claimAlone(ref, { begin: 0, limit: 5, lease: minute }), pool)
          if (claim._tag !== "Claimed") return claim._tag
          let claimed = claim.deliveries
          let outcomes: ReadonlyArray<Delivery.SendOutcome> = []
          while (true) {
            const next = dispatchStep(ref, { outcomes, claimed, claim: 5, group: 3, lease: minute, conditions: null })
            const step = yield* Effect.provideContext(next, pool)
            claimed = step.claimed
            outcomes = step.begun.map((delivery, index) =>
              index < 2
                ? accepted(delivery)
                : { _tag: "Retry", uuid: delivery.uuid, attempt: delivery.attempt, delay: minute, counts: true }
            )
            if (step.begun.length === 0) break
          }
        }
      })
      const workers = yield* Effect.forkScoped(Effect.forEach([a, b, a, b, a, b, a, b], worker, all))
      yield* sql<{ sent: number }>`SELECT count(sent_at)::int AS sent FROM broadcast_recipients`.pipe(
        Effect.repeat({ until: ([row]) => (row?.sent ?? 0) > 50, schedule: Schedule.spaced("5 millis") })
      )
      yield* Effect.provideContext(transition(ref, "cancel"), b)
      const claimed = sql`SELECT sum(attempt) AS attempts FROM broadcast_recipients`
      const atTheAnswer = yield* claimed
      assert.deepStrictEqual(new Set(yield* Fiber.join(workers)), new Set(["Stopped"]))
      assert.deepStrictEqual(yield* claimed, atTheAnswer)
      const left = yield* sql`SELECT 1 FROM broadcast_recipients WHERE status IN ('pending', 'claimed', 'sending')`
      assert.lengthOf(left, 0)
    }
  )

  live("B9: send one message to two recipients who have moved to one number", function* () {
    const { a, b, workspace } = yield* twoPools
    const ref = yield* sending(a, workspace, 2)
    const claims = [yield* claimedBy(a, ref, 1), yield* claimedBy(b, ref, 1)]
    for (const claimed of claims.flat()) {
      const contact = yield* newContact(workspace, { phoneNumber: "+4917100000099" })
      yield* Context.get(a, ContactStore).save({
        created: [contactWrite(digitForms, "contact.created", contact)],
        changed: []
      })
      const keys = [{ workspaceUuid: workspace, uuid: claimed.uuid }]
      const tied = Effect.andThen(deliveries(a).lock({ deliveries: keys }), deliveries(a).tie(keys, contact.uuid))
      yield* Context.get(a, Transaction).run(tied)
    }
    const conditions = {
      category: "marketing",
      limits: { frequencyCap: null, quietHours: null },
      repeats: [],
      audience: { fields: ["phoneNumber"], since: DateTime.makeUnsafe(0) }
    } as const
    const step = (pool: Context.Context<Storage>, claimed: ReadonlyArray<ClaimedDelivery> = []) =>
      Effect.provideContext(
        dispatchStep(ref, { outcomes: [], claimed, claim: 1, group: 1, lease: minute, conditions }),
        pool
      )
    const [first, second] = yield* Context.get(a, Transaction).run(
      Effect.gen(function* () {
        const first = yield* step(a, claims[0])
        // By then the other has asked, or waits.
        const second = yield* Effect.forkScoped(step(b, claims[1]))
        yield* Effect.sleep("300 millis")
        return [first, second] as const
      })
    )
    const { begun, keptBack } = yield* Fiber.join(second)
    assert.deepStrictEqual(
      first.begun.map(({ identifier }) => identifier),
      ["4917100000099"]
    )
    assert.lengthOf(begun, 0)
    assert.deepStrictEqual(
      keptBack.map((outcome) => outcome._tag === "Rejected" && outcome.reason),
      ["duplicate_identifier"]
    )
  })
})
