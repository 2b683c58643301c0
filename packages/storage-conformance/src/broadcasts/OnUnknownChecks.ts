import { type AccessTokenStore, BroadcastStore, Ledger } from "@rollcall/core"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check } from "../kernel/Check.ts"
import { move } from "./Fixture.ts"
import { loneRecipient, sole, taken } from "./LoneRecipient.ts"

/** A recipient whose lease ran out, and who was given back to be settled. */
const surrendered = Effect.gen(function* () {
  const lone = yield* loneRecipient
  yield* lone.claim
  yield* TestClock.adjust("1 minute")
  yield* lone.given
  return lone
})

const resend = { _tag: "Resend", retries: 1 } as const

/** What is done about recipients when even the channel does not know what became of them (B12, `onUnknown`). */
export const onUnknownChecks: ReadonlyArray<Check<BroadcastStore | AccessTokenStore>> = [
  check(
    "B12: a lost answer is asked for when its outcome says so, and until then the broadcast does not complete",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { claim, given, record, ref, settle, stands } = yield* loneRecipient
      yield* claim
      yield* record(1, { _tag: "Unknown", askAfter: Duration.seconds(30) })
      yield* stands("At once", "unknown")
      yield* TestClock.adjust(Duration.millis(29_999))
      yield* agree("A millisecond before", yield* given, [])
      yield* agree("It does not complete", yield* store.completeIfDone(ref), false)
      yield* TestClock.adjust("1 millis")
      yield* agree("Then", yield* given, [1])
      yield* settle(1, { _tag: "Untold" })
      yield* agree("It completes", yield* store.completeIfDone(ref), true)
    })
  ),

  check(
    "B12: one that is sent again counts as a retry, and is given up after the last",
    Effect.gen(function* () {
      const { claim, given, ref, settle, stands } = yield* surrendered
      yield* settle(2, resend)
      yield* stands("By another attempt", "unknown")
      yield* settle(1, resend)
      yield* stands("By the latest", "pending")
      const again = yield* claim
      yield* agree(
        "The second claim",
        again._tag === "Claimed" ? again.recipients.map(({ attempt, retries }) => [attempt, retries]) : again,
        [[2, 1]]
      )
      yield* TestClock.adjust("1 minute")
      yield* given
      yield* settle(2, resend)
      const account = yield* sole(ref)
      yield* agree("After the last", [account.status, account.error], ["undeliverable", Ledger.unknownError])
    })
  ),

  check(
    "B12: what is not sent again because the broadcast is over may have been sent, so it is given up",
    Effect.gen(function* () {
      const { ref, settle } = yield* surrendered
      yield* move(ref, "cancelled")
      yield* settle(1, resend)
      const account = yield* sole(ref)
      yield* agree("The account", [account.status, account.error], ["undeliverable", Ledger.unknownError])
    })
  ),

  check(
    "B12: one that is given up is undeliverable, until a receipt says that it arrived (B11)",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { receive, record, ref, settle, stands, uuid } = yield* surrendered
      yield* settle(1, { _tag: "GiveUp" })
      const account = yield* sole(ref)
      yield* agree("Given up", [account.status, account.error], ["undeliverable", Ledger.unknownError])
      yield* agree("It completes", yield* store.completeIfDone(ref), true)
      yield* record(1, taken(uuid))
      yield* stands("After a late outcome", "undeliverable")
      yield* receive({ status: "delivered" })
      yield* stands("After a receipt", "delivered")
    })
  ),

  check(
    "B12: a word that comes before the second hand-over is in time",
    Effect.gen(function* () {
      for (const word of ["outcome", "receipt"] as const) {
        const { claim, receive, record, settle, stands, uuid } = yield* surrendered
        yield* settle(1, resend)
        if (word === "outcome") yield* record(1, taken(uuid))
        else yield* receive({ status: "sent", correlation: uuid })
        yield* stands(`After the ${word}`, "sent")
        yield* agree("Nobody claims it", yield* claim, { _tag: "Drained" })
      }
    })
  )
]
