import { Command } from "effect/cli"
import { upkeepCommands } from "../targets/TargetCommand.ts"

const command = upkeepCommands(() => import("./Migrate.ts"))

const statusCommand = command(
  "status",
  "List the migrations that the database lacks. Ends with 1 if there is one.",
  {},
  ({ showStatus }) => showStatus
)

const runCommand = command(
  "run",
  "Run the missing migrations: all of them, or none.",
  {},
  ({ runMissing }) => runMissing
)

const printCommand = command(
  "print",
  "Print the missing migrations as SQL, for psql or sqlite3. Changes nothing.",
  {},
  ({ printMissing }) => printMissing
)

/** `rollcall migrate`: the tables of a database. */
export const migrateCommand = Command.make("migrate").pipe(
  Command.withDescription("Create or change the tables of a database, as a server does when it starts."),
  Command.withSubcommands([statusCommand, runCommand, printCommand])
)
