import { DateTime, Option } from "effect"

/** The instants that a date operand means, in milliseconds since the epoch: `from` is inside, `until` is not (S4). */
export interface OperandSpan {
  readonly from: number
  readonly until: number
}

/**
 * Reads a date operand: a date alone means the whole UTC day, an instant means its millisecond. Without an offset a
 * time is UTC (B20). Nothing for anything else, a day that the calendar does not have among it.
 */
export const parseOperand = (text: string): Option.Option<OperandSpan> => {
  if (dateOnly.test(text)) {
    return Option.map(parseInstant(`${text}T00:00:00Z`), (from) => ({ from, until: from + day }))
  }
  return Option.map(parseInstant(text), (from) => ({ from, until: from + 1 }))
}

/** Reads an ISO 8601 date and time, to the millisecond; without an offset it is UTC (B20). */
export const parseInstant = (text: string): Option.Option<number> => {
  const match = dateTime.exec(text)
  if (match === null) return Option.none()
  const [, year, month, dayOfMonth, rest = "", offset] = match
  const daysInMonth = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  if (Number(dayOfMonth) > daysInMonth) return Option.none()
  return Option.map(DateTime.make(`${year}-${month}-${dayOfMonth}T${rest}${offset ?? "Z"}`), DateTime.toEpochMillis)
}

const day = 86_400_000
const dateOnly = /^\d{4}-\d{2}-\d{2}$/
const dateTime = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)([Zz]|[+-]\d{2}:?\d{2})?$/
