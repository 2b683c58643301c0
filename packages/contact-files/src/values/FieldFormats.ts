import type { KnownField } from "../rows/FileFields.ts"
import type { CellFormat } from "./CellValue.ts"
import { dateOrderOf } from "./Dates.ts"
import { decimalSignOf } from "./Numbers.ts"

/** The number of rows that are inspected to detect the formats of dates and numbers. */
const maxRows = 10_000

/** Returns the format of a custom field, by its key. */
export type FieldFormats = (fieldKey: string) => CellFormat

/** The strings of a row, each with the key of its custom field. */
export type RowTexts = ReadonlyArray<readonly [fieldKey: string, text: string]>

/**
 * Detects the order of dates and the decimal sign for each field, unless the format sets them. A value with only one
 * possible reading decides for its whole field. Without rows, nothing is detected.
 */
export const fieldFormats = async (
  fields: ReadonlyArray<KnownField>,
  format: CellFormat,
  rows: AsyncIterable<ReadonlyArray<RowTexts>> | null
): Promise<FieldFormats> => {
  const isOrderKnown = (format.dates.order ?? format.locale?.order ?? null) !== null
  const isSignKnown = (format.decimal ?? format.locale?.decimal ?? null) !== null
  const open = fields.filter(({ field_type: type }) => {
    if (type.startsWith("number:")) return !isSignKnown
    return !isOrderKnown && type.startsWith("date") && type !== "date:time"
  })
  const found = new Map(open.map(({ field_key }) => [field_key, new Found()]))
  if (rows !== null && found.size > 0) await look(found, rows)
  const formats = new Map(Array.from(found, ([key, one]) => [key, one.apply(format)]))
  return (key) => formats.get(key) ?? format
}

const look = async (found: ReadonlyMap<string, Found>, rows: AsyncIterable<ReadonlyArray<RowTexts>>) => {
  let left = maxRows
  for await (const some of rows) {
    for (const texts of some.slice(0, left)) for (const [key, text] of texts) found.get(key)?.take(text)
    left -= some.length
    if (left <= 0) return
  }
}

/** The unambiguous readings of a field's values. If they contradict each other, the format stays unknown. */
class Found {
  private readonly orders = new Set<"dmy" | "mdy" | "ymd">()
  private readonly signs = new Set<"." | ",">()

  take(text: string): void {
    const [order, sign] = [dateOrderOf(text), decimalSignOf(text)]
    if (order !== undefined) this.orders.add(order)
    if (sign !== undefined) this.signs.add(sign)
  }

  apply(format: CellFormat): CellFormat {
    return {
      ...format,
      dates: { ...format.dates, order: format.dates.order ?? only(this.orders) },
      decimal: format.decimal ?? only(this.signs)
    }
  }
}

const only = <A>(values: ReadonlySet<A>): A | null => (values.size === 1 ? ([...values][0] ?? null) : null)
