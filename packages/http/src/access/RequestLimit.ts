import { makeLruCache } from "@rollcall/core/operations"
import { fullLevel, type TokenBucket } from "@rollcall/core/sending"
import { DateTime, Effect } from "effect"
import { TooManyRequests } from "../errors/Refusals.ts"
import { type RequestRate, takePermit } from "./RequestRate.ts"

/** The most callers to track. An evicted caller has its full burst again. */
const maxCallers = 10_000

/** Limits the requests of each caller, in the memory of this process. */
export interface RequestLimit {
  /** Counts a request of a caller. Above the limit, it fails and doesn't count the request. */
  readonly count: (caller: string) => Effect.Effect<void, TooManyRequests>
  /** Counts a request only if the caller is tracked already. Returns whether it is. */
  readonly countIfTracked: (caller: string) => Effect.Effect<boolean, TooManyRequests>
  readonly forget: (caller: string) => void
}

const unlimited: RequestLimit = {
  count: () => Effect.void,
  countIfTracked: () => Effect.succeed(true),
  forget: () => {}
}

/** Makes the limit on the requests of each caller. A rate that allows no requests is a defect. */
export const makeRequestLimit = (rate: RequestRate | undefined): Effect.Effect<RequestLimit> => {
  if (rate === undefined) return Effect.succeed(unlimited)
  if (!(rate.perSecond > 0 && Number.isFinite(rate.perSecond) && rate.burst >= 1 && Number.isFinite(rate.burst))) {
    return Effect.die(new Error("The rate limit must be more than 0 requests per second, with a burst of at least 1."))
  }
  const buckets = makeLruCache<TokenBucket>(maxCallers)

  const count = Effect.fnUntraced(function* (caller: string) {
    const now = yield* DateTime.now
    const bucket = buckets.get(caller) ?? { level: fullLevel(rate), at: now }
    const { left, retryAfter } = takePermit(bucket, rate, now)
    buckets.set(caller, left)
    if (retryAfter !== null) {
      const message = `A caller may make ${rate.perSecond} requests per second, and ${rate.burst} at once.`
      return yield* new TooManyRequests({ message, retryAfter })
    }
  })

  return Effect.succeed({
    count,
    countIfTracked: (caller) =>
      Effect.suspend(() =>
        buckets.get(caller) === undefined ? Effect.succeed(false) : Effect.as(count(caller), true)
      ),
    forget: buckets.remove
  })
}
