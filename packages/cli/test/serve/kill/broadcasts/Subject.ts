import { DateTime, Effect } from "effect"
import { ChannelRecord, type Subject } from "../Campaign.ts"
import type { Fleet } from "../Fleet.ts"
import { type Broadcasts, planBroadcast, requestFor } from "./Plan.ts"
import { followBroadcasts } from "./Verdict.ts"

/** How many broadcasts of which less than half is sent there always are while processes are killed. */
const backlog = 2

/** How long an expiring broadcast has: less than it takes. */
const validFor = "500 millis"

/** Broadcasts of which some are always being sent. */
export const broadcasts = (options: Broadcasts) =>
  Effect.fnUntraced(function* (fleet: Fleet) {
    const { newSends } = yield* ChannelRecord
    const { accept, isOver, planned, pollLatest, progress, someWork, verdict } = yield* followBroadcasts(fleet, options)
    let next = 0
    const isFresh = (uuid: string) => !isOver(uuid) && (progress.get(uuid)?.sent ?? 0) < options.size / 2

    const post = Effect.gen(function* () {
      if (Array.from(planned.keys()).filter(isFresh).length >= backlog) return
      const plan = planBroadcast(options, next++)
      const validUntil =
        plan.fate === "expired" ? DateTime.formatIso(DateTime.addDuration(yield* DateTime.now, validFor)) : null
      const answer = yield* fleet.reach("POST", "/broadcasts", requestFor(plan, validUntil))
      // A broadcast whose answers were cut off until it was too late to ask again was never accepted.
      if (answer.status !== 400 || validUntil === null) yield* accept(plan, answer)
    })

    /** The moment at which the channel has accepted messages, and their sender has perhaps not recorded that. */
    const someSend = Effect.andThen(
      newSends,
      Effect.repeat(Effect.delay(newSends, "1 millis"), { until: (count) => count > 0 })
    )

    return {
      clients: [post, pollLatest],
      moments: [() => someSend, () => someSend, () => someWork(200)],
      verdict
    } satisfies Subject
  })
