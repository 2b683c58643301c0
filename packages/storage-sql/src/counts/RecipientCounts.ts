import type { BroadcastRef } from "@rollcall/core/storage"
import type { Db } from "../database/Database.ts"
import { recipientCounters } from "./CountedTables.ts"
import type { CountChange } from "./CountedWrites.ts"

/** What is counted of a recipient. */
const counted = ["status", "sent_at", "lease_until", "reason"] as const

/** The columns of a recipient that are counted, as they are after a statement. */
export const countedAfter = {
  workspace_uuid: "broadcast_recipients.workspace_uuid",
  broadcast_uuid: "broadcast_recipients.broadcast_uuid",
  ...Object.fromEntries(counted.map((name) => [name, `broadcast_recipients.${name}`]))
}

/** The columns of a recipient that are counted, as a statement finds them, for the subquery that it reads. */
export const selectedBefore = counted.map((name) => `${name} AS old_${name}`).join(", ")

/** The same columns of such a subquery, for what a statement returns. */
export const countedBefore = Object.fromEntries(counted.map((name) => [`old_${name}`, `old_${name}`]))

/**
 * What a statement changes of the counters and of the reasons, by the rows that it has written: each has the columns
 * that are counted, and those before it.
 */
export const recipientChanges = (
  { sql }: Db,
  which: "inserted" | "updated" | "deleted",
  /** The broadcasts of the rows, whose counts are merged at times; without them none are. */
  broadcasts: ReadonlyArray<BroadcastRef> = []
): ReadonlyArray<CountChange> => {
  const written = "written"
  const broadcast = "workspace_uuid, broadcast_uuid"
  const ofEach = broadcasts.map((ref) => sql`(workspace_uuid = ${ref.workspace} AND broadcast_uuid = ${ref.broadcast})`)
  const of = ofEach.length === 0 ? {} : { of: sql.or(ofEach) }
  const isAfter = which !== "deleted"
  const isBefore = which !== "inserted"
  const before = which === "deleted" ? "" : "old_"
  const sums = Object.entries(recipientCounters).map(([name, condition]) => {
    const count = (prefix: string) => `count(*) FILTER (WHERE ${condition(prefix)})`
    return `${isAfter ? count("") : "0"}${isBefore ? ` - ${count(before)}` : ""} AS ${name}`
  })
  const reasons = [
    ...(isAfter ? [`SELECT ${broadcast}, reason, 1 AS recipients FROM ${written} WHERE reason IS NOT NULL`] : []),
    ...(isBefore
      ? [
          `SELECT ${broadcast}, ${before}reason AS reason, -1 AS recipients FROM ${written} WHERE ${before}reason IS NOT NULL`
        ]
      : [])
  ]
  return [
    {
      table: "recipient_counts",
      changes: sql.literal(`SELECT ${broadcast}, ${sums.join(", ")} FROM ${written} GROUP BY ${broadcast}`),
      ...of
    },
    {
      table: "recipient_reasons",
      changes: sql.literal(reasons.join(" UNION ALL ")),
      ...of
    }
  ]
}
