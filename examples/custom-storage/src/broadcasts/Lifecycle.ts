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
import type { Database } from "../kernel/Database.ts"
import { findRow, keyOf, replaceRow } from "../kernel/Rows.ts"
import type { Tables } from "../kernel/Tables.ts"
import { accountsOf, putAccount } from "./Accounts.ts"

type Lifecycle = Pick<BroadcastStore["Service"], "move" | "takeDue" | "lookAgain" | "expireOverdue" | "completeIfDone">

/** How broadcasts begin and end. */
export const lifecycle = ({ write }: Database["Service"]): Lifecycle => ({
  move: (ref, to, options) => write((tables, now) => move(tables, ref, to, options, now)),

  takeDue: ({ limit, lookAgainAfter }) =>
    write((tables, now) => {
      const due = overdue(tables, dueAt(tables, now), limit, now)
      for (const broadcast of due) {
        replaceRow(tables.broadcasts, { ...broadcast, status: "sending" })
        look(tables, refOf(broadcast), DateTime.addDuration(now, lookAgainAfter))
      }
      return due.map(refOf)
    }),

  lookAgain: (ref, after) =>
    write((tables, now) => {
      const broadcast = findRow(tables.broadcasts, ref.workspace, ref.broadcast)
      const isSending = Option.exists(broadcast, ({ status }) => status === "sending")
      if (isSending) look(tables, ref, DateTime.addDuration(now, after))
    }),

  expireOverdue: ({ limit, pendingError }) =>
    write((tables, now) => {
      const refs = overdue(tables, expiresAt, limit, now).map(refOf)
      for (const ref of refs) move(tables, ref, "expired", { reason: null, pendingError }, now)
      return refs
    }),

  completeIfDone: (ref) =>
    write((tables) => {
      const broadcast = Option.getOrUndefined(findRow(tables.broadcasts, ref.workspace, ref.broadcast))
      if (broadcast?.status !== "sending") return false
      if (accountsOf(tables, ref).some(({ row }) => Ledger.isUnfinished(row))) return false
      replaceRow(tables.broadcasts, { ...broadcast, status: "completed", statusReason: null })
      return true
    })
})

const refOf = ({ uuid, workspaceUuid }: Broadcast): BroadcastRef => ({ workspace: workspaceUuid, broadcast: uuid })

/** Moves a broadcast if that is lawful. One that is over then has nobody pending (B1, B2, B10). */
const move = (
  tables: Tables,
  ref: BroadcastRef,
  to: BroadcastStatus,
  { pendingError, reason }: { readonly reason: string | null; readonly pendingError: string },
  now: DateTime.Utc
): Option.Option<{ readonly broadcast: Broadcast; readonly moved: boolean }> =>
  Option.map(findRow(tables.broadcasts, ref.workspace, ref.broadcast), (before) => {
    if (!lawfulMoves[to].includes(before.status)) return { broadcast: before, moved: false }
    const broadcast = { ...before, status: to, statusReason: reason }
    replaceRow(tables.broadcasts, broadcast)
    look(tables, ref, now)
    for (const { row } of Ledger.isOver(to) ? accountsOf(tables, ref) : []) {
      putAccount(tables, { ref, row: Ledger.reject(row, pendingError, now) }, now)
    }
    return { broadcast, moved: true }
  })

/** Says when somebody should look at a broadcast. */
const look = ({ looks }: Tables, { broadcast, workspace }: BroadcastRef, at: DateTime.Utc): void =>
  void looks.set(keyOf(workspace, broadcast), at)

/** When somebody should look at a broadcast; undefined when nobody should. */
const dueAt =
  ({ looks }: Tables, now: DateTime.Utc) =>
  (broadcast: Broadcast): DateTime.Utc | undefined => {
    const isUnderWay = broadcast.status === "scheduled" || broadcast.status === "sending"
    return isUnderWay && !hasExpired(broadcast, now)
      ? looks.get(keyOf(broadcast.workspaceUuid, broadcast.uuid))
      : undefined
  }

/** When a broadcast expires; undefined when it cannot any more, or never does. */
const expiresAt = ({ status, validUntil }: Broadcast): DateTime.Utc | undefined =>
  lawfulMoves.expired.includes(status) && validUntil !== null ? validUntil : undefined

/** At most `limit` broadcasts of any workspace whose instant has come, the earliest first. */
const overdue = (
  { broadcasts }: Tables,
  instantOf: (broadcast: Broadcast) => DateTime.Utc | undefined,
  limit: number,
  now: DateTime.Utc
): ReadonlyArray<Broadcast> =>
  Array.from(broadcasts.values())
    .flatMap((broadcast) => {
      const at = instantOf(broadcast)
      return at === undefined || DateTime.isGreaterThan(at, now) ? [] : [{ broadcast, at }]
    })
    .sort((a, b) => DateTime.Order(a.at, b.at))
    .slice(0, limit)
    .map(({ broadcast }) => broadcast)
