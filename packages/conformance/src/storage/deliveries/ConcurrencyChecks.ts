import type { RecipientUuid } from "@rollcall/core"
import { type DeliverySelector, transition } from "@rollcall/core/sending"
import { Delivery, DeliveryStore, Transaction } from "@rollcall/core/storage"
import { DateTime, Duration, Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { claimAlone, begin, claim, deliveriesOf, sending, statusesOf } from "../fixtures/BroadcastFixture.ts"
import { agree, type Check, check, Discrepancy, holds } from "../shared/Check.ts"
import { letOthersRun, newGate, concurrently } from "../shared/Fixture.ts"
import { messageIdOf } from "../fixtures/DeliveryArbitrary.ts"

const lease = Duration.minutes(1)

export const concurrencyChecks: ReadonlyArray<Check> = [
  check("B10: concurrent claims share no delivery, and together claim every delivery", function* () {
    const { recipients, ref } = yield* sending({}, { accepted: 100 })
    const claimed: Array<RecipientUuid> = []
    const claimer = Effect.gen(function* () {
      while (true) {
        const claim = yield* claimAlone(ref, { begin: 0, limit: 7, lease })
        if (claim._tag !== "Claimed") return yield* agree("The last claim", claim, { _tag: "Drained" })
        claimed.push(...claim.deliveries.map(({ uuid }) => uuid))
      }
    })
    const claimers = Array.from({ length: 8 }, () => claimer)
    yield* Effect.all(claimers, concurrently)
    yield* agree("Who was claimed", claimed.toSorted(), recipients.map(({ uuid }) => uuid).toSorted())
  }),

  check("B10: a claim waits for a claim of all remaining deliveries, and gets the ones rolled back", function* () {
    const transaction = yield* Transaction
    const { recipients, ref } = yield* sending({}, { accepted: 3 })
    const claimed = yield* newGate
    const end = yield* newGate
    const refused = Effect.gen(function* () {
      yield* claimAlone(ref, { begin: 0, limit: 10, lease })
      yield* claimed.open
      yield* end.passed
      return yield* Effect.fail("refused")
    })
    const first = yield* Effect.forkChild(Effect.flip(transaction.run(refused)))
    yield* claimed.passed
    const second = yield* Effect.forkChild(claim(ref))
    yield* letOthersRun
    yield* end.open
    yield* Fiber.join(first)
    const uuids = (yield* Fiber.join(second)).map(({ attempt, uuid }) => [uuid, attempt])
    yield* agree(
      "What the second one gets",
      uuids,
      recipients.map(({ uuid }) => [uuid, 1])
    )
  }),

  check("B2: claims after a cancel has returned get nothing", function* () {
    const { ref } = yield* sending({}, { accepted: 60 })
    let isOver = false
    const claimer = Effect.gen(function* () {
      for (let n = 0; n < 20; n++) {
        const began = isOver
        const claim = yield* claimAlone(ref, { begin: 0, limit: 1, lease })
        yield* holds("A claim that begins after the cancel is stopped", !began || claim._tag === "Stopped", claim)
        yield* Effect.yieldNow
      }
    })
    const cancel = Effect.andThen(
      Effect.replicateEffect(Effect.yieldNow, 10),
      Effect.tap(transition(ref, "cancel"), () => Effect.sync(() => (isOver = true)))
    )
    yield* Effect.all([claimer, claimer, claimer, cancel], concurrently)
    const statuses = yield* statusesOf(ref)
    const left = statuses.filter((status) => status !== "rejected")
    yield* agree("Who is not rejected", left, [])
  }),

  check("B1, B2: a cancel and a pause wait for an uncommitted claim", function* () {
    const transaction = yield* Transaction
    for (const [name, rest] of [
      ["cancel", ["rejected", "rejected"]],
      ["pause", ["claimed", "pending"]]
    ] as const) {
      const { ref } = yield* sending({}, { accepted: 2 })
      const claimed = yield* newGate
      const end = yield* newGate
      const slow = Effect.gen(function* () {
        yield* claimAlone(ref, { begin: 0, limit: 1, lease })
        yield* claimed.open
        yield* end.passed
      })
      const first = yield* Effect.forkChild(transaction.run(slow))
      yield* claimed.passed
      const change = yield* Effect.forkChild(transition(ref, name))
      yield* letOthersRun
      yield* agree(`The ${name} while it waits`, change.pollUnsafe(), undefined)
      yield* end.open
      yield* Fiber.join(first)
      const changed = Option.map(yield* Fiber.join(change), ({ broadcast, was }) => broadcast.status !== was)
      yield* agree("Then it is made", changed, Option.some(true))
      yield* agree<ReadonlyArray<unknown>>("The recipients", yield* statusesOf(ref), rest)
    }
  }),

  check("B12: each expired lease goes to one of many concurrent calls of expireLeases", function* () {
    const store = yield* DeliveryStore
    // Leases from other checks expire first, so that they are not counted here.
    yield* TestClock.adjust("3 hours")
    yield* store.expireLeases({ limit: 100_000, askAgainAfter: Duration.days(10_000) })
    const { recipients, ref } = yield* sending({}, { accepted: 40 })
    yield* begin(ref)
    yield* TestClock.adjust(lease)
    const expiring = Array.from({ length: 8 }, () => store.expireLeases({ limit: 7, askAgainAfter: lease }))
    const expired = yield* Effect.all([...expiring, ...expiring], { concurrency: "unbounded" })
    const rest = yield* store.expireLeases({ limit: 100, askAgainAfter: lease })
    const uuids = [...expired.flat(), ...rest].map(({ uuid }) => uuid)
    yield* agree("Who is returned", uuids.toSorted(), recipients.map(({ uuid }) => uuid).toSorted())
  }),

  check(
    "lock excludes other writers until the transaction ends, with any selection, and never waits forever",
    function* () {
      const store = yield* DeliveryStore
      const transaction = yield* Transaction
      const { recipients, ref } = yield* sending({}, { accepted: 2 })
      const uuids = recipients.map(({ uuid }) => uuid)
      const [first] = uuids
      if (first === undefined) return yield* new Discrepancy({ message: "There is no recipient" })
      const now = DateTime.makeUnsafe(0)
      const messages = uuids.map((uuid) => messageIdOf(uuid))
      const sent = (yield* deliveriesOf(ref.workspace, uuids)).map((row) => {
        const receipt = {
          correlation: null,
          messageId: messageIdOf(row.uuid),
          status: "sent",
          error: null,
          reason: null,
          at: now
        }
        return Delivery.applyReceipt(row, { ...receipt, status: "sent" }, now)
      })
      yield* transaction.run(Effect.andThen(store.lock({ deliveries: sent }), store.save(sent)))
      const selectors: ReadonlyArray<DeliverySelector> = [
        { deliveries: sent },
        { deliveries: sent.toReversed() },
        { messageIds: messages },
        { messageIds: messages.toReversed() }
      ]
      const increment = Effect.fnUntraced(function* (selector: DeliverySelector) {
        const locked = yield* store.lock(selector)
        yield* letOthersRun
        yield* store.save(locked.map((row) => ({ ...row, retries: row.retries + 1 })))
      })
      const writers = Array.from({ length: 4 }, () => selectors.map((selector) => transaction.run(increment(selector))))
      yield* Effect.all(writers.flat(), concurrently)
      const retries = (yield* deliveriesOf(ref.workspace, uuids)).map(({ retries }) => retries)
      yield* agree("What is counted", retries, [16, 16])
    }
  )
]
