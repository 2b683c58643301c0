import { backupFile, restoreFile } from "../serve/index.ts"
import { Effect, Option } from "effect"
import { asRefusal, refusal } from "../CommandRefused.ts"
import { print, type Printed } from "../screen/Output.ts"
import { readDatabase } from "../targets/Address.ts"
import { type DatabaseFlags, readExisting } from "./CheckDatabase.ts"

interface Options extends Printed {
  readonly file: string
  readonly overwrite: boolean
}

export const backupDatabase = Effect.fn("Upkeep.backup")(function* (options: Options, flags: DatabaseFlags) {
  const { file } = options
  const { schema, url } = yield* readExisting(flags, "a server is backed up by its database")
  if (url._tag === "Postgres") return yield* useTools(dumpRecipe(schema, file))
  if (url._tag === "Sqlite") {
    yield* asRefusal(backupFile({ from: url.filename, to: file, ...options }))
    yield* print(options.json, { from: url.filename, to: file }, () => `Backed up ${url.filename} to ${file}`)
  }
})

export const restoreDatabase = Effect.fn("Upkeep.restore")(function* (options: Options, flags: DatabaseFlags) {
  const { file } = options
  const address = yield* readDatabase({ ...flags, workspace: Option.none() }, "a server is restored by its database")
  const { origin, url } = address
  switch (url._tag) {
    case "Memory":
      return yield* refusal(`${origin}: memory: keeps no data after its process ends`)
    case "Postgres":
      return yield* useTools(restoreRecipe(file))
    case "Sqlite":
      yield* asRefusal(restoreFile({ from: file, to: url.filename, ...options }))
      return yield* print(options.json, { from: file, to: url.filename }, () => `Restored ${file} to ${url.filename}`)
  }
})

const useTools = (recipe: ReadonlyArray<string>) =>
  refusal(["Postgres is backed up and restored by its own tools:", ...recipe].join("\n  "))

/** Quotes a string as one word of a shell command, if needed. */
const shellWord = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/**
 * Extensions belong to no schema. Without these two options, a dump of the schema would lack the extensions and the indexes
 * that need them.
 */
const dumpRecipe = (schema: string, file: string): ReadonlyArray<string> => [
  `pg_dump --format=custom --schema=${schema} --extension=pg_trgm --extension=btree_gin --file=${shellWord(file)} "$ROLLCALL_DATABASE_URL"`
]

const restoreRecipe = (file: string): ReadonlyArray<string> => [
  `pg_restore --exit-on-error --single-transaction --no-owner --dbname="$ROLLCALL_DATABASE_URL" ${shellWord(file)}`,
  "rollcall check"
]
