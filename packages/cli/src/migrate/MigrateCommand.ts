import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { jsonFlag } from "../screen/Output.ts"
import { databaseFlags } from "../targets/TargetFlags.ts"

const { database, token, url } = databaseFlags
const flags = { database, token: Flag.withHidden(token), url, json: jsonFlag }

const migrating = Effect.promise(() => import("./Migrate.ts"))

const statusCommand = Command.make(
  "status",
  flags,
  Effect.fnUntraced(function* ({ json, ...flags }) {
    const { showStatus } = yield* migrating
    return yield* showStatus(json, flags)
  })
).pipe(Command.withDescription("List the migrations that the database lacks. Ends with 1 if there is one."))

const runCommand = Command.make(
  "run",
  flags,
  Effect.fnUntraced(function* ({ json, ...flags }) {
    const { runMissing } = yield* migrating
    return yield* runMissing(json, flags)
  })
).pipe(Command.withDescription("Run the missing migrations: all of them, or none."))

const printCommand = Command.make(
  "print",
  flags,
  Effect.fnUntraced(function* ({ json, ...flags }) {
    const { printMissing } = yield* migrating
    return yield* printMissing(json, flags)
  })
).pipe(Command.withDescription("Print the missing migrations as SQL, for psql or sqlite3. Changes nothing."))

/** `rollcall migrate`: the tables of a database. */
export const migrateCommand = Command.make("migrate").pipe(
  Command.withDescription("Create or change the tables of a database, as a server does when it starts."),
  Command.withSubcommands([statusCommand, runCommand, printCommand])
)
