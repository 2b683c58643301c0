import type { Broadcast } from "@rollcall/core"
import { BroadcastStore } from "@rollcall/core/storage"
import { DateTime, Duration, Effect } from "effect"
import { agree, type Check, check } from "../shared/Check.ts"
import { inTransaction, newWorkspace } from "../shared/Fixture.ts"
import { endAll } from "./DueChecks.ts"
import { newBroadcast } from "../fixtures/BroadcastFixture.ts"

/** A time after the end of this suite, so that no other check finds the claimed broadcasts. */
const nextCheckAfter = Duration.days(1_000)

/** Stores `most` broadcasts in one workspace, and one broadcast that is due later in each of `others` workspaces. */
const crowd = Effect.fnUntraced(function* (most: number, others: number) {
  yield* endAll
  const store = yield* BroadcastStore
  const now = yield* store.now
  const open = Effect.fnUntraced(function* (fields: Partial<Broadcast>) {
    const broadcast = yield* newBroadcast({ ...fields, isComplete: false })
    yield* inTransaction(store.open(broadcast, null))
    return broadcast.workspaceUuid
  })
  const crowded = { workspaceUuid: yield* newWorkspace, scheduledAt: DateTime.subtract(now, { seconds: 1 }) }
  yield* Effect.replicateEffect(open(crowded), most)
  return yield* Effect.replicateEffect(open({ scheduledAt: now }), others)
})

/** Claims up to `limit` broadcasts `times` times, and returns the workspaces of the claimed broadcasts. */
const claim = Effect.fnUntraced(function* (limit: number, times: number) {
  const store = yield* BroadcastStore
  const claims = yield* Effect.replicateEffect(store.claimDue({ limit, nextCheckAfter }), times)
  return new Set(claims.flat().map(({ ref }) => ref.workspace))
})

/** Checks that a broadcast of each of `others` workspaces is claimed within twice the minimum number of claims. */
const agreeOnFirsts = Effect.fnUntraced(function* (
  { most, others }: { readonly most: number; readonly others: number },
  limit: number
) {
  const waiting = yield* crowd(most, others)
  const claimed = yield* claim(limit, Math.floor((2 * others) / limit))
  yield* agree(
    "Those without a turn",
    waiting.filter((workspace) => !claimed.has(workspace)),
    []
  )
  yield* claim(100_000, 1)
})

export const turnChecks: ReadonlyArray<Check> = [
  check("B26: if one workspace has nine of ten broadcasts, the others each have a turn within 2n claims", function* () {
    yield* agreeOnFirsts({ most: 81, others: 9 }, 1)
  }),

  check("B26: claims of several broadcasts are fair, even with more workspaces than one query finds", function* () {
    yield* agreeOnFirsts({ most: 140, others: 70 }, 4)
  })
]
