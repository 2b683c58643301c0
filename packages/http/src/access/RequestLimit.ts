import { fullLevel, takePermits, type TokenBucket } from "@rollcall/core/delivery"
import { makeLruCache } from "@rollcall/core/shared"
import { Data, DateTime, type Duration, Effect } from "effect"

/** How many requests a caller may make. */
export interface RequestRate {
  /** Requests a second, in the long run. */
  readonly perSecond: number
  /** How many may come at once after a rest. */
  readonly burst: number
}

/** The request is one too many. Nothing was done. */
export class TooManyRequests extends Data.TaggedError("TooManyRequests")<{
  /** What is limited, as a sentence. */
  readonly message: string
  readonly retryAfter: Duration.Duration
}> {}

/**
 * Takes a permit from a bucket, and returns what is left. If there is no permit, `retryAfter` says when there is one, and
 * is null otherwise. When the clock goes back, the bucket is filled from then on.
 */
export const takePermit = (bucket: TokenBucket, rate: RequestRate, now: DateTime.Utc) => {
  const [{ granted, retryAfter }, left] = takePermits({ ...bucket, at: DateTime.min(bucket.at, now) }, 1, rate, now)
  return { left, retryAfter: granted === 0 ? retryAfter : null }
}

/** The most callers whose requests are counted. One that is forgotten has its whole burst again. */
const maxCallers = 10_000

/** Counts requests by caller, in the memory of this process. */
export interface RequestLimit {
  /** Counts a request of a caller. Fails, and counts nothing, if it is one too many. */
  readonly count: (caller: string) => Effect.Effect<void, TooManyRequests>
  /** The same if the caller was counted before. Returns whether it was. */
  readonly countKnown: (caller: string) => Effect.Effect<boolean, TooManyRequests>
  readonly forget: (caller: string) => void
}

/** Where no rate is given. */
const unlimited: RequestLimit = { count: () => Effect.void, countKnown: () => Effect.succeed(true), forget: () => {} }

/** Makes the limit on the requests of each caller. A rate that lets no request through is a defect. */
export const makeRequestLimit = (rate: RequestRate | undefined): Effect.Effect<RequestLimit> => {
  if (rate === undefined) return Effect.succeed(unlimited)
  if (!(rate.perSecond > 0 && Number.isFinite(rate.perSecond) && rate.burst >= 1 && Number.isFinite(rate.burst))) {
    return Effect.die(new Error("The rate limit must be a positive number a second, and at least 1 at once."))
  }
  const buckets = makeLruCache<TokenBucket>(maxCallers)

  const count = Effect.fnUntraced(function* (caller: string) {
    const now = yield* DateTime.now
    const bucket = buckets.get(caller) ?? { level: fullLevel(rate), at: now }
    const { left, retryAfter } = takePermit(bucket, rate, now)
    buckets.set(caller, left)
    if (retryAfter !== null) {
      const message = `A caller may make ${rate.perSecond} requests a second, and ${rate.burst} at once.`
      return yield* new TooManyRequests({ message, retryAfter })
    }
  })

  return Effect.succeed({
    count,
    countKnown: (caller) =>
      Effect.suspend(() =>
        buckets.get(caller) === undefined ? Effect.succeed(false) : Effect.as(count(caller), true)
      ),
    forget: buckets.remove
  })
}
