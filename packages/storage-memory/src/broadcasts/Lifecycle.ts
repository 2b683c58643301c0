import {
  type Broadcast,
  type BroadcastRef,
  type BroadcastStatus,
  type BroadcastStore,
  hasExpired,
  lawfulMoves,
  Ledger
} from "@rollcall/core"
import { DateTime, Option } from "effect"
import type { Database } from "../database/Database.ts"
import type { BroadcastRow, Tables } from "../database/Tables.ts"
import { partOf, putDelivery } from "./Deliveries.ts"

type Lifecycle = Pick<BroadcastStore["Service"], "move" | "takeDue" | "lookAgain" | "expireOverdue" | "completeIfDone">

/** How broadcasts begin and end. */
export const lifecycle = ({ write }: Database["Service"]): Lifecycle => ({
  move: (ref, to, options) => write((tables, now) => move(tables, ref, to, options, now)),

  takeDue: ({ limit, lookAgainAfter }) =>
    write((tables, now) => {
      const due = overdue(tables, dueAt(now), limit, now)
      const lookAt = DateTime.addDuration(now, lookAgainAfter)
      for (const broadcast of due) putBroadcast(tables, { broadcast: { ...broadcast, status: "sending" }, lookAt })
      return due.map(refOf)
    }),

  lookAgain: (ref, after) =>
    write((tables, now) => {
      const broadcast = findBroadcast(tables, ref)?.broadcast
      if (broadcast?.status === "sending") {
        putBroadcast(tables, { broadcast, lookAt: DateTime.addDuration(now, after) })
      }
    }),

  expireOverdue: ({ limit, pendingError }) =>
    write((tables, now) => {
      const refs = overdue(tables, expiresAt, limit, now).map(refOf)
      for (const ref of refs) move(tables, ref, "expired", { reason: null, pendingError }, now)
      return refs
    }),

  completeIfDone: (ref) =>
    write((tables) => {
      const stored = findBroadcast(tables, ref)
      if (stored?.broadcast.status !== "sending") return false
      if (tables.deliveries.rows(partOf(ref)).some(({ row }) => Ledger.isUnfinished(row))) return false
      putBroadcast(tables, { ...stored, broadcast: { ...stored.broadcast, status: "completed", statusReason: null } })
      return true
    })
})

const refOf = ({ uuid, workspaceUuid }: Broadcast): BroadcastRef => ({ workspace: workspaceUuid, broadcast: uuid })

const findBroadcast = ({ broadcasts }: Tables, { broadcast, workspace }: BroadcastRef): BroadcastRow | undefined =>
  broadcasts.get(workspace, broadcast)

const putBroadcast = ({ broadcasts }: Tables, row: BroadcastRow): void =>
  broadcasts.set(row.broadcast.workspaceUuid, row.broadcast.uuid, row)

/** Moves a broadcast if that is allowed. One that is over then has no pending delivery (B1, B2, B10). */
const move = (
  tables: Tables,
  ref: BroadcastRef,
  to: BroadcastStatus,
  { pendingError, reason }: { readonly reason: string | null; readonly pendingError: string },
  now: DateTime.Utc
): Option.Option<{ readonly broadcast: Broadcast; readonly moved: boolean }> =>
  Option.map(Option.fromUndefinedOr(findBroadcast(tables, ref)?.broadcast), (before) => {
    if (!lawfulMoves[to].includes(before.status)) return { broadcast: before, moved: false }
    const broadcast = { ...before, status: to, statusReason: reason }
    putBroadcast(tables, { broadcast, lookAt: now })
    for (const { row } of Ledger.isOver(to) ? tables.deliveries.rows(partOf(ref)) : []) {
      putDelivery(tables, { ref, row: Ledger.reject(row, pendingError, now) }, now)
    }
    return { broadcast, moved: true }
  })

/** When a broadcast is due for attention; undefined when it is not. */
const dueAt =
  (now: DateTime.Utc) =>
  ({ broadcast, lookAt }: BroadcastRow): DateTime.Utc | undefined => {
    const isUnderWay = broadcast.status === "scheduled" || broadcast.status === "sending"
    return isUnderWay && !hasExpired(broadcast, now) ? lookAt : undefined
  }

/** When a broadcast expires; undefined when it cannot any more, or never does. */
const expiresAt = ({ broadcast: { status, validUntil } }: BroadcastRow): DateTime.Utc | undefined =>
  lawfulMoves.expired.includes(status) && validUntil !== null ? validUntil : undefined

/** At most `limit` broadcasts of any workspace whose instant has come, the earliest first. */
const overdue = (
  { broadcasts }: Tables,
  instantOf: (row: BroadcastRow) => DateTime.Utc | undefined,
  limit: number,
  now: DateTime.Utc
): ReadonlyArray<Broadcast> =>
  broadcasts
    .all()
    .flatMap((row) => {
      const at = instantOf(row)
      return at === undefined || DateTime.isGreaterThan(at, now) ? [] : [{ broadcast: row.broadcast, at }]
    })
    .sort((a, b) => DateTime.Order(a.at, b.at))
    .slice(0, limit)
    .map(({ broadcast }) => broadcast)
