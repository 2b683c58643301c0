import { DateTime, Duration } from "effect"
import { endOfWait } from "../../shared/Instant.ts"

/** The rate of a token bucket. */
export interface SendRate {
  /** Sends per second, across all processes. */
  readonly perSecond: number
  /** The maximum number of sends that may start at once after an idle time. */
  readonly burst: number
}

/** The result of taking permits: the number granted, and if it is 0, the time until the next try. */
export interface Permits {
  readonly granted: number
  readonly retryAfter: Duration.Duration
}

/** A sender's token bucket as of its last use. */
export interface TokenBucket {
  /** The level in thousandths of a permit. An integer if the rate is an integer. Negative while the sender must wait. */
  readonly level: number
  readonly at: DateTime.Utc
}

/** The level that equals one permit. */
export const levelOfOne = 1_000

/** Returns the level of a full bucket, which is also the initial level. */
export const fullLevel = ({ burst }: SendRate): number => burst * levelOfOne

/** Returns how long an empty bucket takes to fill. */
export const fillTime = ({ burst, perSecond }: SendRate): Duration.Duration =>
  Duration.millis(Math.ceil((1_000 * burst) / perSecond))

/**
 * Takes up to `wanted` permits from a bucket. Returns the permits and the changed bucket. If the clock goes back, the
 * bucket doesn't fill until the clock catches up, for at most the time that a bucket takes to fill.
 */
export const takePermits = (
  bucket: TokenBucket,
  wanted: number,
  rate: SendRate,
  now: DateTime.Utc
): readonly [Permits, TokenBucket] => {
  const { at, level } = filled(bucket, rate, now)
  const granted = Math.max(0, Math.min(wanted, Math.floor(level / levelOfOne)))
  const left = { level: level - granted * levelOfOne, at }
  return [permitsOf(granted, left.level, rate), left]
}

/** Empties a bucket, so that its next permit comes after `wait` at the earliest. */
export const holdPermits = (
  bucket: TokenBucket,
  wait: Duration.Duration,
  rate: SendRate,
  now: DateTime.Utc
): TokenBucket => {
  const { at, level } = filled(bucket, rate, now)
  return { level: Math.min(level, heldLevel(wait, rate)), at }
}

/** Ends the wait of a bucket, which is then empty and fills as usual. */
export const endHold = (bucket: TokenBucket, now: DateTime.Utc): TokenBucket =>
  bucket.level < 0 ? { level: 0, at: now } : bucket

/** Returns the level at which the next permit comes after `wait`. */
export const heldLevel = (wait: Duration.Duration, { perSecond }: SendRate): number =>
  levelOfOne - Duration.toMillis(wait) * perSecond

/** Returns the bucket, filled up to `now`. */
const filled = (bucket: TokenBucket, rate: SendRate, now: DateTime.Utc): TokenBucket => {
  const at = endOfWait(bucket.at, fillTime(rate), now)
  const elapsed = Math.max(0, DateTime.toEpochMillis(now) - DateTime.toEpochMillis(at))
  const level = Math.min(fullLevel(rate), bucket.level + elapsed * rate.perSecond)
  return { level, at: DateTime.max(at, now) }
}

/** Returns the result for granted permits and the remaining level. */
export const permitsOf = (granted: number, level: number, { perSecond }: SendRate): Permits => ({
  granted,
  retryAfter: Duration.millis(granted > 0 ? 0 : Math.max(0, Math.ceil((levelOfOne - level) / perSecond)))
})
