import { type Array as Arr, Effect, Result, type Schema, Stream } from "effect"
import { CommandRefused } from "../../../CommandRefused.ts"
import { type CellFormat, cellValue, isEmptyCell } from "../CellValue.ts"
import type { KnownField } from "../../../targets/CustomFieldList.ts"
import { type ColumnFormats, columnFormats } from "./ColumnFormats.ts"
import { type ColumnMap, mapHeader, type MapRule } from "./ColumnMap.ts"
import { type CsvRecord, csvRecords } from "./CsvRecords.ts"
import type { InputFile } from "../InputFile.ts"
import { type ReadFields, sentRow, uuidDoubts } from "../RowBody.ts"
import type { Doubt, RowFields, SourceRow } from "../SourceRow.ts"
import { unprotected } from "../values/Formulas.ts"

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

/** The rows of a CSV file. `onHeader` gets the header before any row is emitted. */
export const csvRows = <E, R>(
  input: InputFile,
  options: CsvOptions,
  onHeader: (header: CsvHeader) => Effect.Effect<void, E, R>
): Stream.Stream<SourceRow, CommandRefused | E, R> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const delimiter = options.delimiter ?? (yield* delimiterOf(input))
      const records = Stream.filter(csvRecords(input, delimiter), isNoMark())
      let header: (CsvHeader & { readonly formats: ColumnFormats }) | undefined
      const begin = Effect.fnUntraced(function* (first: CsvRecord) {
        const read = yield* readHeader(input, first, delimiter, options)
        // What can be read once only is not looked at before.
        const rest =
          input.size === null ? null : Stream.drop(Stream.filter(csvRecords(input, delimiter), isNoMark()), 1)
        const { formats, look } = columnFormats(read.map, options.format, rest)
        yield* Stream.runDrain(look)
        yield* onHeader(read)
        return { ...read, formats }
      })
      const read = Effect.fnUntraced(function* (rows: number, records: Arr.NonEmptyReadonlyArray<CsvRecord>) {
        const isFirst = header === undefined
        const { formats, map } = header ?? (header = yield* begin(records[0]))
        const read = (isFirst ? records.slice(1) : records).map((record, at): SourceRow => ({
          number: rows + at + 1,
          end: record.end,
          original: { _tag: "Cells", cells: record.cells },
          ...readRecord(map, record, formats, options.empty)
        }))
        return [rows + read.length, read] as const
      })
      const isEmpty = Effect.suspend(() =>
        header === undefined
          ? Effect.fail(new CommandRefused({ message: `${input.name}: it is empty; a header is needed` }))
          : Effect.void
      )
      return records.pipe(
        Stream.mapAccumArrayEffect(() => 0, read),
        Stream.concat(Stream.drain(Stream.fromEffect(isEmpty)))
      )
    })
  )

/** The line before the header that names for spreadsheets what stands between cells. */
const mark = /^\ufeff?"?sep=(.)?"?/i

/** The delimiter that a file names in the line before its header, if it can be read twice; a comma where it names none. */
const delimiterOf = (input: InputFile): Effect.Effect<string, CommandRefused> =>
  input.size === null
    ? Effect.succeed(",")
    : Stream.runHead(input.bytes).pipe(
        Effect.map((piece) => {
          const [, sign] = mark.exec(new TextDecoder().decode(piece._tag === "Some" ? piece.value : undefined)) ?? []
          return sign ?? ","
        })
      )

/** Leaves that line out. */
const isNoMark = () => {
  let isFirst = true
  return ({ cells }: CsvRecord): boolean => {
    const isMark = isFirst && mark.test(cells[0] ?? "") && cells.slice(1).every((cell) => cell === "")
    isFirst = false
    return !isMark
  }
}

const readHeader = (
  { name }: InputFile,
  { cells, line, problem }: CsvRecord,
  delimiter: string,
  { definitions, rules }: CsvOptions
): Effect.Effect<CsvHeader, CommandRefused> => {
  const refuse = (why: string) => new CommandRefused({ message: `${name}: line ${line}: ${why}` })
  if (problem !== undefined) return Effect.fail(refuse(problem))
  const other = cells.length === 1 ? [";", "\t", ",", "|"].find((sign) => cells[0]?.includes(sign)) : undefined
  if (other !== undefined && other !== delimiter) {
    const sign = other === "\t" ? "tab" : `"${other}"`
    return Effect.fail(refuse(`the header is one column, ${JSON.stringify(cells[0])}; try --delimiter ${sign}`))
  }
  return Effect.fromResult(
    Result.mapBoth(mapHeader(cells, rules, definitions), {
      onFailure: refuse,
      onSuccess: (map) => ({ columns: cells, map })
    })
  )
}

/** Reads the cells of a row. Cells that are missing at its end leave their fields as they are; further ones fail the row. */
const readRecord = (
  map: ColumnMap,
  { cells, line, problem }: CsvRecord,
  formats: ColumnFormats,
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
  formats: ColumnFormats,
  empty: CsvOptions["empty"]
): ReadFields & { readonly doubts: ReadonlyArray<Doubt> } => {
  const fields: RowFields = {}
  const custom: Array<readonly [string, Schema.Json]> = []
  const doubts: Array<Doubt> = []
  let uuid: string | undefined
  let lists: string | undefined
  for (const { columns, target } of sources) {
    const present = columns.filter((column) => cells[column] !== undefined)
    if (present.length === 0) continue
    const type = target.kind === "custom" ? target.definition.field_type : null
    const column = present.find((column) => !isEmptyCell(cells[column] ?? "", type))
    const cell = column === undefined ? "" : unprotected(cells[column] ?? "")
    if (column === undefined && (empty === "keep" || target.kind === "uuid" || target.kind === "lists")) continue
    switch (target.kind) {
      case "field":
        fields[target.field] = column === undefined ? null : cell
        break
      case "custom": {
        const { field_key } = target.definition
        const read = column === undefined ? null : cellValue(target.definition, cell, formats(column))
        custom.push([field_key, read === null ? null : read.value])
        if (read?.doubt) doubts.push(read.doubt)
        break
      }
      case "uuid":
        uuid = cell
        break
      case "lists":
        lists = cell
        break
    }
  }
  return { fields, customFields: Object.fromEntries(custom), uuid, lists, doubts }
}
