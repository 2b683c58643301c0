import { Duration, Effect, Metric, Option } from "effect"
import { makeLruCache } from "../../shared/LruCache.ts"
import type { BroadcastRef } from "../../broadcasts/Broadcast.ts"
import { BroadcastStore } from "../../broadcasts/BroadcastStore.ts"
import { broadcastLock } from "../../broadcasts/BroadcastTransition.ts"
import type { SendRate } from "../../delivery/RateLimit.ts"
import { EventStore } from "../../events/EventStore.ts"
import { nameEvent } from "../../events/RollcallEvent.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { isLimitReason, limitReason } from "../PauseReason.ts"

/** A sender that waits for as long says so in its broadcasts, in milliseconds. */
const longWait = 5_000

/** How many senders of a process that wait are known at a time. */
const kept = 1_000

/** How often broadcasts were found to wait for a limited sender, by reason. */
const limited = Metric.counter("rollcall.broadcasts.limited", {
  description: "how often a broadcast began to wait because the provider limits its sender"
})

interface Limit {
  /** Since when the sender waits, and when it may go on, in milliseconds of the steady clock. */
  readonly since: number
  readonly until: number
  readonly reason: string
}

/** Which senders of a process wait because the provider limits them, and for how long (B23). */
export const makeLimitedSenders = () => {
  const limits = makeLruCache<Limit>(kept)
  const current = (sender: string, now: number) => {
    const limit = limits.get(sender)
    return limit !== undefined && now <= limit.until + longWait ? limit : undefined
  }
  return {
    /** Takes note that a sender has to wait. */
    hold: (
      sender: string,
      { reason, wait }: { readonly reason: string; readonly wait: Duration.Duration },
      now: number
    ) =>
      limits.set(sender, { since: current(sender, now)?.since ?? now, until: now + Duration.toMillis(wait), reason }),

    /** Takes note that a message of a sender was accepted. */
    end: (sender: string) => limits.remove(sender),

    /**
     * What to say of a sender that gets no permit for `wait`; null if it has not waited for long, or if its own rate makes
     * it wait. One that another process made wait has no code.
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
 * Writes down that a broadcast waits for its sender, with an event, or that it goes on where the reason is null. Changes
 * nothing of one that is not sending or says so already.
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
  yield* Metric.update(Metric.withAttributes(limited, { reason }), 1)
  yield* Effect.logWarning("the provider limits the sender of a broadcast, which waits").pipe(
    Effect.annotateLogs({ broadcast: ref.broadcast, reason })
  )
})
