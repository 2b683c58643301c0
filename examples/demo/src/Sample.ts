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

/** One row of the sample: the line that it ends on, and its cells that are not empty, by the name of the column. */
export interface Row {
  readonly line: number
  readonly fields: Readonly<Record<string, string>>
}

/** The sample as it is in the file, wrong rows and duplicates included. */
export const readSample = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const rows = parse(yield* files.readFileString(file), { columns: true, info: true })
  return (yield* Schema.decodeUnknownEffect(Rows)(rows)).map(({ info, record }): Row => ({
    line: info.lines,
    fields: Record.filter(record, (cell) => cell !== "")
  }))
})
