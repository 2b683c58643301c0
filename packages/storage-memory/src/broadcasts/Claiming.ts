import { type BroadcastRef, type Claim, type ClaimedRecipient, hasExpired, Ledger } from "@rollcall/core"
import { DateTime, type Duration, HashMap, Option } from "effect"
import { broadcastOf, type BroadcastsState, keyOf, putBroadcast, type StoredBroadcast } from "./BroadcastsState.ts"
import { writeLedger } from "./LedgerWriter.ts"

/** Claims pending recipients whose retry is due, in their order. */
export const claim = (
  state: BroadcastsState,
  ref: BroadcastRef,
  options: { readonly limit: number; readonly lease: Duration.Duration },
  now: DateTime.Utc
): readonly [Claim, BroadcastsState] => {
  const stored = Option.getOrUndefined(broadcastOf(state, ref))
  if (stored?.broadcast.status !== "sending" || hasExpired(stored.broadcast, now)) return [{ _tag: "Stopped" }, state]
  if (stored.tally.byStatus.pending === 0) return [{ _tag: "Drained" }, state]

  const leaseUntil = DateTime.addDuration(now, options.lease)
  const rows: Array<Ledger.LedgerRow> = []
  const recipients: Array<ClaimedRecipient> = []
  let until: DateTime.Utc | undefined
  let firstWaiting: number | undefined
  let index = stored.pendingFrom
  for (; index < stored.order.length && recipients.length < options.limit; index++) {
    const row = rowAt(state, stored, index)
    const claimed = Ledger.claim(row, leaseUntil, now)
    const { attempt, identifier, parameters, retries, uuid } = claimed
    if (claimed !== row && parameters !== null) {
      rows.push(claimed)
      recipients.push({ uuid, identifier, parameters, attempt, retries })
    } else if (row.status === "pending") {
      firstWaiting ??= index
      if (row.notBefore !== null) until = until === undefined ? row.notBefore : DateTime.min(until, row.notBefore)
    }
  }
  if (recipients.length === 0) return [{ _tag: "Waiting", until: until ?? now }, state]
  const claimed = writeLedger(state, now, ({ put }) => rows.forEach(put))
  const after = HashMap.getUnsafe(claimed.broadcasts, keyOf(ref))
  return [{ _tag: "Claimed", recipients }, putBroadcast(claimed, { ...after, pendingFrom: firstWaiting ?? index })]
}

const rowAt = (state: BroadcastsState, { order }: StoredBroadcast, index: number): Ledger.LedgerRow => {
  const uuid = order[index]
  if (uuid === undefined) throw new RangeError(`No recipient at ${index}`)
  return HashMap.getUnsafe(state.rows, uuid)
}
