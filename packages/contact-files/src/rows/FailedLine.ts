import { Predicate } from "effect"

/** The columns that are added to a failed row. They replace columns with the same names. */
export const failedColumns = ["row_number", "reason"] as const

const [numberColumn, reasonColumn] = failedColumns

/**
 * Adds the row number and reason to a JSON line, and leaves the rest unchanged, digit by digit. A line that is not an
 * object becomes a string member. Members that an earlier import added at the end are removed.
 */
export const failedLine = (text: string, number: number, error: string): string => {
  const more = `${JSON.stringify(numberColumn)}:${number},${JSON.stringify(reasonColumn)}:${JSON.stringify(error)}`
  const bare = text.trim().replace(earlier, "}")
  const given = parsed(bare)
  if (!Predicate.isReadonlyObject(given)) return `{"text":${JSON.stringify(text)},${more}}`
  const { [numberColumn]: _number, [reasonColumn]: _reason, ...rest } = given
  const isOwn = Object.keys(rest).length < Object.keys(given).length
  const line = isOwn ? JSON.stringify(rest) : bare
  return `${line.slice(0, -1).trimEnd()}${Object.keys(rest).length === 0 ? "" : ","}${more}}`
}

/** Matches the members that {@link failedLine} adds to a line. */
const earlier = new RegExp(`,?"${numberColumn}":\\d+,"${reasonColumn}":"(?:[^"\\\\]|\\\\.)*"\\}$`)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
