import { fold } from "@rollcall/core/operations"
import { Result } from "effect"
import { type DateOrder, type FileLocale, monthKey, monthsIn, plainText } from "./FileLocale.ts"

type ToInstant = (wall: number) => number

/** How the dates of a file are read. */
export interface DateFormat {
  /** The order given with `--date-format`; null if not given. */
  readonly order: DateOrder | null
  /**
   * Converts a local time to a timestamp, for times without a zone. The local time is passed as the milliseconds since the
   * epoch at which UTC clocks show it.
   */
  readonly toInstant: ToInstant
}

/** A date in the form that the field takes. `isGuess` tells whether day and month could be swapped. */
export interface DateReading {
  readonly value: string
  readonly isGuess: boolean
  /** Whether the cell holds a spreadsheet's day number. */
  readonly isDayNumber?: true
  /** The year, if it seems to be from another calendar. */
  readonly otherYear?: number
}

/** Reads the order of day, month and year from a format such as `DD/MM/YYYY`. Everything else is detected in the cells. */
export const readDateFormat = (text: string): Result.Result<DateOrder, string> => {
  // The time comes after the date, and its M means minutes.
  const date = text.toUpperCase().replace(/[\sT]*H.*$/, "")
  const order = date.replace(/[^DMY]/g, "").replace(/(.)\1+/g, "$1")
  return order === "DMY" || order === "MDY" || order === "YMD"
    ? Result.succeed(order === "DMY" ? "dmy" : order === "MDY" ? "mdy" : "ymd")
    : Result.fail(
        `--date-format: ${JSON.stringify(text)} is not a date format. Use a format such as DD/MM/YYYY or MM/DD/YYYY HH:mm`
      )
}

/** Matches values that other products write for a missing date. */
const noDate = /^(?:0{1,4}([-./])0{1,2}\1(?:0{4}|0{1,2})|-+|0)(?:[ t]0{1,2}:0{2}(?::0{2})?)?$/

/** Tells whether a string means no date, such as `0/0/00` (Outlook) or `0000-00-00`. */
export const isNoDate = (text: string): boolean => noDate.test(fold(plainText(text)))

interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly isGuess: boolean
}

/** The languages with month names that are read without a locale. */
const languages = ["en", "de", "fr", "es", "it", "pt", "nl", "da", "sv", "nb", "fi", "pl", "cs", "tr", "ru"]

let months: ReadonlyMap<string, number> | undefined

/** Returns the number of a month by its name. The table of names is slow to build, so it is built on first use. */
const monthOf = (name: string, locale: FileLocale | null): number | undefined => {
  const key = monthKey(name)
  return locale?.months.get(key) ?? (months ??= monthsIn(languages)).get(key)
}

/** Tells whether a word is the name of a month in a common language. */
export const isMonth = (word: string): boolean => monthOf(word, null) !== undefined

const numbers = /^(\d{1,4})\s*([-./])\s*(\d{1,2})\s*\2\s*(\d{1,4})\.?$/
const compact = /^(?:19|20)\d{6}$/
const dayAndName =
  /^(\d{1,2})(?:\.|st|nd|rd|th|er|º)?[\s-]*(?:de\s+)?([\p{L}\p{M}]+)\.?[\s,-]*(?:de\s+|del\s+)?(\d{4}|\d{2})$/u
const yearNameDay = /^(\d{4})\.?\s+([\p{L}\p{M}]+)\.?\s+(\d{1,2})\.?$/u
const nameAndDay = /^([\p{L}\p{M}]+)\.?[\s-]*(\d{1,2})(?:st|nd|rd|th)?[\s,-]+(\d{4}|\d{2})$/u
const weekday = /^[\p{L}\p{M}]+\.?,\s*/u

/** Expands a two-digit year to the century that spreadsheets assume. */
const yearOf = (text: string): number => {
  const year = Number(text)
  return text.length > 2 ? year : year + (year < 30 ? 2000 : 1900)
}

/** Reads the date without its time. `order` is the known order of the column. */
const readDay = (written: string, order: DateOrder | null, locale: FileLocale | null): Day | undefined => {
  const text = written
    .replace(/\s*[年년月월]\s*/gu, "-")
    .replace(/[日일]$/u, "")
    .replace(/(?<=\d)\s?[гр]\.?$/u, "")
  if (compact.test(text)) {
    return {
      year: Number(text.slice(0, 4)),
      month: Number(text.slice(4, 6)),
      day: Number(text.slice(6)),
      isGuess: false
    }
  }
  const [, first = "", sign, second = "", third = ""] = numbers.exec(text) ?? []
  if (sign !== undefined) {
    if (first.length === 3 || third.length === 3 || (first.length > 2 && third.length > 2)) return undefined
    if (first.length > 2) return { year: Number(first), month: Number(second), day: Number(third), isGuess: false }
    if (order === "ymd") return { year: yearOf(first), month: Number(second), day: Number(third), isGuess: false }
    const [a, b] = [Number(first), Number(second)]
    const isOpen = order === null && a <= 12 && b <= 12 && a !== b && sign === "/"
    // By default slashes mean the order of the United States; points and hyphens mean day first.
    const isDayFirst = order === null ? (sign === "/" ? a > 12 : b <= 12) : order === "dmy"
    return { year: yearOf(third), month: isDayFirst ? b : a, day: isDayFirst ? a : b, isGuess: isOpen }
  }
  const named = text.replace(weekday, "")
  const [, day, name = "", year = ""] = dayAndName.exec(named) ?? []
  const [, otherName = "", otherDay, otherYear = ""] = nameAndDay.exec(named) ?? []
  const [, isoYear = "", middleName = "", endDay] = yearNameDay.exec(named) ?? []
  const month = monthOf(name || otherName || middleName, locale)
  const number = day ?? otherDay ?? endDay
  return month === undefined || number === undefined
    ? undefined
    : { year: yearOf(year || otherYear || isoYear), month, day: Number(number), isGuess: false }
}

/** Returns the only possible order of a date; undefined if it is ambiguous. */
export const dateOrderOf = (text: string): DateOrder | undefined => {
  const [, first = "", sign, second = ""] = numbers.exec(splitTime(text).date) ?? []
  if (sign === undefined || first.length > 2) return undefined
  if (Number(first) > 12 && Number(second) <= 12) return "dmy"
  return Number(first) <= 12 && Number(second) > 12 ? "mdy" : undefined
}

const clock =
  /(?:^|[\s,t]+)(?:at\s+|um\s+|à\s+)?(\d{1,2})(?:[:.h](\d{2}))?(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]\.?\s?m\.?)?(?:\s*uhr)?\s*(z|utc|gmt|[+-]\d{2}:?(?:\d{2})?)?$/

interface SplitText {
  readonly date: string
  /** The hours, minutes, seconds and milliseconds; null if there is no time. */
  readonly time: readonly [number, number, number, number] | null
  readonly offset: string | null
}

const splitTime = (given: string): SplitText => {
  const text = fold(plainText(given))
  const match = clock.exec(text)
  const [all = "", hour = "", minutes, seconds = "0", fraction = "", half, offset = null] = match ?? []
  if (match === null || (minutes === undefined && half === undefined)) return { date: text, time: null, offset: null }
  const isAfternoon = half?.startsWith("p")
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0)
  const millis = Number(fraction.padEnd(3, "0").slice(0, 3))
  return {
    date: text.slice(0, text.length - all.length),
    time: [hours, Number(minutes ?? 0), Number(seconds), millis],
    offset
  }
}

const padded = (value: number, length = 2): string => String(value).padStart(length, "0")

const isDay = ({ day, month, year }: Day): boolean =>
  year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Matches milliseconds since the epoch, as in another product's API. */
const epoch = /^-?\d{12,13}$/

/**
 * Matches a spreadsheet's day number with five digits and an optional time as a fraction. Fewer digits may be a year, more
 * digits a compact date.
 */
const dayNumber = /^(\d{5})(?:[.,]\d+)?$/

/** Converts a day number to local time, in milliseconds since the epoch as if it were UTC. */
const wallOfDayNumber = (text: string): number =>
  Date.UTC(1899, 11, 30) + Math.round(Number(text.replace(",", ".")) * 86_400) * 1_000

/** Matches an exported `date` up to day 28, which every month has. */
const exportedDate = /^(\d{4})-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/

/** Reads a `date`. A time after it is ignored. */
export const readDate = (
  text: string,
  order: DateOrder | null,
  locale: FileLocale | null = null
): DateReading | undefined => {
  const given = plainText(text)
  const [, exportedYear] = exportedDate.exec(given) ?? []
  if (exportedYear !== undefined) return readingOf(given, Number(exportedYear))
  if (epoch.test(given)) return { value: new Date(Number(given)).toISOString().slice(0, 10), isGuess: false }
  if (dayNumber.test(given)) {
    return { value: new Date(wallOfDayNumber(given)).toISOString().slice(0, 10), isGuess: false, isDayNumber: true }
  }
  const day = readDay(splitTime(given).date, order, locale)
  if (day === undefined || !isDay(day)) return undefined
  return readingOf(`${padded(day.year, 4)}-${padded(day.month)}-${padded(day.day)}`, day.year, day.isGuess)
}

/** Matches an exported `date:date_time`, which is imported unchanged. */
const exported = /^(\d{4})-\d{2}-\d{2}t\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:z|[+-]\d{2}:?\d{2})$/i

/** Reads a `date:date_time`. Default zone: the zone of the format. Default time: the start of the day. */
export const readDateTime = (
  text: string,
  { order, toInstant }: DateFormat,
  locale: FileLocale | null = null
): DateReading | undefined => {
  const given = plainText(text)
  const [, exportedYear] = exported.exec(given) ?? []
  if (exportedYear !== undefined) return readingOf(given, Number(exportedYear))
  if (epoch.test(given)) return { value: new Date(Number(given)).toISOString(), isGuess: false }
  if (dayNumber.test(given)) {
    return { value: new Date(toInstant(wallOfDayNumber(given))).toISOString(), isGuess: false, isDayNumber: true }
  }
  const { date, offset, time } = splitTime(given)
  const day = readDay(date, order, locale)
  if (day === undefined || !isDay(day)) return undefined
  const [hours, minutes, seconds, millis] = time ?? [0, 0, 0, 0]
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined
  // Date.UTC maps years below 100 to the 1900s.
  const wall = new Date(Date.UTC(2000, 0, 1, hours, minutes, seconds, millis))
  wall.setUTCFullYear(day.year, day.month - 1, day.day)
  const instant = offset === null ? toInstant(wall.getTime()) : wall.getTime() - offsetMillis(offset)
  return readingOf(new Date(instant).toISOString(), day.year, day.isGuess)
}

/** Returns a reading. Sets `otherYear` if the year would be current in the Persian, Islamic or Buddhist calendar. */
const readingOf = (value: string, year: number, isGuess = false): DateReading => {
  const isOther = (year >= 1300 && year < 1500) || (year >= 2400 && year < 2700)
  return { value, isGuess, ...(isOther && { otherYear: year }) }
}

/** Matches an exported `date:time`. */
const exportedTime = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/

/** Reads a `date:time`, in 24-hour or 12-hour format. */
export const readTime = (text: string): string | undefined => {
  if (exportedTime.test(text)) return text
  const { date, offset, time } = splitTime(text)
  if (date !== "" || time === null || offset !== null) return undefined
  const [hours, minutes, seconds] = time
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined
  return `${padded(hours)}:${padded(minutes)}${seconds === 0 ? "" : `:${padded(seconds)}`}`
}

const offsetMillis = (offset: string): number => {
  const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? []
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
