import { DateTime, Effect, Predicate } from "effect"
import { type BroadcastRef, refKey } from "../broadcasts/Broadcast.ts"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import { attribute, noRecord, type SendRecord } from "../channels/Attribution.ts"
import type { ReceiptRefusal } from "../channels/MessageChannel.ts"
import { pauseReason, refusalReason } from "../channels/PauseReason.ts"
import { makeLruCache } from "../../shared/LruCache.ts"
import { steadyMillis } from "../../shared/Instant.ts"
import { pauseBroadcast } from "./PauseBroadcast.ts"

/**
 * The result that a receipt reports. `refusal` is a failure that may affect other messages, or null if the message
 * progressed.
 */
export interface ReportedEnd {
  readonly ref: BroadcastRef
  readonly sentAt: DateTime.Utc
  readonly refusal: ReceiptRefusal | null
}

/** The record of a broadcast's receipts. */
interface ReceiptRecord {
  readonly ends: SendRecord
  /**
   * When receipts last paused the broadcast. Messages sent before this time don't count, because the cause may have been
   * fixed since.
   */
  readonly pausedAt: DateTime.Utc | null
}

const noReceipts: ReceiptRecord = { ends: noRecord, pausedAt: null }

/** The maximum number of broadcasts tracked by a process. */
const maxRecords = 1_000

/**
 * Makes the function that evaluates failures after acceptance, with the same rules as for sends. A failure of every message
 * of the template or sender pauses the broadcast at once. Five failures in a row that may affect other messages pause the
 * broadcast, if no message progressed meanwhile. Each process decides by the receipts that it applies.
 */
export const makeReceiptVerdicts = () => {
  const records = makeLruCache<ReceiptRecord>(maxRecords)

  const judge = Effect.fnUntraced(function* (ref: BroadcastRef, reported: ReadonlyArray<ReportedEnd>) {
    const { ends, pausedAt } = records.get(refKey(ref)) ?? noReceipts
    const present = reported.filter(({ sentAt }) => pausedAt === null || DateTime.isGreaterThan(sentAt, pausedAt))
    const refusals = present.flatMap(({ refusal }) => (refusal === null ? [] : [refusal]))
    const doubtful = refusals.filter((refusal) => pauseReason(refusal) === null)
    const group = {
      accepted: present.length - refusals.length,
      doubts: doubtful.map(({ isUnrecognized = false }) => ({ isUnrecognized }))
    }
    const { pausesFor, record } = attribute(ends, group, yield* steadyMillis)
    const doubt = pausesFor === null ? undefined : doubtful[pausesFor]
    const reason =
      refusals.map(pauseReason).find(Predicate.isNotNull) ?? (doubt === undefined ? null : refusalReason(doubt))
    if (reason !== null) yield* pauseBroadcast(ref, reason)
    const now = reason === null ? pausedAt : yield* BroadcastStore.use((store) => store.now)
    records.set(refKey(ref), { ends: record, pausedAt: now })
  })

  return (reported: ReadonlyArray<ReportedEnd>) => {
    const refs = new Map(reported.map(({ ref }) => [refKey(ref), ref]))
    const ends = Map.groupBy(reported, ({ ref }) => refKey(ref))
    return Effect.forEach(refs, ([key, ref]) => judge(ref, ends.get(key) ?? []), { discard: true })
  }
}
