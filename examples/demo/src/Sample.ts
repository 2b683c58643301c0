import { parse } from "csv-parse/sync"
import { Effect, FileSystem, Record, Schema } from "effect"
import { fileURLToPath } from "node:url"

const file = fileURLToPath(new URL("../contacts.csv", import.meta.url))

const Rows = Schema.Array(
  Schema.Struct({
    record: Schema.Record(Schema.String, Schema.String),
    info: Schema.Struct({ lines: Schema.Int })
  })
)

/** A row of the sample: its last line, and its non-empty cells by column name. */
export interface Row {
  readonly line: number
  readonly fields: Readonly<Record<string, string>>
}

/** Reads the sample unchanged, including invalid rows and duplicates. */
export const readSample = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const rows = parse(yield* files.readFileString(file), { columns: true, info: true })
  return (yield* Schema.decodeUnknownEffect(Rows)(rows)).map(({ info, record }): Row => ({
    line: info.lines,
    fields: Record.filter(record, (cell) => cell !== "")
  }))
})
