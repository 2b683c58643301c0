import type { SendRate, SendSlots } from "@rollcall/core"
import { DateTime, Duration, Option } from "effect"

/** What is left in a token bucket at an instant, in thousandths of a token: whole numbers where the rate is whole. */
export interface Bucket {
  readonly level: number
  readonly at: DateTime.Utc
}

const token = 1_000

/** Takes tokens from a bucket, which begins full (B15). */
export const takeSendSlots = (
  bucket: Option.Option<Bucket>,
  wanted: number,
  rate: SendRate,
  now: DateTime.Utc
): readonly [SendSlots, Bucket] => {
  const { at, level } = Option.match(bucket, {
    onNone: () => ({ at: now, level: rate.burst * token }),
    onSome: (bucket) => refill(bucket, rate, now)
  })
  const granted = Math.min(wanted, Math.floor(level / token))
  const retryAfter = granted > 0 ? 0 : Math.max(0, Math.ceil((token - level) / rate.perSecond))
  return [
    { granted, retryAfter: Duration.millis(retryAfter) },
    { at, level: level - granted * token }
  ]
}

/** A clock that goes back fills nothing, and the time that it repeats is not counted twice. */
const refill = ({ at, level }: Bucket, rate: SendRate, now: DateTime.Utc): Bucket => {
  const elapsed = Math.max(0, DateTime.toEpochMillis(now) - DateTime.toEpochMillis(at))
  return { at: DateTime.max(at, now), level: Math.min(rate.burst * token, level + elapsed * rate.perSecond) }
}
