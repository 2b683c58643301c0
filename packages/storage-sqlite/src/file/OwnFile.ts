import type { StorageError } from "@rollcall/core"
import { DatabaseNotReady, migrationsTable } from "@rollcall/storage-sql"
import { Effect, Schema } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { cannotOpen, open } from "../SqliteClient.ts"
import { makeFile } from "./SqliteFile.ts"
import { checkEncoding } from "../SqliteMigrations.ts"

const decodeOwner = Schema.decodeUnknownEffect(
  Schema.Tuple([
    Schema.Struct({
      tables: Schema.fromJsonString(Schema.Array(Schema.String)),
      encoding: Schema.String,
      application: Schema.Finite,
      version: Schema.Finite
    })
  ])
)

const owner = `
  SELECT application_id AS application, user_version AS version, encoding, (
    SELECT json_group_array(name) FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'
  ) AS tables
  FROM pragma_application_id, pragma_user_version, pragma_encoding`

/**
 * Fails if another program created the file and the file has no Rollcall tables, or if its encoding is not UTF-8. Opens
 * the file only for reading, because a writing connection changes the file's journal mode.
 */
export const checkOwner = (filename: string): Effect.Effect<void, StorageError | DatabaseNotReady> =>
  Effect.gen(function* () {
    yield* makeFile(filename)
    const reader = yield* open({ filename, readonly: true })
    const [found] = yield* Effect.flatMap(reader.execute(owner, [], undefined), decodeOwner)
    const { application, encoding, tables, version } = found
    yield* checkEncoding(encoding)
    if (tables.includes(migrationsTable)) return
    if (tables.length > 0) return yield* anotherProgram(`the tables of another program (${few(tables)})`)
    if (application !== 0) return yield* anotherProgram(`the application id of another program (${application})`)
    if (version !== 0) return yield* anotherProgram(`the user version of another program (${version})`)
  }).pipe(
    Effect.asVoid,
    Effect.scoped,
    Effect.provide(Reactivity.layer),
    Effect.catchTags({ SqlError: cannotOpen(filename), SchemaError: Effect.die })
  )

const few = (names: ReadonlyArray<string>): string =>
  names.length > 5 ? `${names.slice(0, 5).join(", ")}, ...` : names.join(", ")

const anotherProgram = (what: string) =>
  new DatabaseNotReady({
    reason: "ForeignTable",
    message: `the file has ${what} and no tables of Rollcall: use another file, or run \`rollcall migrate run\` to share it`
  })
