import { argument, on, optional } from "../targets/Flags.ts"
import { upkeepCommands } from "../targets/TargetCommand.ts"

export const checkCommand = upkeepCommands(() => import("./CheckDatabase.ts"))(
  "check",
  "Check the schema and the stored counts of a database, for example after a restore. Reads all rows. Exits with 1 if something differs.",
  { repair: on("repair", "Create what is missing and recount all rows. Writers wait meanwhile") },
  ({ checkDatabase, repairDatabase }) =>
    (input, flags) =>
      (input.repair ? repairDatabase : checkDatabase)(input, flags)
)

const backingUp = upkeepCommands(() => import("./BackupDatabase.ts"))

const overwrite = on("overwrite", "Replace an existing file")

export const backupCommand = backingUp(
  "backup",
  "Back up a SQLite database to a file, even while a server runs, and check the copy. For Postgres, prints the pg_dump command.",
  { overwrite, file: argument("file", "The file to write") },
  ({ backupDatabase }) => backupDatabase
)

export const restoreCommand = backingUp(
  "restore",
  "Check a backup and replace a SQLite database with it. No process may have the database open. For Postgres, prints the pg_restore command.",
  { overwrite, file: argument("file", "The backup") },
  ({ restoreDatabase }) => restoreDatabase
)

const age = (name: string, what: string) => optional(name, `Remove ${what} older than this, such as 90d`)

export const pruneCommand = upkeepCommands(() => import("./PruneDatabase.ts"))(
  "prune",
  "Remove data older than the given ages, even while a server runs. A server does this itself if the ROLLCALL_KEEP_... variables are set.",
  {
    events: age("events", "events"),
    importRows: age("import-rows", "rows of ended imports, but not their counts,"),
    recipients: age("recipients", "recipients of ended broadcasts, but not their counters,"),
    messages: age("messages", "incoming messages"),
    dryRun: on("dry-run", "Print how many rows would be removed, without removing them")
  },
  ({ pruneDatabase }) => pruneDatabase
)
