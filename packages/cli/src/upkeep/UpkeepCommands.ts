import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
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
