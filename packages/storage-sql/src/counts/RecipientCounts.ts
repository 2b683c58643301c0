import type { BroadcastRef } from "@rollcall/core/storage"
import type { Db } from "../database/Database.ts"
import { recipientCounters } from "./CountedTables.ts"
import type { CountChange } from "./CountedWrites.ts"

/** The columns of a recipient that affect counts. */
const counted = ["status", "sent_at", "lease_until", "reason"] as const

/** The counted columns of a recipient after a statement. */
export const countedAfter = {
  workspace_uuid: "broadcast_recipients.workspace_uuid",
  broadcast_uuid: "broadcast_recipients.broadcast_uuid",
  ...Object.fromEntries(counted.map((name) => [name, `broadcast_recipients.${name}`]))
}

/** The counted columns of a recipient before a statement, for the subquery it reads. */
export const selectedBefore = counted.map((name) => `${name} AS old_${name}`).join(", ")

/** The columns of {@link selectedBefore}, for a statement's RETURNING. */
export const countedBefore = Object.fromEntries(counted.map((name) => [`old_${name}`, `old_${name}`]))

/**
 * Returns how written rows change the counters and reasons. Each row contains the counted columns after the statement and,
 * for updates and deletions, before it.
 */
export const recipientChanges = (
  { sql }: Db,
  which: "inserted" | "updated" | "deleted",
  /** Broadcasts whose counts are merged from time to time. Default: none. */
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
