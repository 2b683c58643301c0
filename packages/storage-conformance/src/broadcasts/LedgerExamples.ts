import { type AccessTokenStore, BroadcastStore, neverSent } from "@rollcall/core"
import { DateTime, Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check } from "../kernel/Check.ts"
import { move, sending, statusesOf } from "./Fixture.ts"
import { type Ending, loneRecipient, sole, taken } from "./LoneRecipient.ts"

/** Stories of one recipient, told by hand (B10-B15). */
export const ledgerExamples: ReadonlyArray<Check<BroadcastStore | AccessTokenStore>> = [
  check(
    "B12: a lease that runs out makes its recipient unknown, given again and again until it is settled",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { claim, given, ref, settle, stands, uuid } = yield* loneRecipient
      yield* claim
      yield* TestClock.adjust(Duration.millis(59_999))
      yield* agree("Before the lease is over", yield* given, [])
      yield* stands("Before the lease is over", "sending")
      yield* TestClock.adjust("1 millis")
      yield* agree("When it is over", yield* given, [1])
      yield* stands("When it is over", "unknown")
      yield* agree("At once again", yield* given, [])
      yield* agree("While nobody settled it", yield* store.completeIfDone(ref), false)
      yield* TestClock.adjust("10 seconds")
      yield* agree("Ten seconds later", yield* given, [1])
      yield* settle(1, taken(uuid))
      yield* stands("When it is settled", "sent")
      yield* TestClock.adjust("10 seconds")
      yield* agree("When it is settled", yield* given, [])
      yield* agree("When it is settled", yield* store.completeIfDone(ref), true)
    })
  ),

  check(
    "B12: nobody asks again for a recipient of whom the channel cannot tell; a receipt still settles it",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { claim, given, receive, ref, settle, stands, uuid } = yield* loneRecipient
      yield* claim
      yield* TestClock.adjust("1 minute")
      yield* given
      yield* settle(1, { _tag: "Untold" })
      yield* TestClock.adjust("1 hour")
      yield* agree("An hour later", yield* given, [])
      yield* stands("An hour later", "unknown")
      yield* agree("It completes", yield* store.completeIfDone(ref), true)
      yield* receive({ status: "delivered" })
      yield* stands("A receipt without correlation", "unknown")
      yield* receive({ status: "read", correlation: uuid })
      yield* stands("A receipt with it", "read")
    })
  ),

  check(
    "B12: a recipient whose answer was lost is unknown, and given to nobody where its outcome does not say when",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { claim, given, record, ref, stands } = yield* loneRecipient
      yield* claim
      yield* record(1, { _tag: "Unknown", askAfter: null })
      yield* TestClock.adjust("1 hour")
      yield* agree("An hour later", yield* given, [])
      yield* stands("An hour later", "unknown")
      yield* agree("It completes", yield* store.completeIfDone(ref), true)
    })
  ),

  check(
    "B12: what was never taken is pending again, and rejected when the broadcast is over",
    Effect.gen(function* () {
      for (const cancels of [false, true]) {
        const { claim, given, ref, settle } = yield* loneRecipient
        yield* claim
        yield* TestClock.adjust("1 minute")
        yield* given
        if (cancels) yield* move(ref, "cancelled")
        yield* settle(2, { _tag: "NeverTaken" })
        yield* agree("By another attempt", yield* statusesOf(ref), ["unknown"])
        yield* settle(1, { _tag: "NeverTaken" })
        const account = yield* sole(ref)
        const expected = cancels ? ["rejected", neverSent("cancelled")] : ["pending", null]
        yield* agree<ReadonlyArray<string | null>>("By the latest", [account.status, account.error], expected)
      }
    })
  ),

  check(
    "B10: at most as many leases are given back as were asked for, the longest over first",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const askAgainAfter = Duration.hours(1)
      // Leases that others have left run out first, and are not among those that are counted here.
      yield* TestClock.adjust("1 day")
      yield* store.surrenderLeases({ limit: 100_000, askAgainAfter })
      const { ref } = yield* sending({}, { accepted: 5 })
      for (let n = 0; n < 5; n++) {
        yield* store.claim(ref, { limit: 1, lease: Duration.minutes(1) })
        yield* TestClock.adjust("1 second")
      }
      yield* TestClock.adjust("1 minute")
      yield* store.surrenderLeases({ limit: 2, askAgainAfter })
      yield* agree("After two", yield* statusesOf(ref), ["unknown", "unknown", "sending", "sending", "sending"])
      const rest = yield* store.surrenderLeases({ limit: 2, askAgainAfter })
      yield* agree("The next two", rest.length, 2)
    })
  ),

  check(
    "B10: an outcome counts only while its claim is the latest",
    Effect.gen(function* () {
      const { claim, record, stands, uuid } = yield* loneRecipient
      yield* claim
      yield* record(1, { _tag: "Retry", delay: Duration.zero, counts: true })
      const again = yield* claim
      yield* agree(
        "The second claim",
        again._tag === "Claimed" ? again.recipients.map(({ attempt, retries }) => [attempt, retries]) : again,
        [[2, 1]]
      )
      yield* record(1, { _tag: "Undeliverable", error: "late" })
      yield* record(1, taken(uuid))
      yield* record(3, taken(uuid))
      yield* stands("After outcomes of other claims", "sending")
      yield* record(2, taken(uuid))
      yield* stands("After its own", "sent")
    })
  ),

  check(
    "B15: a retry waits for as long as was said, and counts as a try only if it does",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { claim, record } = yield* loneRecipient
      yield* claim
      const until = DateTime.add(yield* store.now, { seconds: 30 })
      yield* record(1, { _tag: "Retry", delay: Duration.seconds(30), counts: false })
      yield* agree("At once", yield* claim, { _tag: "Waiting", until })
      yield* TestClock.adjust(Duration.millis(29_999))
      yield* agree("A millisecond before", yield* claim, { _tag: "Waiting", until })
      yield* TestClock.adjust("1 millis")
      const again = yield* claim
      yield* agree(
        "Then",
        again._tag === "Claimed" ? again.recipients.map(({ attempt, retries }) => [attempt, retries]) : again,
        [[2, 0]]
      )
    })
  ),

  check(
    "B10: a retry of a broadcast that is over is rejected, with the reason",
    Effect.gen(function* () {
      for (const to of ["cancelled", "expired", "failed"] as const) {
        const { claim, record, ref } = yield* loneRecipient
        yield* claim
        yield* move(ref, to)
        yield* record(1, { _tag: "Retry", delay: Duration.zero, counts: true })
        const account = yield* sole(ref)
        yield* agree("The account", [account.status, account.error], ["rejected", neverSent(to)])
      }
    })
  ),

  check(
    "B11: receipts that come before their message id are kept until it is known",
    Effect.gen(function* () {
      for (const first of ["outcome", "settlement", "correlation"] as const) {
        const { claim, given, receive, record, settle, stands, uuid } = yield* loneRecipient
        yield* claim
        yield* receive({ status: "read" }, { status: "delivered" })
        yield* receive({ status: "delivered" })
        yield* stands("Before the id is known", "sending")
        if (first === "outcome") yield* record(1, taken(uuid))
        if (first === "correlation") yield* receive({ status: "sent", correlation: uuid })
        if (first === "settlement") {
          yield* TestClock.adjust("1 minute")
          yield* given
          yield* settle(1, taken(uuid))
        }
        yield* stands(`When it is known by ${first}`, "read")
      }
    })
  ),

  check(
    "B11: an outcome never lowers what a receipt has proven",
    Effect.gen(function* () {
      for (const ending of [
        { _tag: "Undeliverable", error: "no" },
        { _tag: "Unknown", askAfter: null },
        { _tag: "Retry", delay: Duration.zero, counts: true }
      ] satisfies ReadonlyArray<Ending>) {
        const { claim, receive, record, stands, uuid } = yield* loneRecipient
        yield* claim
        yield* receive({ status: "delivered", correlation: uuid })
        yield* record(1, ending)
        yield* stands(`After ${ending._tag}`, "delivered")
        yield* agree("Nobody claims it again", yield* claim, { _tag: "Drained" })
      }
    })
  ),

  check(
    "B11: delivery overrides undeliverable, never the reverse; read fills delivered_at",
    Effect.gen(function* () {
      const { claim, receive, record, ref, stands, uuid } = yield* loneRecipient
      const at = DateTime.makeUnsafe("2024-02-29T12:00:00.007Z")
      yield* claim
      yield* record(1, taken(uuid))
      yield* receive({ status: "undeliverable", error: "gone" })
      const failed = yield* sole(ref)
      yield* agree("Undeliverable", [failed.status, failed.error, failed.deliveredAt], ["undeliverable", "gone", null])
      yield* receive({ status: "sent" })
      yield* stands("After sent", "undeliverable")
      yield* receive({ status: "read", at })
      const read = yield* sole(ref)
      yield* agree("Read", [read.status, read.error, read.deliveredAt], ["read", null, at])
      yield* receive({ status: "undeliverable" }, { status: "delivered" })
      yield* agree("After it", yield* sole(ref), read)
    })
  )
]
