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

/** Applies delivery receipts of channels, in whatever order and however often they come. */
export class Receipts extends Context.Service<
  Receipts,
  {
    /**
     * Applies a batch of the channel that serves `channelType`, upward only, and opts out the addresses of which the
     * channel says so. A failure that others would get too pauses its broadcast. A receipt changes no message of
     * another channel, and none of a workspace that it does not name.
     * When it succeeds the channel need not offer the batch again.
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
            // A failure of one must not keep the other from being done: what was applied is not reported again as new.
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
  Effect.logWarning("delivery receipts that name no workspace were not applied").pipe(
    Effect.annotateLogs({ channelType, receipts })
  )

/** A receipt that no store could hold would block all others of its batch, again and again. */
const storable = (receipt: DeliveryReceipt): DeliveryReceipt => ({
  ...receipt,
  messageId: toStorable(receipt.messageId),
  error: receipt.error === null || receipt.error.trim() === "" ? null : toStorable(receipt.error)
})

/**
 * Applies receipts of a channel to the deliveries that they are for, upward only. A receipt that matches no delivery is
 * kept, and applied when its message id becomes known. All others wait while it is kept, so that runs in a separate
 * transaction, which looks once more. Repeating a batch changes nothing. Returns what the channel says of the messages,
 * and what that says of their broadcasts.
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

/** The trace of each broadcast has a span for the receipts of its messages, of whatever request they came with. */
const tracedBy = (refs: ReadonlyArray<BroadcastRef>) => {
  const inEach = ({ broadcast: uuid, workspace }: BroadcastRef) =>
    inTraceOf({ kind: "broadcast", workspace, uuid }, "receipts", { kind: "consumer" })(Effect.void)
  return <A, E, R>(session: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.tap(session, Effect.forEach(refs, inEach, { discard: true }))
}

/** A message of a person in reply to one of a workspace, as a channel reports it. */
export interface Reply {
  readonly channelType: string
  readonly workspace: WorkspaceUuid
  /** The channel's id of the message that it answers. */
  readonly repliesTo: string
}

/**
 * Returns the identifiers of the recipients whose messages were answered. As with a receipt, an id names only messages of
 * its channel and workspace.
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

/** The channels of the broadcasts of deliveries. */
const channelTypesOf = Effect.fnUntraced(function* (rows: ReadonlyArray<Delivery>) {
  const { channelTypes } = yield* BroadcastStore
  const refs = new Map(rows.map(broadcastOf).map((ref) => [refKey(ref), ref]))
  const found = refs.size === 0 ? [] : yield* channelTypes(Array.from(refs.values()))
  return new Map(found.map(({ channelType, ref }) => [refKey(ref), channelType]))
})

const messageIdsOf = (receipts: ReadonlyArray<DeliveryReceipt>) =>
  Array.from(new Set(receipts.map(({ messageId }) => messageId)))
