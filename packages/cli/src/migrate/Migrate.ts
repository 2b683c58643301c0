import { databaseMigrations } from "@rollcall/server"
import { Console, Effect, Option } from "effect"
import { CommandRefused, NotDone } from "../CommandRefused.ts"
import { type AddressFlags, readDatabase } from "../target/Address.ts"

type Flags = Omit<AddressFlags, "workspace">

/** Prints the names of the missing migrations. Fails if there is one. */
export const showStatus = Effect.fn("Migrate.status")(function* (flags: Flags) {
  const { missing } = yield* migrationsOf(flags)
  const names = yield* asked(missing)
  if (names.length === 0) return yield* Console.log(nothingMissing)
  for (const name of names) yield* Console.log(name)
  return yield* new NotDone({ message: "Missing: rollcall migrate run, or the SQL of rollcall migrate print" })
})

/** Runs the missing migrations and prints their names. */
export const runMissing = Effect.fn("Migrate.run")(function* (flags: Flags) {
  const { run } = yield* migrationsOf(flags)
  const names = yield* asked(run)
  yield* Console.log(names.length === 0 ? nothingMissing : `Done: ${names.join(", ")}`)
})

/** Prints the SQL of the missing migrations; a comment if none is missing. */
export const printMissing = Effect.fn("Migrate.print")(function* (flags: Flags) {
  const { print } = yield* migrationsOf(flags)
  const text = yield* asked(print)
  yield* Console.log(text === "" ? `-- ${nothingMissing}` : text.trimEnd())
})

const nothingMissing = "No migration is missing."

const migrationsOf = Effect.fnUntraced(function* (flags: Flags) {
  const address = yield* readDatabase({ ...flags, workspace: Option.none() }, "a server runs its migrations itself")
  return yield* asked(databaseMigrations(address.url, address.schema, address.origin))
})

const asked = <A, R>(effect: Effect.Effect<A, { readonly message: string }, R>) =>
  Effect.mapError(effect, ({ message }) => new CommandRefused({ message }))
