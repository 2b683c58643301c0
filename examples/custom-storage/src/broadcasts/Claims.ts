import {
  type Broadcast,
  type BroadcastRef,
  type BroadcastStore,
  type Claim,
  hasExpired,
  Ledger,
  type RecipientUuid
} from "@rollcall/core"
import { DateTime, Option } from "effect"
import type { Database } from "../kernel/Database.ts"
import { findRow } from "../kernel/Rows.ts"
import type { Tables } from "../kernel/Tables.ts"
import { accountsOf, belongsTo, putAccount, receive } from "./Accounts.ts"

type Claims = Pick<
  BroadcastStore["Service"],
  "claim" | "recordOutcomes" | "surrenderLeases" | "settle" | "applyReceipts"
>

/** How accounts move. What each step does to an account is core's to say, in `Ledger`. */
export const claims = ({ write }: Database["Service"]): Claims => ({
  claim: (ref, { lease, limit }) =>
    write((tables, now): Claim => {
      const broadcast = Option.getOrUndefined(findRow(tables.broadcasts, ref.workspace, ref.broadcast))
      if (broadcast?.status !== "sending" || hasExpired(broadcast, now)) return { _tag: "Stopped" }
      const leaseUntil = DateTime.addDuration(now, lease)
      const pending = accountsOf(tables, ref).filter(({ row }) => row.status === "pending")
      const claimed = pending
        .map(({ row }) => ({ ref, row: Ledger.claim(row, leaseUntil, now) }))
        .filter(({ row }) => row.status === "sending")
        .slice(0, limit)
      for (const account of claimed) putAccount(tables, account, now)
      const recipients = claimed.flatMap(({ row: { attempt, identifier, parameters, retries, uuid } }) =>
        parameters === null ? [] : [{ uuid, identifier, parameters, attempt, retries }]
      )
      if (recipients.length > 0) return { _tag: "Claimed", recipients }
      const [first, ...others] = pending.map(({ row }) => row.notBefore ?? now)
      return first === undefined ? { _tag: "Drained" } : { _tag: "Waiting", until: others.reduce(DateTime.min, first) }
    }),

  recordOutcomes: (ref, outcomes, overError) =>
    write((tables, now) => {
      for (const outcome of outcomes) {
        change(tables, { ref, uuid: outcome.uuid }, now, (row, { status }) =>
          Ledger.applyOutcome(row, outcome, status, now, overError)
        )
      }
    }),

  surrenderLeases: ({ askAgainAfter, limit }) =>
    write((tables, now) => {
      const askAgainAt = DateTime.addDuration(now, askAgainAfter)
      const overdue = Array.from(tables.ledger.values())
        .map(({ ref, row }) => ({ ref, row: Ledger.surrender(row, askAgainAt, now), before: row }))
        .filter(({ before, row }) => row !== before)
        .sort((a, b) => DateTime.Order(a.before.leaseUntil ?? now, b.before.leaseUntil ?? now))
        .slice(0, limit)
      for (const account of overdue) putAccount(tables, account, now)
      return overdue.map(({ ref, row: { attempt, uuid } }) => ({ ref, uuid, attempt }))
    }),

  settle: (settlements, overError) =>
    write((tables, now) => {
      for (const settlement of settlements) {
        change(tables, settlement, now, (row, { status }) => Ledger.settle(row, settlement, status, now, overError))
      }
    }),

  applyReceipts: (receipts) =>
    write((tables, now) => {
      for (const receipt of receipts) receive(tables, receipt, now)
    })
})

/** Changes an account that belongs to the broadcast, and no other. */
const change = (
  tables: Tables,
  { ref, uuid }: { readonly ref: BroadcastRef; readonly uuid: RecipientUuid },
  now: DateTime.Utc,
  change: (row: Ledger.LedgerRow, broadcast: Broadcast) => Ledger.LedgerRow
): void => {
  const account = tables.ledger.get(uuid)
  const broadcast = Option.getOrUndefined(findRow(tables.broadcasts, ref.workspace, ref.broadcast))
  if (account === undefined || broadcast === undefined || !belongsTo(ref)(account)) return
  putAccount(tables, { ref, row: change(account.row, broadcast) }, now)
}
