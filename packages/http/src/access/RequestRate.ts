import { takePermits, type TokenBucket } from "@rollcall/core/sending"
import { DateTime } from "effect"

/** The rate limit of a caller. */
export interface RequestRate {
  /** The average number of requests per second. */
  readonly perSecond: number
  /** How many requests the caller may send at once after a pause. */
  readonly burst: number
}

/**
 * Takes a permit from a bucket, and returns what is left. `retryAfter` is null if a permit was left, otherwise the time
 * until the next permit. If the clock goes back, the bucket refills from the new time.
 */
export const takePermit = (bucket: TokenBucket, rate: RequestRate, now: DateTime.Utc) => {
  const [{ granted, retryAfter }, left] = takePermits({ ...bucket, at: DateTime.min(bucket.at, now) }, 1, rate, now)
  return { left, retryAfter: granted === 0 ? retryAfter : null }
}
