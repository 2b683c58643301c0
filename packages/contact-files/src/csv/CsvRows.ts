import { Result, type Schema } from "effect"
import { readAnew } from "../file/Bytes.ts"
import { withHead } from "../file/FileHead.ts"
import { FileRefused, shown } from "../file/FileRefused.ts"
import type { InputFile, TableRecord } from "../file/InputFile.ts"
import type { ContactField, KnownField } from "../rows/FileFields.ts"
import { type ReadFields, sentRow, uuidDoubts } from "../rows/RowBody.ts"
import type { Doubt, RowFields, SourceRow } from "../rows/SourceRow.ts"
import { type CellFormat, cellValue, isEmptyCell } from "../values/CellValue.ts"
import { type FieldFormats, fieldFormats, type RowTexts } from "../values/FieldFormats.ts"
import { unprotected } from "../values/SpreadsheetText.ts"
import { type ColumnMap, knownColumn, mapHeader, type MapRule, sameName } from "./ColumnMap.ts"
import { csvRecords } from "./CsvRecords.ts"
import { delimiterMark, delimiterOf } from "./Delimiters.ts"
import { columnLetters, fieldOfValue } from "./FirstRow.ts"
import { proposedField } from "./HeaderNames.ts"

/** The options for reading a CSV file. */
export interface CsvOptions {
  /** The delimiter between cells; null to use the delimiter that the file states, or else a comma. */
  readonly delimiter: string | null
  /** Whether the first row has the column names. Default: true. Without names, columns are called A, B, C. */
  readonly hasHeader?: boolean
  /** Whether an empty cell keeps or clears the value of its field. */
  readonly empty: "keep" | "clear"
  readonly rules: ReadonlyArray<MapRule>
  readonly definitions: ReadonlyArray<KnownField>
  readonly format: CellFormat
}

/** A header with the targets of its columns. */
export interface CsvHeader {
  readonly columns: ReadonlyArray<string>
  readonly map: ColumnMap
}

/** A part of a CSV file: first the header, then rows. */
export type CsvPart =
  | { readonly _tag: "Header"; readonly header: CsvHeader }
  | { readonly _tag: "Rows"; readonly rows: ReadonlyArray<SourceRow> }

/** The columns of a table. */
interface CsvColumns {
  readonly columns: ReadonlyArray<string>
  readonly delimiter: string
  /** For columns without names: the fields detected from the first row. */
  readonly fields: ReadonlyArray<ContactField | undefined>
}

/** Returns the columns of a table and its delimiter, without mapping the columns. */
export const csvColumns = async (
  input: InputFile,
  options: Pick<CsvOptions, "definitions" | "delimiter" | "hasHeader">
): Promise<CsvColumns> => {
  const { delimiter, records } = await tableOf(input, { ...options, rules: [] })
  for await (const [first] of records) {
    if (first === undefined) continue
    const fields = options.hasHeader === false ? first.cells.map(fieldOfValue) : []
    return { columns: columnsOf(input, first, { ...options, rules: [] }), delimiter, fields }
  }
  throw isEmpty(input)
}

const isEmpty = ({ name }: InputFile) => new FileRefused(`${name}: the file is empty and needs a header`)

/** Returns the header and the rows of a CSV file or a sheet. */
export async function* csvRows(input: InputFile, options: CsvOptions): AsyncGenerator<CsvPart> {
  const { records } = await tableOf(input, options)
  const afterHeader = options.hasHeader === false ? records : withoutFirst(records, () => true)
  let read: { readonly map: ColumnMap; readonly formats: FieldFormats } | undefined
  let number = 0
  for await (const some of records) {
    const [first] = some
    if (first === undefined) continue
    const isHeader = read === undefined && options.hasHeader !== false
    if (read === undefined) {
      const header = readHeader(input, first, options)
      // Input that can be read only once is not inspected in advance.
      const fields = header.map.targets.flatMap((target) => (target?.kind === "custom" ? [target.definition] : []))
      const rest = input.size === null ? null : customTexts(header.map, afterHeader)
      read = { map: header.map, formats: await fieldFormats(fields, options.format, rest) }
      yield { _tag: "Header", header }
    }
    const { formats, map } = read
    const rows = (isHeader ? some.slice(1) : some).map((record): SourceRow => ({
      number: ++number,
      end: record.end,
      original: { _tag: "Cells", cells: record.cells },
      ...readRecord(map, record, formats, options.empty)
    }))
    if (rows.length > 0) yield { _tag: "Rows", rows }
  }
  if (read === undefined) throw isEmpty(input)
}

type HeaderOptions = Pick<CsvOptions, "definitions" | "delimiter" | "hasHeader" | "rules">

/** Returns the records of a file, without the line that only states the delimiter. */
const tableOf = async (input: InputFile, { definitions, delimiter: given, rules }: HeaderOptions) => {
  // A sheet has no delimiter. Its failed rows are written as CSV.
  if (input.records !== undefined) return { delimiter: ",", records: input.records }
  const { bytes, head } = await withHead(input.bytes, input.size !== null)
  const worthOf = (cell: string): number => {
    if (fieldOfValue(cell) !== undefined || knownColumn(cell, rules, definitions)) return 1
    return proposedField(cell) === undefined ? 0 : 0.1
  }
  const delimiter = delimiterOf(input.name, head, given, worthOf)
  const records = readAnew(() => csvRecords({ name: input.name, bytes }, delimiter))
  return { delimiter, records: withoutFirst(records, isMarkLine) }
}

const isMarkLine = ({ cells }: TableRecord): boolean =>
  delimiterMark.test(cells[0] ?? "") && cells.slice(1).every((cell) => cell === "")

/** Skips the first record if `isLeftOut` returns true for it. */
const withoutFirst = (records: AsyncIterable<ReadonlyArray<TableRecord>>, isLeftOut: (first: TableRecord) => boolean) =>
  readAnew(async function* () {
    let isFirst = true
    for await (const some of records) {
      const [first] = some
      yield isFirst && first !== undefined && isLeftOut(first) ? some.slice(1) : some
      if (first !== undefined) isFirst = false
    }
  })

/** Returns the cells for custom fields, row by row. */
async function* customTexts({ targets }: ColumnMap, records: AsyncIterable<ReadonlyArray<TableRecord>>) {
  for await (const some of records) {
    yield some.map(({ cells }): RowTexts =>
      targets.flatMap((target, at) =>
        target?.kind === "custom" ? [[target.definition.field_key, cells[at] ?? ""] as const] : []
      )
    )
  }
}

/**
 * Returns the column names from the first record, or letters if the file has no header. Refuses a row of values where a
 * header is expected.
 */
const columnsOf = (
  { name }: InputFile,
  { cells, line, problem }: TableRecord,
  { definitions, hasHeader, rules }: HeaderOptions
): ReadonlyArray<string> => {
  if (problem !== undefined) throw new FileRefused(`${name}: line ${line}: ${problem}`)
  const letters = columnLetters(cells.length)
  if (hasHeader === false) return letters
  const fields = cells.map(fieldOfValue)
  const isNamed = cells.some((cell) => knownColumn(cell, rules, definitions))
  const value = cells.find((_, at) => fields[at] === "email" || (fields[at] !== undefined && !isNamed))
  if (value === undefined || rules.some(({ column }) => sameName(column, value))) return cells
  const pairs = letters.flatMap((letter, at) => (fields[at] === undefined ? [] : [`${letter}=${fields[at]}`]))
  throw new FileRefused(
    `${name}: line ${line} has values such as ${shown(value)} instead of column names. Add a first line with the names`,
    [{ option: "no-header", value: "", reads: `columns ${letters.join(", ")}; add --map '${pairs.join(",")}'` }]
  )
}

const readHeader = (input: InputFile, first: TableRecord, options: HeaderOptions): CsvHeader => {
  const { definitions, hasHeader, rules } = options
  const columns = columnsOf(input, first, options)
  // A letter is not a name, so only rules map its column.
  const isRuled = (letter: string) => rules.some(({ column }) => sameName(column, letter))
  const unruled = hasHeader === false ? columns.filter((letter) => !isRuled(letter)) : []
  const map = mapHeader(columns, [...rules, ...unruled.map((column) => ({ column, target: null }))], definitions)
  if (Result.isSuccess(map)) return { columns, map: map.success }
  throw new FileRefused(`${input.name}: line ${first.line}: ${map.failure}`)
}

/** Reads the cells of a row. Missing cells at its end keep the values of their fields. Extra cells fail the row. */
const readRecord = (
  map: ColumnMap,
  { cells, line, problem }: TableRecord,
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
