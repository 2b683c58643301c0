import {
  type AccessTokenStore,
  type Broadcast,
  type BroadcastRef,
  type BroadcastStatus,
  BroadcastStore,
  lawfulMoves,
  neverSent
} from "@rollcall/core"
import { DateTime, Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check, holds } from "../kernel/Check.ts"
import { accounts, move, sending, statusesOf, stored, takeAllDue } from "./Fixture.ts"

const states: ReadonlyArray<BroadcastStatus> = [
  "scheduled",
  "sending",
  "paused",
  "completed",
  "cancelled",
  "expired",
  "failed"
]

/** A broadcast that stands in a state. One that completed had nobody to send to. */
const standing = Effect.fnUntraced(function* (status: BroadcastStatus) {
  const store = yield* BroadcastStore
  if (status === "scheduled") return yield* stored()
  const made = yield* sending({}, { accepted: status === "completed" ? 0 : 3 })
  if (status === "completed") yield* store.completeIfDone(made.ref)
  else if (status !== "sending") yield* move(made.ref, status)
  return made
})

const statusOf = Effect.fnUntraced(function* (ref: BroadcastRef) {
  const store = yield* BroadcastStore
  return Option.map(yield* store.find(ref.workspace, ref.broadcast), ({ status }) => status)
})

const isDue = (ref: BroadcastRef) =>
  Effect.map(takeAllDue, (due) => due.some(({ broadcast }) => broadcast === ref.broadcast))

const lease = Duration.minutes(1)

/** What the ways of a broadcast from state to state promise (B1-B3, B10). */
export const lifecycleChecks: ReadonlyArray<Check<BroadcastStore | AccessTokenStore>> = [
  check(
    "B1, B2: moves a broadcast where that is lawful, and leaves it as it is where not",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      for (const from of states) {
        for (const to of states) {
          const { broadcast, ref } = yield* standing(from)
          const lawful = lawfulMoves[to].includes(from)
          const before = yield* accounts(ref)
          const result = yield* move(ref, to, `because of ${to}`)
          const expected: Broadcast = lawful
            ? { ...broadcast, status: to, statusReason: `because of ${to}` }
            : { ...broadcast, status: from }
          yield* agree(`From ${from} to ${to}`, result, { broadcast: expected, moved: lawful })
          yield* agree("What is found", yield* store.find(ref.workspace, ref.broadcast), Option.some(expected))
          if (!lawful) yield* agree("The accounts", yield* accounts(ref), before)
        }
      }
    })
  ),

  check(
    "B10: a move to cancelled, expired or failed rejects whoever is pending; no other move does",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      for (const to of ["cancelled", "expired", "failed", "paused"] as const) {
        const { ref } = yield* sending({}, { accepted: 3, refused: 1 })
        yield* store.claim(ref, { limit: 1, lease })
        yield* move(ref, to)
        const rest = to === "paused" ? (["pending", null] as const) : (["rejected", neverSent(to)] as const)
        const expected = [["sending", null], rest, rest, ["rejected", "no good"]]
        yield* agree(
          to,
          (yield* accounts(ref)).map(({ error, status }) => [status, error]),
          expected
        )
        const details = yield* store.details(ref.workspace, ref.broadcast)
        const rejected = Option.map(details, ({ counters }) => counters.rejected)
        yield* agree("The counter", rejected, Option.some(to === "paused" ? 1 : 3))
      }
    })
  ),

  check(
    "B2: no claim follows the answer to a cancel",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { ref } = yield* sending({}, { accepted: 60 })
      let over = false
      const claimer = Effect.gen(function* () {
        for (let n = 0; n < 20; n++) {
          const began = over
          const claim = yield* store.claim(ref, { limit: 1, lease })
          yield* holds("A claim that begins after the cancel is stopped", !began || claim._tag === "Stopped", claim)
          yield* Effect.yieldNow
        }
      })
      const cancel = Effect.andThen(
        Effect.replicateEffect(Effect.yieldNow, 10),
        Effect.tap(move(ref, "cancelled"), () => Effect.sync(() => (over = true)))
      )
      yield* Effect.all([claimer, claimer, claimer, cancel], { concurrency: "unbounded", discard: true })
      const statuses = yield* statusesOf(ref)
      yield* holds(
        "Everyone is claimed or rejected",
        statuses.every((status) => status !== "pending"),
        statuses
      )
    })
  ),

  check(
    "B3: a broadcast is due at its time and not before, and then left alone for as long as was said",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const scheduledAt = DateTime.add(yield* store.now, { hours: 1 })
      const { ref } = yield* stored({ scheduledAt })
      yield* TestClock.adjust(Duration.millis(3_600_000 - 1))
      yield* agree("A millisecond before", [yield* isDue(ref), yield* statusOf(ref)], [false, Option.some("scheduled")])
      yield* TestClock.adjust("1 millis")
      yield* agree("At its time", [yield* isDue(ref), yield* statusOf(ref)], [true, Option.some("sending")])
      yield* agree("At once again", yield* isDue(ref), false)
      yield* TestClock.adjust(Duration.millis(3_600_000 - 1))
      yield* agree("A millisecond before the next look", yield* isDue(ref), false)
      yield* TestClock.adjust("1 millis")
      yield* agree("At the next look", yield* isDue(ref), true)
      yield* store.lookAgain(ref, Duration.seconds(5))
      yield* TestClock.adjust("5 seconds")
      yield* agree("When somebody asked for it", yield* isDue(ref), true)
    })
  ),

  check(
    "of many that ask what is due, one gets a broadcast",
    Effect.gen(function* () {
      const refs = yield* Effect.replicateEffect(
        Effect.map(stored(), ({ ref }) => ref.broadcast),
        5
      )
      const taken = yield* Effect.all(
        Array.from({ length: 8 }, () => takeAllDue),
        { concurrency: "unbounded" }
      )
      const mine = taken
        .flat()
        .map(({ broadcast }) => broadcast)
        .filter((uuid) => refs.includes(uuid))
      yield* agree("Who was taken", mine.toSorted(), refs.toSorted())
    })
  ),

  check(
    "takeDue gives at most as many as it is asked for, and the rest to the next",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      yield* takeAllDue
      const refs = yield* Effect.replicateEffect(
        Effect.map(stored(), ({ ref }) => ref.broadcast),
        5
      )
      const taken: Array<string> = []
      for (const expected of [2, 2, 1, 0]) {
        const due = yield* store.takeDue({ limit: 2, lookAgainAfter: Duration.hours(1) })
        yield* agree("How many", due.length, expected)
        taken.push(...due.map(({ broadcast }) => broadcast))
      }
      yield* agree("Who was taken", taken.toSorted(), refs.toSorted())
    })
  ),

  check(
    "B1: what is paused or over is not due, and a claim of it is stopped",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      for (const status of states.filter((status) => status !== "scheduled" && status !== "sending")) {
        const { ref } = yield* standing(status)
        yield* store.lookAgain(ref, Duration.zero)
        yield* agree(`${status} is due`, yield* isDue(ref), false)
        yield* agree(`A claim when ${status}`, yield* store.claim(ref, { limit: 1, lease }), { _tag: "Stopped" })
      }
      const { ref } = yield* stored()
      yield* agree("A claim when scheduled", yield* store.claim(ref, { limit: 1, lease }), { _tag: "Stopped" })
    })
  ),

  check(
    "B3: at its end a broadcast expires, whatever it was about to do",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const validUntil = DateTime.add(yield* store.now, { minutes: 1 })
      const waiting = yield* stored({ validUntil, scheduledAt: DateTime.add(validUntil, { minutes: 1 }) })
      const running = yield* sending({ validUntil })
      const paused = yield* sending({ validUntil })
      yield* move(paused.ref, "paused")
      const cancelled = yield* sending({ validUntil })
      yield* move(cancelled.ref, "cancelled")
      const refs = [waiting.ref, running.ref, paused.ref]

      const expire = Effect.map(
        store.expireOverdue({ limit: 100_000, pendingError: neverSent("expired") }),
        (expired) => expired.map(({ broadcast }) => broadcast)
      )
      yield* TestClock.adjust(Duration.millis(59_999))
      const early = yield* expire
      yield* holds("Not a millisecond before", !refs.some(({ broadcast }) => early.includes(broadcast)), early)
      yield* TestClock.adjust("1 millis")
      yield* store.lookAgain(running.ref, Duration.zero)
      yield* agree("A claim at the end", yield* store.claim(running.ref, { limit: 1, lease }), { _tag: "Stopped" })
      yield* agree("It is due", yield* isDue(running.ref), false)
      const expired = yield* expire
      yield* holds(
        "All three expire",
        refs.every(({ broadcast }) => expired.includes(broadcast)),
        expired
      )
      yield* holds("One that is over does not", !expired.includes(cancelled.ref.broadcast), expired)
      for (const ref of refs) {
        yield* agree("Its state", yield* statusOf(ref), Option.some("expired"))
        const errors = (yield* accounts(ref)).map(({ error, status }) => [status, error])
        yield* agree(
          "Its accounts",
          errors,
          Array.from({ length: 3 }, () => ["rejected", neverSent("expired")])
        )
      }
      const again = yield* expire
      yield* holds("They expire once", !refs.some(({ broadcast }) => again.includes(broadcast)), again)
    })
  ),

  check(
    "B1: a sending broadcast completes when nobody is pending or leased, once",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { recipients, ref } = yield* sending({}, { accepted: 1, refused: 1 })
      const uuid = recipients[0]?.uuid
      yield* agree("While one is pending", yield* store.completeIfDone(ref), false)
      yield* store.claim(ref, { limit: 1, lease })
      yield* agree("While one is leased", yield* store.completeIfDone(ref), false)
      if (uuid === undefined) return
      yield* store.recordOutcomes(ref, [{ _tag: "Taken", uuid, attempt: 1, messageId: "m" }], neverSent)
      yield* move(ref, "paused")
      yield* agree("While it is paused", yield* store.completeIfDone(ref), false)
      yield* move(ref, "sending")
      yield* agree("When all is done", yield* store.completeIfDone(ref), true)
      yield* agree("Again", yield* store.completeIfDone(ref), false)
      yield* agree("Its state", yield* statusOf(ref), Option.some("completed"))
    })
  )
]
