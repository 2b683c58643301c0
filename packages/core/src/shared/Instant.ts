import { Clock, DateTime, Duration, Effect, Option, Predicate, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { compareCodePoints } from "./Text.ts"

/** The time range of a date operand, in milliseconds since the epoch. `from` is included, `until` is excluded. */
export interface OperandSpan {
  readonly from: number
  readonly until: number
}

/**
 * Parses a date operand. A date stands for the whole UTC day, a timestamp for its millisecond. A time without an offset
 * is UTC. Returns `None` for any other string, and for a day that the calendar does not have.
 *
 * @see docs/contributing/decisions.md, B20
 */
export const parseOperand = (text: string): Option.Option<OperandSpan> => {
  if (dateOnly.test(text)) {
    return Option.map(parseInstant(`${text}T00:00:00Z`), (from) => ({ from, until: from + day }))
  }
  return Option.map(parseInstant(text), (from) => ({ from, until: from + 1 }))
}

/**
 * Parses a day of any year, written `-MM-DD`, `MM-DD`, or `--MM-DD` as in ISO 8601 and vCard. Returns `MM-DD`, or
 * `None` for a day that no year has.
 */
export const parseDayOfYear = (text: string): Option.Option<string> =>
  Option.filter(Option.fromNullishOr(dayOnly.exec(text)?.[1]), (day) => hasDay(`2000-${day}`))

/** The range of years in date operands, 0000 to 9999, in milliseconds since the epoch. `until` is excluded. */
export const writtenYears = { from: -62_167_219_200_000, until: 253_402_300_800_000 } as const

/** Returns the UTC day of a timestamp as `MM-DD`. Undefined outside {@link writtenYears}. */
export const dayOfYear = (millis: number): string | undefined =>
  millis >= writtenYears.from && millis < writtenYears.until
    ? DateTime.formatIsoDateUtc(DateTime.makeUnsafe(millis)).slice(5)
    : undefined

/** Parses an ISO 8601 date and time into milliseconds since the epoch. A time without an offset is in UTC. */
export const parseInstant = (text: string): Option.Option<number> => {
  const match = dateTime.exec(text)
  if (match === null) return Option.none()
  const [, date = "", time = "", offset = "Z"] = match
  return hasDay(date) ? Option.map(DateTime.make(`${date}T${time}${offset}`), DateTime.toEpochMillis) : Option.none()
}

/** A timestamp given by a host: a `Date`, or an ISO 8601 string, which is UTC without an offset. */
export const GivenInstant = Schema.Union([Schema.Date, Schema.String]).pipe(
  Schema.decodeTo(
    Schema.DateTimeUtc,
    SchemaTransformation.transformEffect({
      decode: (input: Date | string, options) =>
        Option.match(Predicate.isString(input) ? parseInstant(input) : millisOf(input), {
          onNone: () =>
            Effect.fail(
              new SchemaIssue.InvalidValue(
                { issueType: "datetime_parsing", message: "must be a date or an ISO 8601 date and time" },
                input,
                options
              )
            ),
          onSome: (millis) => Effect.succeed(DateTime.makeUnsafe(millis))
        }),
      encode: (instant: DateTime.Utc) => Effect.succeed(DateTime.toDateUtc(instant))
    })
  )
)

/** Returns the milliseconds of a `Date`, or `None` for an invalid date. */
const millisOf = (date: Date): Option.Option<number> =>
  Option.filter(Option.some(date.getTime()), (millis) => !Number.isNaN(millis))

/** Returns whether the calendar has this day. JavaScript parses 30 February as a day in March. */
const hasDay = (date: string): boolean =>
  Option.exists(DateTime.make(`${date}T00:00Z`), (midnight) => DateTime.formatIsoDateUtc(midnight) === date)

/**
 * Formats a timestamp like `DateTime.formatIso`: ISO 8601 in UTC, with milliseconds. Takes a fifth of the time of
 * `DateTime.formatIso`, because it creates no `Date` and caches the last formatted day.
 */
export const isoText = ({ epochMilliseconds }: DateTime.DateTime): string => {
  const millis = Math.trunc(epochMilliseconds)
  const number = Math.floor(millis / day)
  if (number !== lastDay.number) {
    lastDay.text = DateTime.formatIso(DateTime.makeUnsafe(millis)).slice(0, -"00:00:00.000Z".length)
    lastDay.number = number
  }
  const ofDay = millis - number * day
  const seconds = Math.floor(ofDay / 1_000)
  const minutes = Math.floor(seconds / 60)
  const time = `${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}`
  return `${lastDay.text}${time}.${threeDigits[ofDay % 1_000]}Z`
}

const lastDay = { number: NaN, text: "" }
const digits = (count: number, length: number) =>
  Array.from({ length: count }, (_, n) => String(n).padStart(length, "0"))
const twoDigits = digits(60, 2)
const threeDigits = digits(1_000, 3)

const day = 86_400_000
const dayOnly = /^-{0,2}(\d{2}-\d{2})$/
const dateOnly = /^\d{4}-\d{2}-\d{2}$/
const dateTime = /^(\d{4}-\d{2}-\d{2})[Tt ]((?:[01]\d|2[0-3]):\d{2}(?::\d{2}(?:\.\d{1,9})?)?)([Zz]|[+-]\d{2}:?\d{2})?$/

/**
 * Returns the end of a stored wait, limited to its full length from now. A later end was written before the clock went
 * back, and would make the wait longer.
 */
export const endOfWait = (until: DateTime.Utc, length: Duration.Duration, now: DateTime.Utc): DateTime.Utc =>
  DateTime.min(until, DateTime.addDuration(now, length))

/**
 * Returns whether a wait is over. A wait that begins later than its full length from now was written before the clock
 * went back, and counts as over.
 */
export const hasPassed = (
  { begun, until }: { readonly begun: DateTime.Utc; readonly until: DateTime.Utc },
  now: DateTime.Utc
): boolean =>
  DateTime.isLessThanOrEqualTo(until, now) ||
  2 * begun.epochMilliseconds - until.epochMilliseconds > now.epochMilliseconds

/** Returns the end of a wait that begins now, rounded up to whole milliseconds, as stores keep timestamps. */
export const afterDelay = (now: DateTime.Utc, delay: Duration.Duration): DateTime.Utc =>
  DateTime.add(now, { milliseconds: Math.ceil(Duration.toMillis(delay)) })

/**
 * Returns the timestamp of a change: now, or 1 ms after the previous change if now is not later, as after the clock
 * went back.
 */
export const laterThan = (before: DateTime.Utc, now: DateTime.Utc): DateTime.Utc =>
  DateTime.isGreaterThan(now, before) ? now : DateTime.addDuration(before, 1)

/** Returns the current time in milliseconds, from a clock that never goes back. */
export const steadyMillis: Effect.Effect<number> = Effect.clockWith((clock) => Effect.succeed(steadyMillisOf(clock)))

/** Returns {@link steadyMillis} of a given clock. */
export const steadyMillisOf = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000

/** Returns a function that reads {@link steadyMillis}, for callers that need the time often. */
export const steadyClock: Effect.Effect<() => number> = Effect.map(Clock.Clock, (clock) => () => steadyMillisOf(clock))

/**
 * A position in time order: by timestamp, then by uuid in canonical form, then by index. The index orders items with the
 * same uuid; otherwise it is 0. Newest first means descending order in all three.
 */
export interface PlaceInTime {
  readonly at: DateTime.Utc
  readonly uuid: string
  readonly index: number
}

/** Compares positions, oldest first. */
export const byPlaceInTime = (a: PlaceInTime, b: PlaceInTime): number =>
  DateTime.Order(a.at, b.at) || compareCodePoints(a.uuid, b.uuid) || a.index - b.index

/** Returns the newest items before a position, at most `limit`, newest first. */
export const newestBefore = <A>(
  items: ReadonlyArray<A>,
  placeOf: (item: A) => PlaceInTime,
  place: PlaceInTime,
  limit: number
): ReadonlyArray<A> =>
  items
    .filter((item) => byPlaceInTime(placeOf(item), place) < 0)
    .toSorted((a, b) => byPlaceInTime(placeOf(b), placeOf(a)))
    .slice(0, limit)
