import { type AccessTokenStore, type Broadcast, BroadcastStore, lawfulMoves, neverSent } from "@rollcall/core"
import { Duration, Effect, Option } from "effect"
import { agree, type Check, check, holds } from "../kernel/Check.ts"
import { accounts, move, sending, standing, states, statusesOf } from "./Fixture.ts"

const lease = Duration.minutes(1)

/** What the moves of a broadcast from state to state promise (B1, B2, B10). */
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
  )
]
