import { Clock, DateTime, Duration, Effect } from "effect"

/**
 * The end of a wait that a store keeps: at most its whole length from now. A later end was written by a clock that has
 * gone back since, and the wait would last for as much longer.
 */
export const endOfWait = (until: DateTime.Utc, length: Duration.Duration, now: DateTime.Utc): DateTime.Utc =>
  DateTime.min(until, DateTime.addDuration(now, length))

/**
 * Whether a wait is over of which its beginning is known. One that begins later than its whole length from now was
 * written by a clock that has gone back since: it counts as over.
 */
export const hasPassed = (
  { begun, until }: { readonly begun: DateTime.Utc; readonly until: DateTime.Utc },
  now: DateTime.Utc
): boolean =>
  DateTime.isLessThanOrEqualTo(until, now) ||
  2 * begun.epochMilliseconds - until.epochMilliseconds > now.epochMilliseconds

/** The end of a wait that begins now. Stores keep instants in whole milliseconds; a delay may have a fraction. */
export const afterDelay = (now: DateTime.Utc, delay: Duration.Duration): DateTime.Utc =>
  DateTime.add(now, { milliseconds: Math.ceil(Duration.toMillis(delay)) })

/** The instant of a change: now, but later than that of the change before, also by a clock that has gone back. */
export const laterThan = (before: DateTime.Utc, now: DateTime.Utc): DateTime.Utc =>
  DateTime.isGreaterThan(now, before) ? now : DateTime.addDuration(before, 1)

/** The current time in milliseconds, of a clock that does not go back. */
export const steadyMillis: Effect.Effect<number> = Effect.map(
  Clock.monotonicTimeNanos,
  (nanos) => Number(nanos) / 1_000_000
)
