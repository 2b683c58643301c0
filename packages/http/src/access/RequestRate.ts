import { takePermits, type TokenBucket } from "@rollcall/core/sending"
import { DateTime } from "effect"

/** How many requests a caller may make. */
export interface RequestRate {
  /** Requests per second, on average. */
  readonly perSecond: number
  /** The most requests at once after a pause. */
  readonly burst: number
}

/**
 * Takes a permit from a bucket, and returns what is left. `retryAfter` is null if there was a permit, and otherwise
 * the time until the next permit. When the clock goes back, the bucket is filled from the new time.
 */
export const takePermit = (bucket: TokenBucket, rate: RequestRate, now: DateTime.Utc) => {
  const [{ granted, retryAfter }, left] = takePermits({ ...bucket, at: DateTime.min(bucket.at, now) }, 1, rate, now)
  return { left, retryAfter: granted === 0 ? retryAfter : null }
}
