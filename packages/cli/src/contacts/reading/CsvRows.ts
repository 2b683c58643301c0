import { type Array as Arr, Effect, Result, type Schema, Stream } from "effect"
import { CommandRefused } from "../../CommandRefused.ts"
import { cellValue } from "./CellValue.ts"
import type { KnownField } from "../../target/CustomFieldList.ts"
import { type ColumnMap, type ColumnTarget, mapHeader, type MapRule } from "./ColumnMap.ts"
import { type CsvRecord, csvRecords } from "./CsvRecords.ts"
import type { InputFile } from "./InputFile.ts"
import { sentRow } from "./RowBody.ts"
import type { RowFields, SentRow, SourceRow } from "./SourceRow.ts"

/** How the rows of a CSV file are read. */
export interface CsvOptions {
  readonly delimiter: string
  /** Whether an empty cell leaves its field as it is, or clears it. */
  readonly empty: "keep" | "clear"
  readonly rules: ReadonlyArray<MapRule>
  readonly definitions: ReadonlyArray<KnownField>
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
  Stream.suspend(() => {
    let header: CsvHeader | undefined
    const read = Effect.fnUntraced(function* (rows: number, records: Arr.NonEmptyReadonlyArray<CsvRecord>) {
      const isFirst = header === undefined
      const { map } = header ?? (header = yield* readHeader(input, records[0], options))
      if (isFirst) yield* onHeader(header)
      const read = (isFirst ? records.slice(1) : records).map((record, at): SourceRow => ({
        number: rows + at + 1,
        end: record.end,
        original: { _tag: "Cells", cells: record.cells },
        reading: readCells(map.targets, record, options.empty)
      }))
      return [rows + read.length, read] as const
    })
    const isEmpty = Effect.suspend(() =>
      header === undefined
        ? Effect.fail(new CommandRefused({ message: `${input.name}: it is empty; a header is needed` }))
        : Effect.void
    )
    return csvRecords(input, options.delimiter).pipe(
      Stream.mapAccumArrayEffect(() => 0, read),
      Stream.concat(Stream.drain(Stream.fromEffect(isEmpty)))
    )
  })

const readHeader = (
  { name }: InputFile,
  { cells, line }: CsvRecord,
  { definitions, delimiter, rules }: CsvOptions
): Effect.Effect<CsvHeader, CommandRefused> => {
  const refuse = (why: string) => new CommandRefused({ message: `${name}: line ${line}: ${why}` })
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
const readCells = (
  targets: ReadonlyArray<ColumnTarget | null>,
  { cells, line }: CsvRecord,
  empty: CsvOptions["empty"]
): Result.Result<SentRow, string> => {
  if (cells.slice(targets.length).some((cell) => cell !== "")) {
    return Result.fail(`line ${line} has ${cells.length} cells, and the header has ${targets.length}`)
  }
  const fields: RowFields = {}
  const custom: Array<readonly [string, Schema.Json]> = []
  for (const [at, target] of targets.entries()) {
    const cell = cells[at]
    if (target === null || cell === undefined || (cell === "" && empty === "keep")) continue
    if (target.kind === "field") fields[target.field] = cell === "" ? null : cell
    else {
      const { field_key, field_type } = target.definition
      custom.push([field_key, cell === "" ? null : cellValue(field_type, cell)])
    }
  }
  return sentRow(fields, Object.fromEntries(custom))
}
