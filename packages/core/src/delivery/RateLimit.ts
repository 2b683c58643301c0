import { DateTime, Duration } from "effect"
import type { SendRate, SendSlots } from "./Send.ts"

/** What a sender's token bucket held when somebody last took from it (B15). */
export interface TokenBucket {
  /** In thousandths of a hand-over: whole numbers where the rate is whole. */
  readonly level: number
  readonly at: DateTime.Utc
}

/** The level that one hand-over takes. */
export const levelOfOne = 1_000

/** The level at which the bucket of a sender begins: full. */
export const fullLevel = ({ burst }: SendRate): number => burst * levelOfOne

/**
 * Takes what was wanted from a bucket, or as much as there is: what `BroadcastStore.takeSendSlots` answers, and the
 * bucket that is left. A clock that goes back fills nothing, and the time that it repeats is not counted twice.
 */
export const takeFromBucket = (
  bucket: TokenBucket,
  wanted: number,
  rate: SendRate,
  now: DateTime.Utc
): readonly [SendSlots, TokenBucket] => {
  const elapsed = Math.max(0, DateTime.toEpochMillis(now) - DateTime.toEpochMillis(bucket.at))
  const level = Math.min(fullLevel(rate), bucket.level + elapsed * rate.perSecond)
  const granted = Math.min(wanted, Math.floor(level / levelOfOne))
  const left = { level: level - granted * levelOfOne, at: DateTime.max(bucket.at, now) }
  return [slotsOf(granted, left.level, rate), left]
}

/** What is answered when so many hand-overs were granted and the bucket was left at this level. */
export const slotsOf = (granted: number, level: number, { perSecond }: SendRate): SendSlots => ({
  granted,
  retryAfter: Duration.millis(granted > 0 ? 0 : Math.max(0, Math.ceil((levelOfOne - level) / perSecond)))
})
