import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { jsonFlag } from "../screen/Output.ts"
import { databaseFlags } from "../targets/TargetFlags.ts"

const { database, token, url } = databaseFlags
const flags = { database, token: Flag.withHidden(token), url, json: jsonFlag }

/** `rollcall check`: whether a database is whole. */
export const checkCommand = Command.make(
  "check",
  {
    ...flags,
    repair: Flag.Boolean("repair").pipe(
      Flag.withDescription("Make what is missing, and count all rows anew. Writers wait meanwhile"),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* ({ json, repair, ...flags }) {
    const { checkDatabase, repairDatabase } = yield* Effect.promise(() => import("./CheckDatabase.ts"))
    return yield* (repair ? repairDatabase : checkDatabase)(json, flags)
  })
).pipe(
  Command.withDescription(
    "Compare a database with what its migrations have made, and the counts that it keeps with its rows, as after a restore. Reads all rows. Ends with 1 if something differs."
  )
)

const overwrite = Flag.Boolean("overwrite").pipe(
  Flag.withDescription("Replace a file that is there"),
  Flag.withDefault(false)
)

/** `rollcall backup`: a copy of a database. */
export const backupCommand = Command.make(
  "backup",
  { ...flags, overwrite, file: Argument.String("file").pipe(Argument.withDescription("The file to write")) },
  Effect.fnUntraced(function* ({ file, json, overwrite, ...flags }) {
    const { backupDatabase } = yield* Effect.promise(() => import("./BackupDatabase.ts"))
    return yield* backupDatabase(file, { json, overwrite }, flags)
  })
).pipe(
  Command.withDescription(
    "Copy a database of SQLite to a file, also beside a running server, and check the copy. For Postgres it says how to run pg_dump."
  )
)

/** `rollcall restore`: a backup in the place of a database. */
export const restoreCommand = Command.make(
  "restore",
  { ...flags, overwrite, file: Argument.String("file").pipe(Argument.withDescription("The backup")) },
  Effect.fnUntraced(function* ({ file, json, overwrite, ...flags }) {
    const { restoreDatabase } = yield* Effect.promise(() => import("./BackupDatabase.ts"))
    return yield* restoreDatabase(file, { json, overwrite }, flags)
  })
).pipe(
  Command.withDescription(
    "Check a backup and put it in the place of a database of SQLite that no process has open. For Postgres it says how to run pg_restore."
  )
)

const age = (name: string, what: string) =>
  Flag.String(name).pipe(Flag.withDescription(`Remove ${what} older than this, such as 90d`), Flag.optional)

/** `rollcall prune`: what is too old. */
export const pruneCommand = Command.make(
  "prune",
  {
    ...flags,
    events: age("events", "events"),
    importRows: age("import-rows", "rows of imports that are over; their counts stay"),
    recipients: age("recipients", "recipients of broadcasts that are over; their counters stay"),
    messages: age("messages", "messages that people sent"),
    dryRun: Flag.Boolean("dry-run").pipe(
      Flag.withDescription("Remove nothing, and say how many would be removed"),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* ({ dryRun, events, importRows, json, messages, recipients, ...flags }) {
    const { pruneDatabase } = yield* Effect.promise(() => import("./PruneDatabase.ts"))
    return yield* pruneDatabase({ events, importRows, recipients, messages }, { dryRun, json }, flags)
  })
).pipe(
  Command.withDescription(
    "Remove what is older than the ages that are given, in small steps, also beside a running server, which does so by itself if ROLLCALL_KEEP_... say so."
  )
)
