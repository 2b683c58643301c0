import { DateTime, Duration } from "effect"
import type { SendRate, SendSlots } from "./HandOver.ts"

/** What a sender's token bucket held when somebody last took from it (B15). */
export interface TokenBucket {
  /** In thousandths of a hand-over: whole numbers where the rate is whole. */
  readonly level: number
  readonly at: DateTime.Utc
}

const token = 1_000

/** The level at which the bucket of a sender begins: full. */
export const fullLevel = ({ burst }: SendRate): number => burst * token

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
  const granted = Math.min(wanted, Math.floor(level / token))
  const retryAfter = granted > 0 ? 0 : Math.max(0, Math.ceil((token - level) / rate.perSecond))
  return [
    { granted, retryAfter: Duration.millis(retryAfter) },
    { level: level - granted * token, at: DateTime.max(bucket.at, now) }
  ]
}
