import { Command } from "effect/cli"
import { upkeepCommands } from "../targets/TargetCommand.ts"

const command = upkeepCommands(() => import("./Migrate.ts"))

export const migrateCommand = Command.make("migrate").pipe(
  Command.withDescription("Create or update the tables of a database, as a server does at startup."),
  Command.withSubcommands([
    command(
      "status",
      "List the missing migrations of the database. Exits with 1 if any are missing.",
      {},
      ({ showStatus }) => showStatus
    ),
    command("run", "Run all missing migrations in one transaction.", {}, ({ runMissing }) => runMissing),
    command(
      "print",
      "Print the missing migrations as SQL for psql or sqlite3, without running them.",
      {},
      ({ printMissing }) => printMissing
    )
  ])
)
