import {
  type Broadcast,
  type BroadcastRef,
  type BroadcastStatus,
  type BroadcastStore,
  hasExpired,
  lawfulMoves,
  Ledger,
  neverSent
} from "@rollcall/core"
import { DateTime, Option } from "effect"
import type { Database } from "../kernel/Database.ts"
import { rowOf } from "../kernel/Rows.ts"
import type { Tables } from "../kernel/Tables.ts"
import { accountsOf, putAccount, refOf } from "./Accounts.ts"

type Lifecycle = Pick<BroadcastStore["Service"], "move" | "takeDue" | "lookAgain" | "expireOverdue" | "completeIfDone">

/** How broadcasts begin and end. */
export const lifecycle = ({ write }: Database["Service"]): Lifecycle => ({
  move: (ref, to, options) => write((tables, now) => move(tables, ref, to, options, now)),

  takeDue: ({ limit, lookAgainAfter }) =>
    write((tables, now) => {
      const due = overdue(tables, (broadcast) => dueAt(tables, broadcast, now), limit, now)
      for (const broadcast of due) {
        tables.broadcasts.set(broadcast.uuid, { ...broadcast, status: "sending" })
        tables.looks.set(broadcast.uuid, DateTime.addDuration(now, lookAgainAfter))
      }
      return due.map(refOf)
    }),

  lookAgain: ({ broadcast, workspace }, after) =>
    write(({ broadcasts, looks }, now) => {
      if (rowOf(broadcasts, workspace, broadcast) !== undefined) looks.set(broadcast, DateTime.addDuration(now, after))
    }),

  expireOverdue: ({ limit, pendingError }) =>
    write((tables, now) => {
      const refs = overdue(tables, expiresAt, limit, now).map(refOf)
      for (const ref of refs) move(tables, ref, "expired", { reason: null, pendingError }, now)
      return refs
    }),

  completeIfDone: (ref) =>
    write((tables, now) => {
      const broadcast = rowOf(tables.broadcasts, ref.workspace, ref.broadcast)
      if (broadcast === undefined || accountsOf(tables, broadcast).some(Ledger.isUnfinished)) return false
      const options = { reason: null, pendingError: neverSent("completed") }
      return Option.exists(move(tables, ref, "completed", options, now), ({ moved }) => moved)
    })
})

/** Moves a broadcast if that is lawful. One that is over then has nobody pending (B1, B2, B10). */
const move = (
  tables: Tables,
  ref: BroadcastRef,
  to: BroadcastStatus,
  { pendingError, reason }: { readonly reason: string | null; readonly pendingError: string },
  now: DateTime.Utc
): Option.Option<{ readonly broadcast: Broadcast; readonly moved: boolean }> => {
  const before = rowOf(tables.broadcasts, ref.workspace, ref.broadcast)
  if (before === undefined) return Option.none()
  if (!lawfulMoves[to].includes(before.status)) return Option.some({ broadcast: before, moved: false })
  const broadcast = { ...before, status: to, statusReason: reason }
  tables.broadcasts.set(broadcast.uuid, broadcast)
  tables.looks.set(broadcast.uuid, now)
  if (Ledger.isOver(to)) {
    for (const row of accountsOf(tables, broadcast)) putAccount(tables, Ledger.reject(row, pendingError, now), now)
  }
  return Option.some({ broadcast, moved: true })
}

/** When somebody should look at a broadcast; null when nobody should. */
const dueAt = ({ looks }: Tables, broadcast: Broadcast, now: DateTime.Utc): DateTime.Utc | null => {
  if (hasExpired(broadcast, now)) return null
  if (broadcast.status === "scheduled") return broadcast.scheduledAt
  return broadcast.status === "sending" ? (looks.get(broadcast.uuid) ?? now) : null
}

/** When a broadcast that is not over expires, if ever. */
const expiresAt = ({ status, validUntil }: Broadcast): DateTime.Utc | null =>
  lawfulMoves.expired.includes(status) ? validUntil : null

/** At most `limit` broadcasts of any workspace whose instant has come, the earliest first. */
const overdue = (
  { broadcasts }: Tables,
  instantOf: (broadcast: Broadcast) => DateTime.Utc | null,
  limit: number,
  now: DateTime.Utc
): ReadonlyArray<Broadcast> =>
  Array.from(broadcasts.values())
    .flatMap((broadcast) => {
      const at = instantOf(broadcast)
      return at === null || DateTime.isGreaterThan(at, now) ? [] : [{ broadcast, at }]
    })
    .sort((a, b) => DateTime.Order(a.at, b.at))
    .slice(0, limit)
    .map(({ broadcast }) => broadcast)
