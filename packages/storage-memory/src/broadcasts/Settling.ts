import {
  type BroadcastRef,
  type BroadcastStatus,
  type HandOverOutcome,
  Ledger,
  type Receipt,
  type Settlement,
  type SurrenderedRecipient
} from "@rollcall/core"
import { DateTime, type Duration, HashMap, Option } from "effect"
import type { State } from "../kernel/State.ts"
import { belongsTo, broadcastOf, type BroadcastsState, ownerOf, refOf } from "./BroadcastsState.ts"
import { writeLedgerAndContacts } from "./ContactEffects.ts"
import { writeLedger } from "./LedgerWriter.ts"

/** Writes the outcomes of claims into the ledger. */
export const recordOutcomes = (
  state: State,
  ref: BroadcastRef,
  outcomes: ReadonlyArray<HandOverOutcome>,
  overError: (status: BroadcastStatus) => string,
  now: DateTime.Utc
): State =>
  Option.match(broadcastOf(state.broadcasts, ref), {
    onNone: () => state,
    onSome: ({ broadcast }) =>
      writeLedgerAndContacts(state, now, ({ get, put }) => {
        for (const outcome of outcomes) {
          const row = Option.getOrUndefined(get(outcome.uuid))
          if (row === undefined || !belongsTo(state.broadcasts, outcome.uuid, ref)) continue
          put(Ledger.applyOutcome(row, outcome, broadcast.status, now, overError))
        }
      })
  })

/** Gives the recipients that somebody has to look after since the longest time, which are `unknown` now. */
export const surrenderLeases = (
  state: BroadcastsState,
  options: { readonly limit: number; readonly askAgainAfter: Duration.Duration },
  now: DateTime.Utc
): readonly [ReadonlyArray<SurrenderedRecipient>, BroadcastsState] => {
  const askAgainAt = DateTime.addDuration(now, options.askAgainAfter)
  const overdue = HashMap.toEntries(state.leases)
    .filter(([, end]) => DateTime.isLessThanOrEqualTo(end, now))
    .sort(([, a], [, b]) => DateTime.toEpochMillis(a) - DateTime.toEpochMillis(b))
    .slice(0, options.limit)
    .map(([uuid]) => HashMap.getUnsafe(state.rows, uuid))
  return [
    overdue.map(({ attempt, uuid }) => ({ ref: refOf(ownerOf(state, uuid)), uuid, attempt })),
    writeLedger(state, now, ({ put }) => overdue.forEach((row) => put(Ledger.surrender(row, askAgainAt, now))))
  ]
}

/** Settles `unknown` recipients. */
export const settle = (
  state: State,
  settlements: ReadonlyArray<SurrenderedRecipient & { readonly record: Settlement }>,
  overError: (status: BroadcastStatus) => string,
  now: DateTime.Utc
): State =>
  writeLedgerAndContacts(state, now, ({ get, put }) => {
    for (const settlement of settlements) {
      const stored = Option.getOrUndefined(broadcastOf(state.broadcasts, settlement.ref))
      const row = Option.getOrUndefined(get(settlement.uuid))
      if (stored === undefined || row === undefined || !belongsTo(state.broadcasts, row.uuid, settlement.ref)) continue
      put(Ledger.settle(row, settlement, stored.broadcast.status, now, overError))
    }
  })

/** Applies receipts to the accounts that they name, by correlation first, and parks those that name none (B11). */
export const applyReceipts = (state: State, receipts: ReadonlyArray<Receipt>, now: DateTime.Utc): State =>
  writeLedgerAndContacts(state, now, ({ get, ofMessage, park, put }) => {
    for (const receipt of receipts) {
      const correlated = receipt.correlation === null ? Option.none() : get(receipt.correlation)
      Option.match(
        Option.orElse(correlated, () => ofMessage(receipt.messageId)),
        { onNone: () => park(receipt), onSome: (row) => put(Ledger.applyReceipt(row, receipt, now)) }
      )
    }
  })
