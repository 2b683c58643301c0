import type { CellFormat } from "../values/CellValue.ts"
import type { ColumnMap } from "./ColumnMap.ts"
import type { CsvRecord } from "./CsvRecords.ts"
import { dateOrderOf } from "../values/Dates.ts"
import { decimalSignOf } from "../values/Numbers.ts"

/** How many records of a file are looked at to find out how its dates and numbers are written. */
const maxRecords = 10_000

/** How the cells of each column are read, by the place of the column. */
export type ColumnFormats = (column: number) => CellFormat

/**
 * Finds out, column by column, in which order the dates of a file have day and month and what stands before the decimals of
 * its numbers, where the format does not say it: a cell that can only be read in one way says it for all. `records`
 * are those after the header; without them nothing is found out.
 */
export const columnFormats = async (
  { targets }: ColumnMap,
  format: CellFormat,
  records: AsyncIterable<ReadonlyArray<CsvRecord>> | null
): Promise<ColumnFormats> => {
  const found = new Map<number, Found>()
  for (const [column, target] of targets.entries()) {
    if (target?.kind === "custom") {
      const type = target.definition.field_type
      if (format.dates.order === null && type.startsWith("date") && type !== "date:time") found.set(column, new Found())
      if (format.decimal === null && type.startsWith("number:")) found.set(column, new Found())
    }
  }
  if (records !== null && found.size > 0) await look(found, records)
  return (column) => found.get(column)?.apply(format) ?? format
}

const look = async (found: ReadonlyMap<number, Found>, records: AsyncIterable<ReadonlyArray<CsvRecord>>) => {
  let left = maxRecords
  for await (const some of records) {
    for (const { cells } of some.slice(0, left)) for (const [column, one] of found) one.take(cells[column] ?? "")
    left -= some.length
    if (left <= 0) return
  }
}

/** What the cells of a column can only mean. Where they contradict each other, nothing is known. */
class Found {
  private readonly orders = new Set<"dmy" | "mdy" | "ymd">()
  private readonly signs = new Set<"." | ",">()

  take(cell: string): void {
    const [order, sign] = [dateOrderOf(cell), decimalSignOf(cell)]
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
