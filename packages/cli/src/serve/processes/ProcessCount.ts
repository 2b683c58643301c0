import { Effect } from "effect"
import { availableParallelism } from "node:os"
import type { DatabaseUrl } from "../settings/DatabaseUrl.ts"
import type { Settings } from "../settings/Settings.ts"
import { StartRefused } from "../StartRefused.ts"

const onePerDatabase: { readonly [Tag in Exclude<DatabaseUrl["_tag"], "Postgres">]: string } = {
  Sqlite: "SQLite supports one process; use Postgres for several",
  Memory: "memory: supports one process; use Postgres for several"
}

/**
 * Returns how many processes run under a supervisor; null for one process without a supervisor. A database for a single
 * process gets one: `auto` logs why, and a larger number is refused.
 */
export const processCount = Effect.fnUntraced(function* (
  { databaseUrl, processes }: Pick<Settings, "databaseUrl" | "processes">,
  cores: number = availableParallelism()
) {
  if (processes === undefined) return null
  if (databaseUrl._tag === "Postgres") return processes === "auto" ? cores : processes
  const reason = onePerDatabase[databaseUrl._tag]
  if (processes === "auto") yield* Effect.logInfo(`ROLLCALL_PROCESSES=auto: one process, because ${reason}`)
  else if (processes > 1)
    return yield* new StartRefused({ message: `ROLLCALL_PROCESSES: ${processes} processes, but ${reason}` })
  return null
})
