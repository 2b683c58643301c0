import {
  type Broadcast,
  type BroadcastRef,
  type BroadcastStore,
  type Claim,
  hasExpired,
  Ledger,
  type RecipientUuid
} from "@rollcall/core"
import { DateTime } from "effect"
import type { Database } from "../kernel/Database.ts"
import { rowOf } from "../kernel/Rows.ts"
import type { Tables } from "../kernel/Tables.ts"
import { accountsOf, putAccount, receive, refOf } from "./Accounts.ts"

type Claims = Pick<
  BroadcastStore["Service"],
  "claim" | "recordOutcomes" | "surrenderLeases" | "settle" | "applyReceipts"
>

/** How accounts move. What each step does to an account is core's to say, in `Ledger`. */
export const claims = ({ write }: Database["Service"]): Claims => ({
  claim: (ref, { lease, limit }) =>
    write((tables, now): Claim => {
      const broadcast = rowOf(tables.broadcasts, ref.workspace, ref.broadcast)
      if (broadcast?.status !== "sending" || hasExpired(broadcast, now)) return { _tag: "Stopped" }
      const pending = accountsOf(tables, broadcast).filter(({ status }) => status === "pending")
      const leaseUntil = DateTime.addDuration(now, lease)
      const claimed = pending
        .map((row) => Ledger.claim(row, leaseUntil, now))
        .filter(({ status }) => status === "sending")
        .slice(0, limit)
      for (const row of claimed) putAccount(tables, row, now)
      const recipients = claimed.flatMap(({ attempt, identifier, parameters, retries, uuid }) =>
        parameters === null ? [] : [{ uuid, identifier, parameters, attempt, retries }]
      )
      if (recipients.length > 0) return { _tag: "Claimed", recipients }
      const [first, ...others] = pending.map(({ notBefore }) => notBefore ?? now)
      return first === undefined ? { _tag: "Drained" } : { _tag: "Waiting", until: others.reduce(DateTime.min, first) }
    }),

  recordOutcomes: (ref, outcomes, overError) =>
    write((tables, now) => {
      for (const outcome of outcomes) {
        change(tables, ref, outcome.uuid, now, (row, broadcast) =>
          Ledger.applyOutcome(row, outcome, broadcast.status, now, overError)
        )
      }
    }),

  surrenderLeases: ({ askAgainAfter, limit }) =>
    write((tables, now) => {
      const askAgainAt = DateTime.addDuration(now, askAgainAfter)
      const surrendered = Array.from(tables.ledger.values())
        .flatMap((row) => {
          const after = Ledger.surrender(row, askAgainAt, now)
          return after === row ? [] : [after]
        })
        .slice(0, limit)
      for (const row of surrendered) putAccount(tables, row, now)
      return surrendered.flatMap(({ attempt, broadcastUuid, uuid }) => {
        const broadcast = tables.broadcasts.get(broadcastUuid)
        return broadcast === undefined ? [] : [{ ref: refOf(broadcast), uuid, attempt }]
      })
    }),

  settle: (settlements, overError) =>
    write((tables, now) => {
      for (const settlement of settlements) {
        change(tables, settlement.ref, settlement.uuid, now, (row, broadcast) =>
          Ledger.settle(row, settlement, broadcast.status, now, overError)
        )
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
  ref: BroadcastRef,
  uuid: RecipientUuid,
  now: DateTime.Utc,
  change: (row: Ledger.LedgerRow, broadcast: Broadcast) => Ledger.LedgerRow
): void => {
  const broadcast = rowOf(tables.broadcasts, ref.workspace, ref.broadcast)
  const row = tables.ledger.get(uuid)
  if (broadcast !== undefined && row?.broadcastUuid === broadcast.uuid) putAccount(tables, change(row, broadcast), now)
}
