import { type AccessTokenStore, type BroadcastRef, BroadcastStore, neverSent, type RecipientUuid } from "@rollcall/core"
import { DateTime, Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { agree, type Check, check } from "../kernel/Check.ts"
import { sending } from "./Fixture.ts"

/** Claims, and gives who was claimed, or what came instead. */
const claim = Effect.fnUntraced(function* (ref: BroadcastRef, limit: number) {
  const store = yield* BroadcastStore
  const claim = yield* store.claim(ref, { limit, lease: Duration.minutes(1) })
  return claim._tag === "Claimed" ? claim.recipients.map(({ uuid }) => uuid) : claim
})

/** A hand-over that was not taken, and is to be tried again after so many seconds. */
const retry = (uuid: RecipientUuid | undefined, attempt: number, seconds: number) =>
  uuid === undefined ? [] : [{ _tag: "Retry", uuid, attempt, delay: Duration.seconds(seconds), counts: true } as const]

/** What a claim gives, and in which order (B10, B15). */
export const claimChecks: ReadonlyArray<Check<BroadcastStore | AccessTokenStore>> = [
  check(
    "B10: a claim takes recipients in their order, at most as many as it is asked for; who is tried again keeps its place",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { recipients, ref } = yield* sending({}, { accepted: 5 })
      const order = recipients.map(({ uuid }) => uuid)
      yield* agree("The first two", yield* claim(ref, 2), order.slice(0, 2))
      yield* agree("The next two", yield* claim(ref, 2), order.slice(2, 4))
      yield* store.recordOutcomes(ref, retry(order[1], 1, 0), neverSent)
      yield* agree("Who is tried again comes first", yield* claim(ref, 10), [...order.slice(1, 2), ...order.slice(4)])
      yield* agree("Nobody is left", yield* claim(ref, 10), { _tag: "Drained" })
    })
  ),

  check(
    "B15: a claim that finds nobody whose retry is due says when the soonest is",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      const { recipients, ref } = yield* sending({}, { accepted: 3 })
      const [first, second, third] = recipients.map(({ uuid }) => uuid)
      yield* claim(ref, 10)
      const now = yield* store.now
      const waiting = (seconds: number) => ({ _tag: "Waiting", until: DateTime.add(now, { seconds }) }) as const
      const retries = [...retry(first, 1, 20), ...retry(second, 1, 10), ...retry(third, 1, 30)]
      yield* store.recordOutcomes(ref, retries, neverSent)
      yield* agree<unknown>("With three that wait", yield* claim(ref, 10), waiting(10))
      yield* TestClock.adjust("10 seconds")
      yield* agree<unknown>("The soonest", yield* claim(ref, 10), [second])
      yield* agree<unknown>("With two that wait", yield* claim(ref, 10), waiting(20))
      yield* TestClock.adjust("20 seconds")
      yield* agree<unknown>("The others", yield* claim(ref, 10), [first, third])
    })
  )
]
