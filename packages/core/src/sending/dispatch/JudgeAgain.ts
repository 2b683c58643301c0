import { Duration, Effect, Layer, Option } from "effect"
import { type BroadcastSummary, refOf } from "../broadcasts/Broadcast.ts"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import { DeliveryStore } from "../delivery/DeliveryStore.ts"
import { WaitingRecipients } from "../../people/workspaces/WaitingRecipients.ts"
import { bucketOf } from "./DispatchRound.ts"

/** The number of recipients that one step wakes. Other SQLite writers wait until the step ends. */
const wokenAtOnce = 1_000

const broadcastsAtOnce = 100

/** Makes waiting recipients claimable at once, and their broadcasts due. A claim checks the recipients again. */
export const layerWaitingRecipients = Layer.effect(
  WaitingRecipients,
  Effect.gen(function* () {
    const broadcasts = yield* BroadcastStore
    const deliveries = yield* DeliveryStore

    const judgeOne = Effect.fnUntraced(function* (broadcast: BroadcastSummary) {
      const ref = refOf(broadcast)
      const wake = deliveries.wake(ref, wokenAtOnce)
      yield* Effect.repeat(wake, { until: (woken) => woken < wokenAtOnce })
      yield* broadcasts.update(ref, { nextCheckAfter: Duration.zero })
    })

    return WaitingRecipients.of({
      judgeAgain: Effect.fn("WaitingRecipients.judgeAgain")(function* (workspace, uuid) {
        if (uuid !== undefined) {
          const found = yield* broadcasts.find(workspace, uuid)
          if (Option.isNone(found) || found.value.status !== "sending") return
          yield* deliveries.endHold(workspace, bucketOf(found.value))
          return yield* judgeOne(found.value)
        }
        for (let offset = 0; ; offset += broadcastsAtOnce) {
          const { items } = yield* broadcasts.list(workspace, "sending", { limit: broadcastsAtOnce, offset })
          yield* Effect.forEach(items, judgeOne, { discard: true })
          if (items.length < broadcastsAtOnce) return
        }
      })
    })
  })
)
