import { Array as Arr, Option, Result, Schema } from "effect"
import { Uuid } from "../../shared/Ids.ts"
import { parseDayOfYear, parseOperand } from "../../shared/Instant.ts"
import { issue, type Issue, type IssueCode, type IssuePath, textIssues } from "../../shared/Issue.ts"
import { foldTrimmed } from "../../shared/Text.ts"
import type { Bound, DayOfYear } from "./Condition.ts"
import { maxOperandLength } from "./Filter.ts"

/** The result of reading a part of a search: the value, or all of its issues. */
export type Reading<A> = Result.Result<A, ReadonlyArray<Issue>>

/** Reads one operand of a filter. `at` is the operand's path in the request. */
export type Reader<A> = (value: unknown, at: IssuePath) => Reading<A>

export const reject = (code: IssueCode, at: IssuePath, message: string): Reading<never> =>
  Result.fail([issue(code, at, message)])

export const issuesOf = (reading: Reading<unknown>): ReadonlyArray<Issue> =>
  Result.isFailure(reading) ? reading.failure : []

/** Returns the values of all readings, or all their issues. */
export const collect = <A>(readings: ReadonlyArray<Reading<A>>): Reading<ReadonlyArray<A>> => {
  const [values, issues] = Arr.separate(readings)
  return issues.length === 0 ? Result.succeed(values) : Result.fail(issues.flat())
}

/** Reads a string, trimmed and folded. An empty string is an issue, because it would match everything or nothing. */
export const text: Reader<string> = (value, at) => {
  if (typeof value !== "string") return reject("string_type", at, "must be a string")
  const trimmed = value.trim()
  const issues = textIssues(at, trimmed, { max: maxOperandLength, isFolded: false })
  if (issues.length > 0) return Result.fail(issues)
  const folded = foldTrimmed(trimmed)
  return folded === "" ? reject("too_short", at, "must not be empty") : Result.succeed(folded)
}

/** Reads true or false, as a boolean or a string. */
export const boolean: Reader<boolean> = (value, at) => {
  if (value === true || value === "true") return Result.succeed(true)
  if (value === false || value === "false") return Result.succeed(false)
  return reject("bool_parsing", at, "must be true or false")
}

const isUuid = Schema.is(Uuid)

/** Reads a UUID and converts it to lower case. */
export const uuid: Reader<string> = (value, at) => {
  const text = typeof value === "string" ? value.trim().toLowerCase() : value
  return isUuid(text) ? Result.succeed(text) : reject("value_error", at, "must be a UUID")
}

const integerPattern = /^-?\d{1,16}$/
const decimalPattern = /^-?\d{1,30}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,3})?$/

/** Reads a safe integer, as a number or in decimal digits. */
export const integer: Reader<number> = (value, at) => {
  const number = typeof value === "string" && integerPattern.test(value.trim()) ? Number(value) : value
  return typeof number === "number" && Number.isSafeInteger(number)
    ? Result.succeed(number)
    : reject("int_parsing", at, "must be an integer between -(2^53-1) and 2^53-1")
}

/** Reads a finite number, as a number or in decimal notation. */
export const decimal: Reader<number> = (value, at) => {
  const number = typeof value === "string" && decimalPattern.test(value.trim()) ? Number(value) : value
  return typeof number === "number" && Number.isFinite(number)
    ? Result.succeed(number)
    : reject("float_parsing", at, "must be a finite number")
}

/** The values that an operand stands for: a single value, or all values from `first` to `end`. */
export interface Operand<A> {
  readonly first: A
  readonly end: Bound<A>
}

/** Makes a reader of an operand that stands for a single value. */
export const only =
  <A>(read: Reader<A>): Reader<Operand<A>> =>
  (value, at) =>
    Result.map(read(value, at), (first) => ({ first, end: { value: first, inclusive: true } }))

/**
 * Reads a date, which stands for all milliseconds of its UTC day, or a timestamp, which stands for one millisecond.
 *
 * @see docs/contributing/decisions.md, S4
 */
export const instants: Reader<Operand<number>> = (value, at) => {
  if (typeof value !== "string") return reject("string_type", at, "must be an ISO 8601 string")
  return Option.match(parseOperand(value.trim()), {
    onNone: () => reject("datetime_parsing", at, "must be an ISO 8601 date or date and time"),
    onSome: ({ from, until }) => Result.succeed({ first: from, end: { value: until, inclusive: false } })
  })
}

/**
 * Reads a day of any year, such as a birthday.
 *
 * @see docs/contributing/decisions.md, S13
 */
export const dayOfAnyYear: Reader<DayOfYear> = (value, at) => {
  if (typeof value !== "string") return reject("string_type", at, "must be a day of any year, such as -04-02")
  return Option.match(parseDayOfYear(value.trim()), {
    onNone: () => reject("datetime_parsing", at, "must be a day of any year, such as -04-02"),
    onSome: (day) => Result.succeed(day)
  })
}

/**
 * Makes a reader of exactly two operands, the minimum and the maximum.
 *
 * @see docs/contributing/decisions.md, S3
 */
export const pair =
  <A>(read: Reader<A>): Reader<readonly [A, A]> =>
  (value, at) => {
    if (!Array.isArray(value)) return reject("list_type", at, "must be a list of two values")
    if (value.length !== 2) {
      return reject(value.length < 2 ? "too_short" : "too_long", at, "must have exactly two values")
    }
    const min = read(value[0], [...at, 0])
    const max = read(value[1], [...at, 1])
    if (Result.isSuccess(min) && Result.isSuccess(max)) return Result.succeed([min.success, max.success])
    return Result.fail([min, max].flatMap(issuesOf))
  }
