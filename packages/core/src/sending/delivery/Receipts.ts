import { Context, Effect, Layer, Metric } from "effect"
import { withSpans } from "../../shared/Spans.ts"
import { type BroadcastRef, refKey } from "../broadcasts/Broadcast.ts"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import type { DeliveryReceipt } from "../channels/MessageChannel.ts"
import type { ContactStore } from "../../people/contacts/ContactStore.ts"
import type { EventStore } from "../../events/events/EventStore.ts"
import type { OptOutStore } from "../../people/opt-outs/OptOutStore.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { recipientNamed, type WorkspaceUuid } from "../../shared/Ids.ts"
import { toStorable } from "../../shared/Text.ts"
import { inTraceOf } from "../../operations/observability/Traces.ts"
import { metrics } from "../../operations/observability/Metrics.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { broadcastOf, type Delivery } from "./Delivery.ts"
import { inSession, unmatchedLock } from "./DeliverySession.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import { HeldOptOuts } from "./HeldOptOuts.ts"
import { ReceiptMatching, type ReportedReceipt, toUnmatched } from "./ReceiptMatching.ts"
import { makeReceiptVerdicts } from "./ReceiptVerdicts.ts"

/** Applies delivery receipts of channels, in any order and any number of times. */
export class Receipts extends Context.Service<
  Receipts,
  {
    /**
     * Applies a batch of receipts from the channel with `channelType`. A status changes only to a status that proves more.
     * Opts out the addresses that the channel reports as opted out. A failure that would affect other messages pauses the
     * broadcast. A receipt changes no message of another channel, or of a workspace that the receipt does not name. After
     * success the channel needn't pass the batch again.
     */
    readonly apply: (channelType: string, receipts: ReadonlyArray<DeliveryReceipt>) => Effect.Effect<void, StorageError>
  }
>()("@rollcall/core/sending/delivery/Receipts") {
  static readonly layer = Layer.effect(
    Receipts,
    Effect.gen(function* () {
      const { report } = yield* HeldOptOuts
      const judge = makeReceiptVerdicts()
      const ports = yield* Effect.context<
        BroadcastStore | DeliveryStore | ContactStore | EventStore | OptOutStore | Transaction
      >()
      return Receipts.of(
        withSpans("Receipts", {
          apply: Effect.fnUntraced(function* (channelType: string, receipts: ReadonlyArray<DeliveryReceipt>) {
            const usable = receipts.filter(({ workspaces }) => workspaces.length > 0)
            if (usable.length < receipts.length)
              yield* logWithoutWorkspace(channelType, receipts.length - usable.length)
            if (usable.length === 0) return
            const applied = yield* Effect.provideContext(applyReceipts(channelType, usable.map(storable)), ports)
            // Both steps run even if one fails, because applied receipts are not reported as new again.
            const reported = yield* Effect.exit(report({ reports: applied.reports, carried: [] }, "receipts"))
            yield* Effect.provideContext(judge(applied.ends), ports)
            yield* reported
            for (const { status } of usable) yield* Metric.update(metrics.receipts.of(channelType, status), 1)
          })
        })
      )
    })
  )
}

const logWithoutWorkspace = (channelType: string, receipts: number) =>
  Effect.logWarning("delivery receipts without a workspace were not applied").pipe(
    Effect.annotateLogs({ channelType, receipts })
  )

/** Makes a receipt storable. An unstorable receipt would block its batch forever. */
const storable = (receipt: DeliveryReceipt): DeliveryReceipt => ({
  ...receipt,
  messageId: toStorable(receipt.messageId),
  error: receipt.error === null || receipt.error.trim() === "" ? null : toStorable(receipt.error)
})

/**
 * Applies a channel's receipts to their deliveries. A status changes only to a status that proves more. An unmatched
 * receipt is stored, and applied when its message id becomes known. Storing takes an exclusive lock, so it runs in a
 * separate transaction that matches the receipts once more. Repeating a batch changes nothing. Returns the channel's
 * reports about messages, and the results for their broadcasts.
 */
export const applyReceipts = Effect.fn("Receipts.applyReceipts")(function* (
  channelType: string,
  receipts: ReadonlyArray<DeliveryReceipt>
) {
  const store = yield* DeliveryStore
  const transaction = yield* Transaction
  const reported = receipts.map((receipt): ReportedReceipt => ({ ...receipt, channelType }))
  const first = yield* transaction.run(
    Effect.andThen(transaction.lock([unmatchedLock], "shared"), applyMatching(reported))
  )
  const unknown = first.receipts.unmatched()
  const { ends, reports } = first
  if (unknown.length === 0) return { ends, reports }
  const second = yield* transaction.run(
    Effect.gen(function* () {
      yield* transaction.lock([unmatchedLock], "exclusive")
      const session = yield* applyMatching(unknown)
      const digest = yield* store.messageDigest
      const unmatched = session.receipts.unmatched().flatMap((receipt) => toUnmatched(receipt, digest))
      if (unmatched.length > 0) yield* store.keepUnmatched(unmatched)
      return session
    })
  )
  return {
    reports: [...reports, ...second.reports],
    ends: [...ends, ...second.ends]
  }
})

/** Applies the receipts that match a delivery. */
const applyMatching = Effect.fnUntraced(function* (receipts: ReadonlyArray<ReportedReceipt>) {
  const store = yield* DeliveryStore
  const deliveries = receipts.flatMap(({ correlation }) => (correlation === null ? [] : [recipientNamed(correlation)]))
  const correlated = deliveries.length === 0 ? [] : yield* store.lock({ deliveries })
  const channelTypes = yield* channelTypesOf(correlated)
  const digest = yield* store.messageDigest
  const named = new ReceiptMatching(correlated, channelTypes, [], digest)
  const others = receipts.filter((receipt) => named.of(receipt) === undefined)
  const ids = messageIdsOf(others)
  const known = ids.length === 0 ? [] : yield* store.lock({ messageIds: [...ids, ...ids.map(digest)] })
  const allTypes = new Map([...channelTypes, ...(yield* channelTypesOf(known))])
  const session = inSession([...correlated, ...known], allTypes, messageIdsOf(receipts), (session) => {
    for (const receipt of receipts) session.receive(receipt)
  })
  return yield* tracedBy(
    Array.from(new Map([...correlated, ...known].map((row) => [refKey(broadcastOf(row)), broadcastOf(row)])).values())
  )(session)
})

/** Adds a span for the receipts to the trace of each broadcast, regardless of the request that delivered the receipts. */
const tracedBy = (refs: ReadonlyArray<BroadcastRef>) => {
  const inEach = ({ broadcast: uuid, workspace }: BroadcastRef) =>
    inTraceOf({ kind: "broadcast", workspace, uuid }, "receipts", { kind: "consumer" })(Effect.void)
  return <A, E, R>(session: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.tap(session, Effect.forEach(refs, inEach, { discard: true }))
}

/** A person's reply to a message of a workspace, as reported by a channel. */
export interface Reply {
  readonly channelType: string
  readonly workspace: WorkspaceUuid
  /** The channel's id of the message that was replied to. */
  readonly repliesTo: string
}

/**
 * Returns the identifiers of the recipients whose messages were replied to. As for receipts, an id matches only messages of
 * the reply's channel and workspace.
 */
export const recipientsAnswered = Effect.fn("Receipts.recipientsAnswered")(function* (replies: ReadonlyArray<Reply>) {
  if (replies.length === 0) return []
  const store = yield* DeliveryStore
  const transaction = yield* Transaction
  return yield* transaction.run(
    Effect.gen(function* () {
      const rows = yield* store.lock({ messageIds: Array.from(new Set(replies.map(({ repliesTo }) => repliesTo))) })
      const matching = new ReceiptMatching(rows, yield* channelTypesOf(rows), [], yield* store.messageDigest)
      const identifiers = new Map(rows.map(({ identifier, uuid }) => [uuid, identifier]))
      return replies.flatMap((reply) => {
        const { channelType, repliesTo: messageId, workspace } = reply
        const uuid = matching.of({ channelType, correlation: null, messageId, workspaces: [workspace] })
        const identifier = uuid === undefined ? undefined : identifiers.get(uuid)
        return identifier === undefined ? [] : [{ reply, identifier }]
      })
    })
  )
})

/** Returns the channels of the deliveries' broadcasts. */
const channelTypesOf = Effect.fnUntraced(function* (rows: ReadonlyArray<Delivery>) {
  const { channelTypes } = yield* BroadcastStore
  const refs = new Map(rows.map(broadcastOf).map((ref) => [refKey(ref), ref]))
  const found = refs.size === 0 ? [] : yield* channelTypes(Array.from(refs.values()))
  return new Map(found.map(({ channelType, ref }) => [refKey(ref), channelType]))
})

const messageIdsOf = (receipts: ReadonlyArray<DeliveryReceipt>) =>
  Array.from(new Set(receipts.map(({ messageId }) => messageId)))
