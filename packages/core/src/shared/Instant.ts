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
  const [, date = "", time = "", offset = "Z"] = match
  return hasDay(date) ? Option.map(DateTime.make(`${date}T${time}${offset}`), DateTime.toEpochMillis) : Option.none()
}

/** Whether the calendar has this day. The engine takes 30 February for a day in March. */
const hasDay = (date: string): boolean =>
  Option.exists(DateTime.make(`${date}T00:00Z`), (midnight) => DateTime.formatIsoDateUtc(midnight) === date)

const day = 86_400_000
const dateOnly = /^\d{4}-\d{2}-\d{2}$/
const dateTime = /^(\d{4}-\d{2}-\d{2})[Tt ]((?:[01]\d|2[0-3]):\d{2}(?::\d{2}(?:\.\d{1,9})?)?)([Zz]|[+-]\d{2}:?\d{2})?$/
