import { DateTime, Duration } from "effect"
import { endOfWait } from "../../shared/Instant.ts"

/** How a token bucket is filled. */
export interface SendRate {
  /** Sends a second, over all processes. */
  readonly perSecond: number
  /** How many sends may start at once after a rest. */
  readonly burst: number
}

/** What the rate limiter grants: how many sends may start now, and if none, after how long to ask again. */
export interface Permits {
  readonly granted: number
  readonly retryAfter: Duration.Duration
}

/** A sender's token bucket as the last caller left it. */
export interface TokenBucket {
  /** In thousandths of a permit: whole numbers where the rate is whole. Negative while the sender is to wait. */
  readonly level: number
  readonly at: DateTime.Utc
}

/** The level of one permit. */
export const levelOfOne = 1_000

/** The level of a full bucket, which is how it begins. */
export const fullLevel = ({ burst }: SendRate): number => burst * levelOfOne

/** How long an empty bucket takes to be full. */
export const fillTime = ({ burst, perSecond }: SendRate): Duration.Duration =>
  Duration.millis(Math.ceil((1_000 * burst) / perSecond))

/**
 * Takes up to `wanted` permits from a bucket, and returns them with the bucket that is left. A clock that goes back fills
 * nothing, and repeated time is not counted twice, for at most as long as the bucket takes to fill.
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

/** Empties a bucket so that it has its next permit `wait` later, or when it would have had it if that is later still. */
export const holdPermits = (
  bucket: TokenBucket,
  wait: Duration.Duration,
  rate: SendRate,
  now: DateTime.Utc
): TokenBucket => {
  const { at, level } = filled(bucket, rate, now)
  return { level: Math.min(level, heldLevel(wait, rate)), at }
}

/** Ends the wait of a bucket, which is then empty and fills as ever. */
export const endHold = (bucket: TokenBucket, now: DateTime.Utc): TokenBucket =>
  bucket.level < 0 ? { level: 0, at: now } : bucket

/** The level of a bucket that has its next permit after `wait`. */
export const heldLevel = (wait: Duration.Duration, { perSecond }: SendRate): number =>
  levelOfOne - Duration.toMillis(wait) * perSecond

/** A bucket as it is now. */
const filled = (bucket: TokenBucket, rate: SendRate, now: DateTime.Utc): TokenBucket => {
  const at = endOfWait(bucket.at, fillTime(rate), now)
  const elapsed = Math.max(0, DateTime.toEpochMillis(now) - DateTime.toEpochMillis(at))
  const level = Math.min(fullLevel(rate), bucket.level + elapsed * rate.perSecond)
  return { level, at: DateTime.max(at, now) }
}

/** The answer when so many permits were granted and the bucket was left at this level. */
export const permitsOf = (granted: number, level: number, { perSecond }: SendRate): Permits => ({
  granted,
  retryAfter: Duration.millis(granted > 0 ? 0 : Math.max(0, Math.ceil((levelOfOne - level) / perSecond)))
})
