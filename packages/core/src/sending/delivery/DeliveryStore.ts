import { Context, type DateTime, type Duration, type Effect, Schema } from "effect"
import type { Broadcast, BroadcastRef } from "../broadcasts/Broadcast.ts"
import type { Addressee } from "../../people/identity/Addressee.ts"
import { type ReasonCounts, type Recipient, RecipientReason, RecipientStatus } from "../broadcasts/Recipient.ts"
import { BroadcastUuid, type ContactUuid, type RecipientUuid, type WorkspaceUuid } from "../../shared/Ids.ts"
import { GivenInstant } from "../../shared/Instant.ts"
import type { PlaceInTime } from "../../shared/Instant.ts"
import type { PlacePage, PlaceRequest } from "../../shared/Page.ts"
import type { StorageEffect, StorageError } from "../../shared/StorageError.ts"
import type { Delivery, DeliveryCounters, MessageDigest, SendAttempt, SpanCounts, SpanRequest } from "./Delivery.ts"
import type { Permits, SendRate } from "./RateLimit.ts"
import type { UnmatchedReceipt } from "./ReceiptMatching.ts"

/** Identifies a delivery. */
export type DeliveryKey = Pick<Delivery, "workspaceUuid" | "uuid">

/** Which deliveries to lock. */
export type DeliverySelector =
  | { readonly deliveries: ReadonlyArray<DeliveryKey> }
  | { readonly messageIds: ReadonlyArray<string> }

/** The person to erase from deliveries. */
export interface ErasedPerson {
  readonly workspace: WorkspaceUuid
  readonly contact: ContactUuid
  /** The contacts merged into it: deliveries stay tied to them. */
  readonly mergedFrom: ReadonlyArray<ContactUuid>
  /** The addresses that no other contact has. Deliveries to them that know no contact are the person's. */
  readonly addresses: ReadonlyArray<string>
  /** Deliveries that know no contact are the person's if their broadcast was accepted up to this timestamp. */
  readonly until: DateTime.Utc
}

/** A message of a published broadcast to a person. Its place is by the acceptance of the broadcast. */
export type PersonMessage = Pick<
  Delivery,
  | "uuid"
  | "broadcastUuid"
  | "identifier"
  | "clientReference"
  | "status"
  | "reason"
  | "error"
  | "sentAt"
  | "deliveredAt"
  | "readAt"
> & { readonly broadcast: Pick<Broadcast, "name" | "templateName" | "channelType" | "createdBy" | "createdAt"> }

/** A delivery that is leased to the claiming process, which may send it once it has marked it so. */
export type ClaimedDelivery = Pick<Delivery, "uuid" | "identifier" | "attempt" | "retries"> & {
  readonly parameters: NonNullable<Delivery["parameters"]>
}

/** How many deliveries to claim: of `limit`, the first `begin` are marked as being sent in the same step. */
export interface ClaimOptions {
  readonly limit: number
  readonly begin: number
  readonly lease: Duration.Duration
  /**
   * Whether a claim that finds nothing else waits for deliveries that other transactions have locked. A transaction that
   * has locked deliveries itself must not wait: two such transactions would wait for each other.
   */
  readonly waits: boolean
}

/** The result of a claim: deliveries in the order of acceptance. The first `begin` are to be sent at once. */
export type Claim =
  | { readonly _tag: "Claimed"; readonly deliveries: ReadonlyArray<ClaimedDelivery> }
  /** The claim does not wait, and found none. */
  | { readonly _tag: "NoneFree" }
  /** Every pending delivery waits for its retry; the first is due at this time. */
  | { readonly _tag: "Waiting"; readonly until: DateTime.Utc }
  /** No delivery is pending. */
  | { readonly _tag: "Drained" }
  /** The broadcast is not `sending`, or has expired: nothing may start. */
  | { readonly _tag: "Stopped" }

/** A delivery that may have been sent and has no outcome, because the lease of its send expired. */
export interface ExpiredLease extends SendAttempt {
  readonly ref: BroadcastRef
  /** Whether the delivery was `sending` until now; otherwise it was unknown before. */
  readonly isNew: boolean
  /** The channel of its broadcast. */
  readonly channelType: string
}

/** The addressee of a delivery. */
export interface DeliveryAddressee extends Addressee, Pick<Delivery, "uuid"> {
  /** The contact that it is tied to, which may have been merged into `contact` since. */
  readonly tiedTo: ContactUuid | null
}

/** A message that the channel accepted. */
export interface AcceptedMessage extends SendAttempt {
  readonly messageId: string
}

/** Which recipients a reader wants. */
export const RecipientFilter = Schema.Struct({
  /** The broadcast of the recipients; null for all broadcasts. */
  broadcast: Schema.NullOr(BroadcastUuid),
  /** At most 1,000. */
  clientReferences: Schema.NullOr(Schema.Array(Schema.String)),
  /** Strictly after. */
  updatedAfter: Schema.NullOr(GivenInstant),
  /** Only recipients with one of these statuses. Default: any status. */
  statuses: Schema.optional(Schema.Array(RecipientStatus)),
  /** Only recipients that were not reached for this reason. Default: all. */
  reason: Schema.optional(RecipientReason)
})
export type RecipientFilter = typeof RecipientFilter.Type

/**
 * Port: the deliveries of all broadcasts, and the receipts that match no delivery. `lock`, `save` and the four methods for
 * unmatched receipts are primitives, which `DeliverySession` composes inside a transaction. The other writes are bulk
 * statements. Each equals a function of `Delivery`.
 */
export class DeliveryStore extends Context.Service<
  DeliveryStore,
  {
    /**
     * Returns the selected deliveries, and locks them until the surrounding transaction ends, in the order of their
     * uuids.
     */
    readonly lock: (selector: DeliverySelector) => Effect.Effect<ReadonlyArray<Delivery>, StorageError>

    /** Writes locked deliveries, except what is frozen at acceptance. Only `eraseDelivery` changes that. */
    readonly save: (deliveries: ReadonlyArray<Delivery>) => Effect.Effect<void, StorageError>

    /**
     * Returns up to `limit` deliveries of a person in no order, including staged broadcasts: deliveries that are tied to
     * one of the contacts, and untied deliveries whose identifier is written for one of the addresses (`addressOf`). Locks
     * none.
     */
    readonly ofPerson: (
      person: ErasedPerson,
      limit: number
    ) => Effect.Effect<
      ReadonlyArray<{ readonly ref: BroadcastRef; readonly uuid: RecipientUuid; readonly isOver: boolean }>,
      StorageError
    >

    /**
     * Returns up to `limit` messages to a person in published broadcasts before a place, newest first: the deliveries that
     * `ofPerson` finds, whenever they were accepted. Ordered by the acceptance of the broadcast and the uuid of the
     * recipient.
     */
    readonly messagesBefore: (
      person: Omit<ErasedPerson, "until">,
      place: PlaceInTime,
      limit: number
    ) => Effect.Effect<ReadonlyArray<PersonMessage>, StorageError>

    /** The addresses under which the recipients of these deliveries write, each once. */
    readonly writersOf: (deliveries: ReadonlyArray<DeliveryKey>) => StorageEffect<ReadonlyArray<string>>

    /** Ties locked deliveries to another contact. Readers see no change. */
    readonly tie: (deliveries: ReadonlyArray<DeliveryKey>, contact: ContactUuid) => Effect.Effect<void, StorageError>

    /** Locks the deliveries of one contact that go to some addresses, and ties them to another contact. Readers see no change. */
    readonly giveBack: (
      workspace: WorkspaceUuid,
      options: {
        readonly from: ContactUuid
        readonly to: ContactUuid
        readonly addresses: ReadonlyArray<string>
      }
    ) => Effect.Effect<void, StorageError>

    /**
     * Returns the deliveries of these contacts, or of contacts merged into them, that share a broadcast with another such
     * delivery, if one of them is pending or claimed. Includes staged broadcasts. In no order. Locks none.
     */
    readonly sharedBroadcasts: (
      workspace: WorkspaceUuid,
      contacts: ReadonlyArray<ContactUuid>
    ) => Effect.Effect<ReadonlyArray<{ readonly ref: BroadcastRef; readonly uuid: RecipientUuid }>, StorageError>

    /** The pending and claimed deliveries to one of these identifiers, including staged broadcasts. */
    readonly unsentTo: (
      workspace: WorkspaceUuid,
      addresses: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<{ readonly ref: BroadcastRef; readonly uuid: RecipientUuid }>, StorageError>

    /** The digest of message ids, with a key that the store keeps, so that it is the same in every process. */
    readonly messageDigest: StorageEffect<MessageDigest>

    /**
     * The unmatched receipts for these digests of message ids, of every channel and workspace. The receipts for one digest
     * are in the order in which they were kept.
     */
    readonly unmatched: (digests: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<UnmatchedReceipt>, StorageError>

    /** Keeps receipts. Ignores a receipt if a kept one has its channel, workspace, message id and status. */
    readonly keepUnmatched: (receipts: ReadonlyArray<UnmatchedReceipt>) => Effect.Effect<void, StorageError>

    /** Removes the unmatched receipts with the channel, workspace, message id and status of one of these receipts. */
    readonly removeUnmatched: (receipts: ReadonlyArray<UnmatchedReceipt>) => Effect.Effect<void, StorageError>

    /**
     * Removes up to `limit` unmatched receipts that were kept more than `keepFor` ago by the store's clock, oldest first.
     * Returns how many it removed.
     */
    readonly pruneUnmatched: (options: {
      readonly keepFor: Duration.Duration
      readonly limit: number
    }) => Effect.Effect<number, StorageError>

    /**
     * Claims up to `limit` pending deliveries of a `sending` broadcast that has not expired, in the order of acceptance
     * (equals `Delivery.claim` on each; for the first `begin` of them as `sending`). Claims deliveries that were never
     * released (`notBefore` is null); only if it finds none, deliveries whose retry is due. No two claims share a delivery.
     * Skips rows that another transaction has locked, unless there are no others and the claim waits. Called inside a
     * transaction that shares the lock of the broadcast, so that no claim commits once a cancel or a pause is answered.
     */
    readonly claim: (ref: BroadcastRef, options: ClaimOptions) => Effect.Effect<Claim, StorageError>

    /**
     * Marks claimed deliveries as being sent until `lease` from now (equals `Delivery.beginSend` on each), if they belong
     * to the broadcast and it is `sending` and has not expired. Returns the marked deliveries: only these may be sent.
     * Skips rows that another transaction has locked. Called inside a transaction that shares the lock of the broadcast, so
     * that no delivery is marked once a cancel or a pause is answered. The uuids are distinct.
     */
    readonly beginSends: (
      ref: BroadcastRef,
      attempts: ReadonlyArray<SendAttempt>,
      lease: Duration.Duration
    ) => Effect.Effect<ReadonlyArray<RecipientUuid>, StorageError>

    /**
     * Returns the addressee of each of these deliveries of a workspace: its contact, or the survivor if that was merged,
     * and the address that its identifier is written for. The uuids are distinct.
     */
    readonly addressees: (
      workspace: WorkspaceUuid,
      uuids: ReadonlyArray<RecipientUuid>
    ) => Effect.Effect<ReadonlyArray<DeliveryAddressee>, StorageError>

    /**
     * Gives claimed deliveries the addresses that their contacts have now (equals `Delivery.readdress` on each), if they
     * belong to the broadcast and the attempt is the newest one. Returns the changed deliveries. The uuids are distinct.
     */
    readonly readdress: (
      ref: BroadcastRef,
      addressed: ReadonlyArray<SendAttempt & { readonly address: string }>
    ) => Effect.Effect<ReadonlyArray<RecipientUuid>, StorageError>

    /**
     * Records accepted messages (equals `Delivery.applyOutcome` on each) if nothing else is to be done: the delivery
     * belongs to the broadcast and is `sending` in this attempt, is not erased and has no message id, and no unmatched
     * receipt waits for its message id. Returns the recorded deliveries, and does not touch the others. The uuids are
     * distinct.
     */
    readonly recordAccepted: (
      ref: BroadcastRef,
      accepted: ReadonlyArray<AcceptedMessage>
    ) => Effect.Effect<ReadonlyArray<Pick<Delivery, "uuid" | "identifier" | "clientReference">>, StorageError>

    /**
     * Keeps the addresses under which recipients of a broadcast write, if they differ from their identifiers. Leaves out
     * erased recipients. Returns the recipients that got an address. The uuids are distinct.
     */
    readonly keepWriters: (
      ref: BroadcastRef,
      writers: ReadonlyArray<{ readonly uuid: RecipientUuid; readonly writesFrom: string }>
    ) => Effect.Effect<ReadonlyArray<Pick<Delivery, "uuid" | "identifier">>, StorageError>

    /**
     * For each of these addresses, the other addresses of recipients of a workspace, each once. They are the identifiers of
     * recipients who write under the address, and the addresses under which recipients write who are sent to at it.
     */
    readonly otherAddresses: (
      workspace: WorkspaceUuid,
      addresses: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<{ readonly address: string; readonly other: string }>, StorageError>

    /**
     * Expires up to `limit` leases of any broadcast in any state (equals `Delivery.expireLease` on each), oldest first.
     * Returns the deliveries that are unknown then. Each is returned again after `askAgainAfter` until it is resolved, so
     * that a process that dies in between strands none. Skips deliveries that another transaction has locked.
     */
    readonly expireLeases: (options: {
      readonly limit: number
      readonly askAgainAfter: Duration.Duration
    }) => Effect.Effect<ReadonlyArray<ExpiredLease>, StorageError>

    /**
     * Shortens up to `limit` leases of any broadcast that would last too long because the clock went back (equals
     * `Delivery.shortenLease` on each). Returns how many. Skips deliveries that another transaction has locked.
     */
    readonly shortenLeases: (options: {
      readonly limit: number
      readonly lease: Duration.Duration
    }) => Effect.Effect<number, StorageError>

    /**
     * Takes up to `wanted` permits from the token bucket of a sender (equals `takePermits`). `sender` names it and its
     * channel.
     */
    readonly takePermits: (
      workspace: WorkspaceUuid,
      sender: string,
      wanted: number,
      rate: SendRate
    ) => Effect.Effect<Permits, StorageError>

    /** Empties the token bucket of a sender, so that it has no permit before `wait` is over (equals `holdPermits`). */
    readonly holdPermits: (
      workspace: WorkspaceUuid,
      sender: string,
      wait: Duration.Duration,
      rate: SendRate
    ) => Effect.Effect<void, StorageError>

    /** Ends the wait of a sender (equals `endHold`). */
    readonly endHold: (workspace: WorkspaceUuid, sender: string) => Effect.Effect<void, StorageError>

    /**
     * Lets up to `limit` waiting pending deliveries of a broadcast be claimed at once (equals `Delivery.wake` on each).
     * Readers see no change. Returns how many. Fewer than `limit` means that only rows locked by another transaction are
     * left.
     */
    readonly wake: (ref: BroadcastRef, limit: number) => Effect.Effect<number, StorageError>

    /** Returns the counters of a broadcast's deliveries, as `countersOf` counts them, from one snapshot. */
    readonly counters: (ref: BroadcastRef) => Effect.Effect<DeliveryCounters, StorageError>

    /** Equals `countersOf` and `reasonsOf` the deliveries of a broadcast, both from one snapshot. */
    readonly outcomes: (
      ref: BroadcastRef
    ) => Effect.Effect<{ readonly counters: DeliveryCounters; readonly reasons: ReasonCounts }, StorageError>

    /** Equals `overTime` of the deliveries that `recipients` lists of a broadcast. */
    readonly overTime: (ref: BroadcastRef, request: SpanRequest) => StorageEffect<ReadonlyArray<SpanCounts>>

    /**
     * A page of the recipients of a workspace that satisfy every part of the filter. The order never changes: by `position`
     * for one broadcast, by `uuid` over all. The same value is the key of a place. Page and total are of one snapshot. Once
     * recipients of a broadcast were removed by age, it lists none, because the rest would be incomplete.
     */
    readonly recipients: (
      workspace: WorkspaceUuid,
      filter: RecipientFilter,
      page: PlaceRequest
    ) => Effect.Effect<PlacePage<Recipient>, StorageError>
  }
>()("@rollcall/core/sending/delivery/DeliveryStore") {}
