import { type AccessTokenStore, type Broadcast, BroadcastStore, neverSent } from "@rollcall/core"
import { Duration, Effect, Option } from "effect"
import { agree, type Check, check } from "../kernel/Check.ts"
import { accounts, move, sending, standing, states, statusOf } from "./Fixture.ts"

const lease = Duration.minutes(1)

/** How a broadcast completes, which it does only when none of its recipients is pending (B1). */
export const completionChecks: ReadonlyArray<Check<BroadcastStore | AccessTokenStore>> = [
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
  ),

  check(
    "B1: no move completes a broadcast, whoever is pending",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      for (const accepted of [0, 2]) {
        const { broadcast, ref } = yield* sending({}, { accepted })
        const before = yield* accounts(ref)
        const expected: Broadcast = { ...broadcast, status: "sending" }
        yield* agree("The move", yield* move(ref, "completed", "done"), { broadcast: expected, moved: false })
        yield* agree("The broadcast", yield* store.find(ref.workspace, ref.broadcast), Option.some(expected))
        yield* agree("The accounts", yield* accounts(ref), before)
        yield* agree(`It completes with ${accepted} pending`, yield* store.completeIfDone(ref), accepted === 0)
      }
    })
  ),

  check(
    "B1: nothing but a sending broadcast completes, though nobody is left to send to",
    Effect.gen(function* () {
      const store = yield* BroadcastStore
      for (const status of states.filter((status) => status !== "sending")) {
        const { ref } = yield* standing(status, 0)
        yield* agree(`Whether what is ${status} completes`, yield* store.completeIfDone(ref), false)
        yield* agree("Its state", yield* statusOf(ref), Option.some(status))
      }
    })
  )
]
