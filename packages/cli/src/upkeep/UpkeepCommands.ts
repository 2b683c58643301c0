import { argument, on, optional } from "../targets/Flags.ts"
import { upkeepCommands } from "../targets/TargetCommand.ts"

/** `rollcall check`: whether a database is whole. */
export const checkCommand = upkeepCommands(() => import("./CheckDatabase.ts"))(
  "check",
  "Compare a database with what its migrations have made, and the counts that it keeps with its rows, as after a restore. Reads all rows. Ends with 1 if something differs.",
  { repair: on("repair", "Make what is missing, and count all rows anew. Writers wait meanwhile") },
  ({ checkDatabase, repairDatabase }) =>
    (input, flags) =>
      (input.repair ? repairDatabase : checkDatabase)(input, flags)
)

const backingUp = upkeepCommands(() => import("./BackupDatabase.ts"))

const overwrite = on("overwrite", "Replace a file that is there")

/** `rollcall backup`: a copy of a database. */
export const backupCommand = backingUp(
  "backup",
  "Copy a database of SQLite to a file, also beside a running server, and check the copy. For Postgres it says how to run pg_dump.",
  { overwrite, file: argument("file", "The file to write") },
  ({ backupDatabase }) => backupDatabase
)

/** `rollcall restore`: a backup in the place of a database. */
export const restoreCommand = backingUp(
  "restore",
  "Check a backup and put it in the place of a database of SQLite that no process has open. For Postgres it says how to run pg_restore.",
  { overwrite, file: argument("file", "The backup") },
  ({ restoreDatabase }) => restoreDatabase
)

const age = (name: string, what: string) => optional(name, `Remove ${what} older than this, such as 90d`)

/** `rollcall prune`: what is too old. */
export const pruneCommand = upkeepCommands(() => import("./PruneDatabase.ts"))(
  "prune",
  "Remove what is older than the ages that are given, in small steps, also beside a running server, which does so by itself if ROLLCALL_KEEP_... say so.",
  {
    events: age("events", "events"),
    importRows: age("import-rows", "rows of imports that are over; their counts stay"),
    recipients: age("recipients", "recipients of broadcasts that are over; their counters stay"),
    messages: age("messages", "messages that people sent"),
    dryRun: on("dry-run", "Remove nothing, and say how many would be removed")
  },
  ({ pruneDatabase }) => pruneDatabase
)
