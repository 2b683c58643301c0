import { Duration, Effect, Metric, Option } from "effect"
import { makeLruCache } from "../../../shared/LruCache.ts"
import type { BroadcastRef } from "../../broadcasts/Broadcast.ts"
import { BroadcastStore } from "../../broadcasts/BroadcastStore.ts"
import { broadcastLock } from "../../broadcasts/BroadcastTransition.ts"
import type { SendRate } from "../../delivery/RateLimit.ts"
import { EventStore } from "../../../events/events/EventStore.ts"
import { nameEvent } from "../../../events/events/RollcallEvent.ts"
import { metrics } from "../../../operations/observability/Metrics.ts"
import { Transaction } from "../../../shared/Transaction.ts"
import { isLimitReason, limitReason } from "../../channels/PauseReason.ts"

/** The shortest wait of a sender that its broadcasts show, in milliseconds. */
const longWait = 5_000

/** The maximum number of waiting senders tracked by a process. */
const maxSenders = 1_000

interface Limit {
  /** When the sender's wait began and when it ends, in milliseconds of the steady clock. */
  readonly since: number
  readonly until: number
  readonly reason: string
}

/** Makes a record of the senders in this process that are waiting for the provider's rate limit. */
export const makeLimitedSenders = () => {
  const limits = makeLruCache<Limit>(maxSenders)
  const current = (sender: string, now: number) => {
    const limit = limits.get(sender)
    return limit !== undefined && now <= limit.until + longWait ? limit : undefined
  }
  return {
    /** Records that a sender must wait. */
    hold: (
      sender: string,
      { reason, wait }: { readonly reason: string; readonly wait: Duration.Duration },
      now: number
    ) =>
      limits.set(sender, { since: current(sender, now)?.since ?? now, until: now + Duration.toMillis(wait), reason }),

    /** Removes a sender, because one of its messages was accepted. */
    end: (sender: string) => limits.remove(sender),

    /**
     * Returns the `status_reason` of a broadcast whose sender gets no permit for `wait`. Null if the whole wait is shorter
     * than 5 seconds, or follows from the sender's own rate. The reason has no code if another process got the error.
     */
    reasonFor: (sender: string, wait: Duration.Duration, { perSecond }: SendRate, now: number): string | null => {
      const millis = Duration.toMillis(wait)
      const limit = current(sender, now)
      if (limit !== undefined) return limit.until - limit.since >= longWait ? limit.reason : null
      return millis >= longWait && millis > Math.ceil(1_000 / perSecond) ? limitReason({}) : null
    }
  }
}

export type LimitedSenders = ReturnType<typeof makeLimitedSenders>

/**
 * Stores the reason why a broadcast waits for its sender, or null when the wait is over, and appends an event. Does nothing
 * if the broadcast is not sending or already has this reason.
 */
export const setLimit = Effect.fn("Dispatcher.setLimit")(function* (
  ref: BroadcastRef,
  reason: string | null,
  nextCheckAfter: Duration.Duration
) {
  const { lock, run } = yield* Transaction
  const broadcasts = yield* BroadcastStore
  const events = yield* EventStore
  const isChanged = yield* run(
    Effect.gen(function* () {
      yield* lock([broadcastLock(ref)], "exclusive")
      const found = yield* broadcasts.find(ref.workspace, ref.broadcast)
      if (Option.isNone(found) || found.value.status !== "sending") return false
      const before = found.value.statusReason
      const isSaid = reason === limitReason({}) ? isLimitReason(before) : before === reason
      if (isSaid) return false
      yield* broadcasts.update(ref, { statusReason: reason, nextCheckAfter })
      const type = reason === null ? "broadcast.unlimited" : "broadcast.limited"
      yield* events.append([nameEvent({ type, workspaceUuid: ref.workspace, broadcastUuid: ref.broadcast, reason })])
      return true
    })
  )
  if (!isChanged || reason === null) return
  yield* Metric.update(metrics.limited.of(reason), 1)
  yield* Effect.logWarning("the provider limits the sender of a broadcast, which waits").pipe(
    Effect.annotateLogs({ broadcast: ref.broadcast, reason })
  )
})
