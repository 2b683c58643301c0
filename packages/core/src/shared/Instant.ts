import { Clock, DateTime, Duration, Effect, Option, Predicate, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { compareCodePoints } from "./Text.ts"

/** The instants that a date operand means, in milliseconds since the epoch: `from` is inside, `until` is not. */
export interface OperandSpan {
  readonly from: number
  readonly until: number
}

/**
 * Reads a date operand: a date means the whole UTC day, a timestamp means its millisecond. Without an offset a time is
 * UTC. Nothing for anything else, a day that the calendar does not have among it.
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
 * Reads a day of any year, `-MM-DD`, also as ISO 8601 and vCard write it, `--MM-DD`, or without a hyphen before it:
 * returns `MM-DD`. Nothing for a day that no year has.
 */
export const parseDayOfYear = (text: string): Option.Option<string> =>
  Option.filter(Option.fromNullishOr(dayOnly.exec(text)?.[1]), (day) => hasDay(`2000-${day}`))

/** The first and the last instant of the years that a date operand can have. */
export const writtenYears = { from: -62_167_219_200_000, until: 253_402_300_800_000 } as const

/** The day of an instant as UTC has it, as `MM-DD`, in the years that dates are written in. */
export const dayOfYear = (millis: number): string | undefined =>
  millis >= writtenYears.from && millis < writtenYears.until
    ? DateTime.formatIsoDateUtc(DateTime.makeUnsafe(millis)).slice(5)
    : undefined

/** Reads an ISO 8601 date and time, to the millisecond; without an offset it is UTC. */
export const parseInstant = (text: string): Option.Option<number> => {
  const match = dateTime.exec(text)
  if (match === null) return Option.none()
  const [, date = "", time = "", offset = "Z"] = match
  return hasDay(date) ? Option.map(DateTime.make(`${date}T${time}${offset}`), DateTime.toEpochMillis) : Option.none()
}

/** An instant as a host gives it: a `Date`, or ISO 8601 text, which is UTC without an offset. */
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

/** The instant of a `Date`, unless it is an invalid one. */
const millisOf = (date: Date): Option.Option<number> =>
  Option.filter(Option.some(date.getTime()), (millis) => !Number.isNaN(millis))

/** Whether the calendar has this day. The engine takes 30 February for a day in March. */
const hasDay = (date: string): boolean =>
  Option.exists(DateTime.make(`${date}T00:00Z`), (midnight) => DateTime.formatIsoDateUtc(midnight) === date)

/**
 * Returns an instant as `DateTime.formatIso` does: ISO 8601 in UTC, with milliseconds. It takes a fifth of the time, since it
 * makes no `Date` and remembers the day that it wrote last.
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
 * The end of a wait that a store keeps: at most its whole length from now. A later end was written by a clock that has
 * gone back since, and the wait would last for as much longer.
 */
export const endOfWait = (until: DateTime.Utc, length: Duration.Duration, now: DateTime.Utc): DateTime.Utc =>
  DateTime.min(until, DateTime.addDuration(now, length))

/**
 * Whether a wait is over of which its beginning is known. A period that begins later than its whole length from now was
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
export const steadyMillis: Effect.Effect<number> = Effect.clockWith((clock) => Effect.succeed(steadyMillisOf(clock)))

/** The same of a clock that is known. */
export const steadyMillisOf = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000

/** A clock as {@link steadyMillis}, for what asks for the time often. */
export const steadyClock: Effect.Effect<() => number> = Effect.map(Clock.Clock, (clock) => () => steadyMillisOf(clock))

/**
 * A place among what happened: by the instant, then by the uuid, then by the index, which is that
 * among what has one uuid, and 0 elsewhere. Newest first is descending in all three. The uuid is in its canonical form.
 */
export interface PlaceInTime {
  readonly at: DateTime.Utc
  readonly uuid: string
  readonly index: number
}

/** The order of places, oldest first. */
export const byPlaceInTime = (a: PlaceInTime, b: PlaceInTime): number =>
  DateTime.Order(a.at, b.at) || compareCodePoints(a.uuid, b.uuid) || a.index - b.index

/** Returns the newest items whose places are before a place, at most `limit`, newest first. */
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
