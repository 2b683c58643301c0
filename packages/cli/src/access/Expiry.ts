import { DateTime, Duration, Effect, Option } from "effect"
import { refusal } from "../CommandRefused.ts"

const expected = "--expires must be a duration such as `90 days` or a future date such as 2030-01-31"

/** Reads when a token expires: a duration from now, or a timestamp. Null for never. */
export const readExpiry = Effect.fn("Expiry.read")(function* (text: Option.Option<string>) {
  if (Option.isNone(text)) return null
  const now = yield* DateTime.now
  const instant = Option.orElse(DateTime.make(text.value), () =>
    Option.map(timeFrom(text.value), (time) => DateTime.addDuration(now, time))
  )
  const future = Option.filter(Option.map(instant, DateTime.toUtc), (instant) => DateTime.isGreaterThan(instant, now))
  return yield* Effect.fromOption(future, () => refusal(expected))
})

const units = { hour: Duration.hours, day: Duration.days, week: Duration.weeks } as const

const timeFrom = (text: string): Option.Option<Duration.Duration> => {
  const [, amount, unit] = /^(\d{1,5}) ?(hour|day|week)s?$/.exec(text.trim()) ?? []
  return unit === "hour" || unit === "day" || unit === "week" ? Option.some(units[unit](Number(amount))) : Option.none()
}
