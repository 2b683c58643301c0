import { Result, type Schema } from "effect"
import { FileRefused } from "../file/FileRefused.ts"
import type { InputFile } from "../file/InputFile.ts"
import type { KnownField } from "../rows/FileFields.ts"
import { type ReadFields, sentRow, uuidDoubts } from "../rows/RowBody.ts"
import type { Doubt, RowFields, SourceRow } from "../rows/SourceRow.ts"
import { type CellFormat, cellValue, isEmptyCell } from "../values/CellValue.ts"
import { type FieldFormats, fieldFormats, type RowTexts } from "../values/FieldFormats.ts"
import { unprotected } from "../values/SpreadsheetText.ts"
import { type ColumnMap, mapHeader, type MapRule } from "./ColumnMap.ts"
import { type CsvRecord, csvRecords } from "./CsvRecords.ts"

/** How the rows of a CSV file are read. */
export interface CsvOptions {
  /** What stands between cells; null where the file may say it, and a comma otherwise. */
  readonly delimiter: string | null
  /** Whether an empty cell leaves its field as it is, or clears it. */
  readonly empty: "keep" | "clear"
  readonly rules: ReadonlyArray<MapRule>
  readonly definitions: ReadonlyArray<KnownField>
  readonly format: CellFormat
}

/** A header, and the fields that its columns give. */
export interface CsvHeader {
  readonly columns: ReadonlyArray<string>
  readonly map: ColumnMap
}

/** What is read of a CSV file: its header before any rows, and then rows. */
export type CsvPart =
  | { readonly _tag: "Header"; readonly header: CsvHeader }
  | { readonly _tag: "Rows"; readonly rows: ReadonlyArray<SourceRow> }

/** The columns of a CSV file and what stands between its cells, without a look at what the columns give. */
export const csvColumns = async (
  input: InputFile,
  given: string | null
): Promise<{ readonly columns: ReadonlyArray<string>; readonly delimiter: string }> => {
  const delimiter = given ?? (await delimiterOf(input))
  for await (const [first] of withoutMarks(csvRecords(input, delimiter))) {
    if (first !== undefined) return { columns: headerCells(input, first, delimiter), delimiter }
  }
  throw isEmpty(input)
}

const isEmpty = ({ name }: InputFile) => new FileRefused(`${name}: the file is empty and needs a header`)

/** The header and the rows of a CSV file. */
export async function* csvRows(input: InputFile, options: CsvOptions): AsyncGenerator<CsvPart> {
  const delimiter = options.delimiter ?? (await delimiterOf(input))
  let read: { readonly map: ColumnMap; readonly formats: FieldFormats } | undefined
  let number = 0
  for await (const some of withoutMarks(csvRecords(input, delimiter))) {
    const [first] = some
    if (first === undefined) continue
    const isFirst = read === undefined
    if (read === undefined) {
      const header = readHeader(input, first, delimiter, options)
      // What can be read once only is not looked at before.
      const rest = input.size === null ? null : textsAfterHeader(header.map, withoutMarks(csvRecords(input, delimiter)))
      const fields = header.map.targets.flatMap((target) => (target?.kind === "custom" ? [target.definition] : []))
      read = { map: header.map, formats: await fieldFormats(fields, options.format, rest) }
      yield { _tag: "Header", header }
    }
    const { formats, map } = read
    const rows = (isFirst ? some.slice(1) : some).map((record): SourceRow => ({
      number: ++number,
      end: record.end,
      original: { _tag: "Cells", cells: record.cells },
      ...readRecord(map, record, formats, options.empty)
    }))
    if (rows.length > 0) yield { _tag: "Rows", rows }
  }
  if (read === undefined) throw isEmpty(input)
}

/** The line before the header that names for spreadsheets what stands between cells. */
const mark = /^\ufeff?"?sep=(.)?"?/i

/** The delimiter that a file names in the line before its header, if it can be read twice; a comma where it names none. */
const delimiterOf = async (input: InputFile): Promise<string> => {
  if (input.size === null) return ","
  for await (const piece of input.bytes) return mark.exec(new TextDecoder().decode(piece))?.[1] ?? ","
  return ","
}

/** Leaves that line out. */
async function* withoutMarks(records: AsyncIterable<ReadonlyArray<CsvRecord>>) {
  let isFirst = true
  for await (const some of records) {
    const [first] = some
    const isMark = isFirst && first !== undefined && isMarkLine(first)
    if (first !== undefined) isFirst = false
    yield isMark ? some.slice(1) : some
  }
}

const isMarkLine = ({ cells }: CsvRecord): boolean =>
  mark.test(cells[0] ?? "") && cells.slice(1).every((cell) => cell === "")

/** The cells for custom fields, row by row. */
async function* textsAfterHeader({ targets }: ColumnMap, records: AsyncIterable<ReadonlyArray<CsvRecord>>) {
  let isHeader = true
  for await (const some of records) {
    yield (isHeader ? some.slice(1) : some).map(({ cells }): RowTexts =>
      targets.flatMap((target, at) =>
        target?.kind === "custom" ? [[target.definition.field_key, cells[at] ?? ""] as const] : []
      )
    )
    if (some.length > 0) isHeader = false
  }
}

const headerCells = (
  { name }: InputFile,
  { cells, line, problem }: CsvRecord,
  delimiter: string
): ReadonlyArray<string> => {
  if (problem !== undefined) throw new FileRefused(`${name}: line ${line}: ${problem}`)
  const other = cells.length === 1 ? [";", "\t", ",", "|"].find((sign) => cells[0]?.includes(sign)) : undefined
  if (other === undefined || other === delimiter) return cells
  const sign = other === "\t" ? "tab" : `"${other}"`
  const why = `the header is one column, ${JSON.stringify(cells[0])}; try --delimiter ${sign}`
  throw new FileRefused(`${name}: line ${line}: ${why}`, { delimiter: other })
}

const readHeader = (
  input: InputFile,
  first: CsvRecord,
  delimiter: string,
  { definitions, rules }: CsvOptions
): CsvHeader => {
  const columns = headerCells(input, first, delimiter)
  const map = mapHeader(columns, rules, definitions)
  if (Result.isSuccess(map)) return { columns, map: map.success }
  throw new FileRefused(`${input.name}: line ${first.line}: ${map.failure}`)
}

/** Reads the cells of a row. Cells that are missing at its end leave their fields as they are; further ones fail the row. */
const readRecord = (
  map: ColumnMap,
  { cells, line, problem }: CsvRecord,
  formats: FieldFormats,
  empty: CsvOptions["empty"]
): Pick<SourceRow, "doubts" | "reading"> => {
  const fail = (why: string) => ({ reading: Result.fail(`line ${line}${why}`), doubts: [] })
  if (problem !== undefined) return fail(`: ${problem}`)
  if (cells.slice(map.targets.length).some((cell) => cell !== "")) {
    return fail(` has ${cells.length} cells, and the header has ${map.targets.length}`)
  }
  const { doubts, ...row } = readCells(map, cells, formats, empty)
  return { reading: sentRow(row), doubts: [...doubts, ...uuidDoubts(row.uuid)] }
}

const readCells = (
  { sources }: ColumnMap,
  cells: ReadonlyArray<string>,
  formats: FieldFormats,
  empty: CsvOptions["empty"]
): ReadFields & { readonly doubts: ReadonlyArray<Doubt> } => {
  const fields: RowFields = {}
  const custom: Array<readonly [string, Schema.Json]> = []
  const doubts: Array<Doubt> = []
  let uuid: string | undefined
  let lists: string | undefined
  let optedOut: string | undefined
  for (const { columns, target } of sources) {
    const present = columns.filter((column) => cells[column] !== undefined)
    if (present.length === 0) continue
    const type = target.kind === "custom" ? target.definition.field_type : null
    const column = present.find((column) => !isEmptyCell(cells[column] ?? "", type))
    const cell = column === undefined ? "" : unprotected(cells[column] ?? "")
    const isCleared = empty === "clear" && (target.kind === "field" || target.kind === "custom")
    if (column === undefined && !isCleared) continue
    switch (target.kind) {
      case "field":
        fields[target.field] = column === undefined ? null : cell
        break
      case "custom": {
        const { field_key } = target.definition
        if (column === undefined) custom.push([field_key, null])
        else {
          const { doubt, value } = cellValue(target.definition, cell, formats(field_key))
          if (value !== undefined) custom.push([field_key, value])
          if (doubt !== null) doubts.push(doubt)
        }
        break
      }
      case "uuid":
        uuid = cell
        break
      case "lists":
        lists = cell
        break
      case "opted_out":
        optedOut = cell
        break
    }
  }
  return { fields, customFields: Object.fromEntries(custom), uuid, lists, optedOut, doubts }
}
