import { Context, Duration, Effect, Layer, Option, RcMap, Schema, Stream, Struct } from "effect"
import { noInputs, workspaceService } from "../../shared/WorkspaceService.ts"
import { newestOf } from "../../operations/background/Newest.ts"
import { BroadcastNotFound, type BroadcastRef, noBroadcast, recipientsRemoved } from "../broadcasts/Broadcast.ts"
import { BroadcastStore } from "../broadcasts/BroadcastStore.ts"
import {
  type BroadcastDetails,
  type Recipient,
  RecipientReason,
  statusesOf,
  WireStatus
} from "../broadcasts/Recipient.ts"
import { type Caller, type BroadcastUuid, Uuid, type WorkspaceUuid } from "../../shared/Ids.ts"
import { given } from "../../shared/Input.ts"
import { InvalidInput, issue } from "../../shared/Issue.ts"
import { type CursorOrder, type CursorPage, type CursorRequest, type PageRequest, readPage } from "../../shared/Page.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import type { SpanCounts } from "./Delivery.ts"
import { DeliveryStore, RecipientFilter } from "./DeliveryStore.ts"

/** How often a followed broadcast is read. */
const followEvery = Duration.millis(500)

const { broadcast, clientReferences, updatedAfter } = Struct.map(RecipientFilter.fields, Schema.optional)

/** A filter for the recipients of a broadcast. Recipients must match every given member. */
export const RecipientsOfBroadcast = Schema.Struct({
  /** Only recipients whose delivery changed after this timestamp, exclusive. */
  updatedAfter,
  /** Only recipients with this status, as shown in listings. */
  status: given(WireStatus),
  /** Only recipients not reached for this reason. */
  reason: given(RecipientReason)
})
export type RecipientsOfBroadcast = typeof RecipientsOfBroadcast.Type

/** A filter for the recipients of a workspace. Recipients must match every given member. */
export const RecipientsOfWorkspace = Schema.Struct({
  /** Only recipients of this broadcast. */
  broadcast,
  /** Only recipients with one of these references; at most 1,000. */
  clientReferences,
  /** Only recipients whose delivery changed after this timestamp, exclusive. */
  updatedAfter
})
export type RecipientsOfWorkspace = typeof RecipientsOfWorkspace.Type

/** The longest span of a time series: a day. */
const maxSpanSeconds = 86_400

/** The span length of a time series. */
export const BroadcastSpans = Schema.Struct({
  /** 1 to 86,400 seconds. Default: 60. */
  seconds: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxSpanSeconds })))
})
export type BroadcastSpans = typeof BroadcastSpans.Type

const defaultSpan = 60

/** The maximum number of spans returned. */
const maxSpans = 2_000

/** The largest recipient position that every store can compare. */
const maxPosition = 2 ** 31 - 1

const ofBroadcast: CursorOrder = {
  listing: "recipients",
  order: "position",
  key: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maxPosition }))
}

const ofWorkspace: CursorOrder = { listing: "recipients of all broadcasts", order: "uuid", key: Uuid }

const firstOnly: PageRequest = { limit: 1, offset: 0 }

/**
 * Reads the state of broadcasts and their recipients.
 *
 * @example
 * const deliveries = yield* Deliveries
 * const { broadcast: state, counters } = yield* deliveries.get(caller, broadcast)
 * return [state.status, counters.delivered]
 */
export class Deliveries extends Context.Service<
  Deliveries,
  {
    /**
     * Returns a broadcast with its counters and reasons. The counters and reasons come from one snapshot that is not older
     * than the broadcast's status.
     *
     * @example
     * const deliveries = yield* Deliveries
     * const { counters, reasons } = yield* deliveries.get(caller, broadcast)
     * return [counters.delivered, reasons]
     */
    readonly get: (
      caller: Caller,
      uuid: BroadcastUuid
    ) => Effect.Effect<BroadcastDetails, BroadcastNotFound | StorageError>

    /**
     * Streams the result of `get`: at once, and again after each change, at most twice a second. All followers of a
     * broadcast share one read; a slow reader gets only the newest value. The stream never ends, and pauses while the store
     * can't be read.
     *
     * @example
     * const deliveries = yield* Deliveries
     * const sent = Stream.map(deliveries.follow(caller, broadcast), ({ counters }) => counters.sent)
     * yield* Stream.runForEach(sent, (count) => Effect.log(`${count} messages were sent`))
     */
    readonly follow: (
      caller: Caller,
      uuid: BroadcastUuid
    ) => Stream.Stream<BroadcastDetails, BroadcastNotFound | StorageError>

    /**
     * Returns how many messages were sent, delivered, read and found undeliverable in each span, oldest first. Empty spans
     * are left out. Fails for more than 2,000 spans.
     *
     * @param spans Default: spans of 60 seconds.
     * @example
     * const deliveries = yield* Deliveries
     * const minutes = yield* deliveries.timeseries(caller, broadcast, { seconds: 60 })
     * return minutes.map(({ at, sent }) => [at, sent])
     */
    readonly timeseries: (
      caller: Caller,
      uuid: BroadcastUuid,
      spans?: BroadcastSpans
    ) => Effect.Effect<ReadonlyArray<SpanCounts>, BroadcastNotFound | InvalidInput | StorageError>

    /**
     * Returns recipients in order of acceptance, including rejected recipients.
     *
     * @param filter `{}` for all recipients.
     * @param page At most `limit` items after the first `offset`; or, with offset 0, the items after the cursor `after`,
     *   the `next` of an earlier page.
     * @example
     * const deliveries = yield* Deliveries
     * const { items, next } = yield* deliveries.recipients(caller, broadcast, {}, { limit: 100, offset: 0 })
     * return [next, items.map(({ identifier, status }) => [identifier, status])]
     */
    readonly recipients: (
      caller: Caller,
      uuid: BroadcastUuid,
      filter: RecipientsOfBroadcast,
      page: CursorRequest
    ) => Effect.Effect<CursorPage<Recipient>, BroadcastNotFound | InvalidInput | StorageError>

    /**
     * Returns recipients in order of acceptance, or across broadcasts in order of uuid. The order doesn't change with
     * receipts. With `updatedAfter`, a recipient that changes between pages appears at its place in the order, so the next
     * page may repeat earlier items. Fails if the filter's broadcast does not exist, or if no recipient has one of the
     * filter's references.
     *
     * @param filter Recipients must match every given member. Default: `{}` for all recipients.
     * @param page At most `limit` items after the first `offset`; or, with offset 0, the items after the cursor `after`,
     *   the `next` of an earlier page.
     * @example
     * const deliveries = yield* Deliveries
     * const filter = { broadcast, clientReferences: ["appointment-7"] }
     * const { items } = yield* deliveries.list(caller, filter, { limit: 100, offset: 0 })
     * return items.map(({ clientReference, status }) => [clientReference, status])
     */
    readonly list: (
      caller: Caller,
      filter: RecipientsOfWorkspace,
      page: CursorRequest
    ) => Effect.Effect<CursorPage<Recipient>, BroadcastNotFound | InvalidInput | StorageError>
  }
>()("@rollcall/core/sending/delivery/Deliveries") {
  static readonly layer = Layer.effect(
    Deliveries,
    Effect.gen(function* () {
      const broadcasts = yield* BroadcastStore
      const store = yield* DeliveryStore

      /**
       * Returns a broadcast, or fails if it does not exist. A listing without recipients makes this check and is then read
       * again, so that a newly published broadcast shows all its recipients.
       */
      const found = Effect.fnUntraced(function* (workspace: WorkspaceUuid, uuid: BroadcastUuid) {
        const broadcast = yield* broadcasts.find(workspace, uuid)
        return yield* Effect.mapError(Effect.fromOption(broadcast), () => noBroadcast(uuid))
      })

      /** Fails if the broadcast of an empty listing does not exist, or if its recipients have been pruned. */
      const listed = Effect.fnUntraced(function* (workspace: WorkspaceUuid, uuid: BroadcastUuid) {
        const { recipientsRemovedAt } = yield* found(workspace, uuid)
        if (recipientsRemovedAt !== null) return yield* recipientsRemoved(uuid, [])
      })

      const details = Effect.fnUntraced(function* (workspace: WorkspaceUuid, uuid: BroadcastUuid) {
        const broadcast = yield* found(workspace, uuid)
        const { counters, reasons } = yield* store.outcomes({ workspace, broadcast: uuid })
        const { unfinished: _, ...visible } = counters
        const isResolving = broadcast.status === "resolving"
        const progress = isResolving ? yield* broadcasts.progress({ workspace, broadcast: uuid }) : Option.none()
        return { broadcast, counters: visible, reasons, resolution: Option.getOrNull(progress) }
      })

      const followed = yield* RcMap.make({
        lookup: ({ broadcast, workspace }: BroadcastRef) => newestOf(details(workspace, broadcast), followEvery)
      })

      return Deliveries.of({
        ...workspaceService<Omit<Deliveries["Service"], "follow">>("Deliveries", noInputs, {
          get: ({ workspace }, uuid) => details(workspace, uuid),

          recipients: ({ workspace }, uuid, { reason, status, updatedAfter }, page) =>
            readPage(
              ofBroadcast,
              page,
              Effect.fnUntraced(function* (page) {
                const filter = {
                  broadcast: uuid,
                  clientReferences: null,
                  updatedAfter: updatedAfter ?? null,
                  ...(status && { statuses: statusesOf(status) }),
                  ...(reason && { reason })
                }
                const read = store.recipients(workspace, filter, page)
                const result = yield* read
                if (result.total > 0) return result
                yield* listed(workspace, uuid)
                return yield* read
              })
            ),

          timeseries: Effect.fnUntraced(function* ({ workspace }, uuid, { seconds } = {}) {
            const span = Duration.seconds(seconds ?? defaultSpan)
            const found = yield* store.overTime({ workspace, broadcast: uuid }, { span, limit: maxSpans + 1 })
            if (found.length === 0) yield* listed(workspace, uuid)
            if (found.length <= maxSpans) return found
            return yield* new InvalidInput({
              issues: [
                issue(
                  "value_error",
                  ["seconds"],
                  `must be larger: the broadcast has more than ${maxSpans} spans of this length`
                )
              ]
            })
          }),

          list: ({ workspace }, { broadcast = null, clientReferences = null, updatedAfter = null }, page) =>
            readPage(
              broadcast === null ? ofWorkspace : ofBroadcast,
              page,
              Effect.fnUntraced(function* (page) {
                const all = { broadcast, clientReferences, updatedAfter }
                const read = store.recipients(workspace, all, page)
                const result = yield* read
                if (result.total > 0) return result
                if (broadcast !== null) yield* listed(workspace, broadcast)
                if (clientReferences !== null) {
                  const ever = yield* store.recipients(workspace, { ...all, updatedAfter: null }, firstOnly)
                  if (ever.total === 0)
                    return yield* new BroadcastNotFound({ what: "recipient with one of these references" })
                }
                return yield* read
              })
            )
        }),

        follow: ({ workspace }, broadcast) => Stream.unwrap(RcMap.get(followed, { workspace, broadcast }))
      })
    })
  )
}
