import { databaseMigrations } from "../serve/index.ts"
import { Effect, Option } from "effect"
import { asRefusal, NotDone } from "../CommandRefused.ts"
import { print, type Printed } from "../screen/Output.ts"
import { type AddressFlags, readDatabase } from "../targets/Address.ts"

type Flags = Omit<AddressFlags, "workspace">

/** Prints the names of the missing migrations. Fails if any is missing. */
export const showStatus = Effect.fn("Migrate.status")(function* ({ json }: Printed, flags: Flags) {
  const { missing } = yield* migrationsOf(flags)
  const names = yield* asRefusal(missing)
  yield* print(json, { missing: names }, () => (names.length === 0 ? nothingMissing : names.join("\n")))
  if (names.length > 0)
    return yield* new NotDone({ message: "Missing: rollcall migrate run, or the SQL of rollcall migrate print" })
})

/** Runs the missing migrations, and prints their names. */
export const runMissing = Effect.fn("Migrate.run")(function* ({ json }: Printed, flags: Flags) {
  const { run } = yield* migrationsOf(flags)
  const names = yield* asRefusal(run)
  yield* print(json, { done: names }, () => (names.length === 0 ? nothingMissing : `Done: ${names.join(", ")}`))
})

/** Prints the SQL of the missing migrations, or a comment if none is missing. */
export const printMissing = Effect.fn("Migrate.print")(function* ({ json }: Printed, flags: Flags) {
  const migrations = yield* migrationsOf(flags)
  const text = yield* asRefusal(migrations.print)
  yield* print(json, { sql: text }, () => (text === "" ? `-- ${nothingMissing}` : text.trimEnd()))
})

const nothingMissing = "No migrations are missing."

const migrationsOf = Effect.fnUntraced(function* (flags: Flags) {
  const address = yield* readDatabase({ ...flags, workspace: Option.none() }, "a server runs its migrations itself")
  return yield* asRefusal(databaseMigrations(address.url, address.schema, address))
})
