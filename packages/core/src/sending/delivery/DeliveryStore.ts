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

export type DeliveryKey = Pick<Delivery, "workspaceUuid" | "uuid">

/** Selects deliveries to lock. */
export type DeliverySelector =
  | { readonly deliveries: ReadonlyArray<DeliveryKey> }
  | { readonly messageIds: ReadonlyArray<string> }

/** A person to erase from deliveries. */
export interface ErasedPerson {
  readonly workspace: WorkspaceUuid
  readonly contact: ContactUuid
  /** The contacts merged into `contact`. Deliveries may still be linked to these contacts. */
  readonly mergedFrom: ReadonlyArray<ContactUuid>
  /** The addresses that belong to no other contact. Deliveries to these addresses without a contact are the person's. */
  readonly addresses: ReadonlyArray<string>
  /** The latest acceptance of a broadcast for which deliveries without a contact are included. */
  readonly until: DateTime.Utc
}

/** A message to a person in a published broadcast. */
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

/** A delivery leased to a process. The process must mark it as being sent before it sends the message. */
export type ClaimedDelivery = Pick<Delivery, "uuid" | "identifier" | "attempt" | "retries"> & {
  readonly parameters: NonNullable<Delivery["parameters"]>
}

/**
 * The options of a claim. At most `limit` deliveries are claimed, and the first `begin` are marked as being sent in the
 * same step.
 */
export interface ClaimOptions {
  readonly limit: number
  readonly begin: number
  readonly lease: Duration.Duration
  /**
   * Whether a claim without free deliveries waits for locked deliveries. A transaction that holds delivery locks must not
   * wait, because two such transactions could deadlock.
   */
  readonly waits: boolean
}

/** The result of a claim. `Claimed` has deliveries in order of acceptance; the first `begin` must be sent at once. */
export type Claim =
  | { readonly _tag: "Claimed"; readonly deliveries: ReadonlyArray<ClaimedDelivery> }
  /** No unlocked delivery was found, and the claim does not wait. */
  | { readonly _tag: "NoneFree" }
  /** Every pending delivery is waiting for its retry. The first retry is due at `until`. */
  | { readonly _tag: "Waiting"; readonly until: DateTime.Utc }
  /** No delivery is pending. */
  | { readonly _tag: "Drained" }
  /** The broadcast is not `sending`, or has expired, so no send may start. */
  | { readonly _tag: "Stopped" }

/** A delivery with an unknown outcome, because the lease of its send expired. */
export interface ExpiredLease extends SendAttempt {
  readonly ref: BroadcastRef
  /** Whether the delivery was `sending` until now. Otherwise it was already unknown. */
  readonly isNew: boolean
  /** The `channel_type` of the delivery's broadcast. */
  readonly channelType: string
}

/** A delivery's addressee, with the contact that the delivery is linked to. */
export interface DeliveryAddressee extends Addressee, Pick<Delivery, "uuid"> {
  /** The contact that the delivery is linked to. This contact may have been merged into `contact`. */
  readonly tiedTo: ContactUuid | null
}

/** A message that the channel accepted. */
export interface AcceptedMessage extends SendAttempt {
  readonly messageId: string
}

/** A query for recipients. */
export const RecipientFilter = Schema.Struct({
  /** The broadcast of the recipients; null for all broadcasts. */
  broadcast: Schema.NullOr(BroadcastUuid),
  /** At most 1,000 references; null for recipients with any reference or none. */
  clientReferences: Schema.NullOr(Schema.Array(Schema.String)),
  /** Only recipients that changed after this timestamp, exclusive; null for all recipients. */
  updatedAfter: Schema.NullOr(GivenInstant),
  /** Only recipients with one of these statuses. Default: any status. */
  statuses: Schema.optional(Schema.Array(RecipientStatus)),
  /** Only recipients that were not reached for this reason. Default: all. */
  reason: Schema.optional(RecipientReason)
})
export type RecipientFilter = typeof RecipientFilter.Type

/**
 * Port: the deliveries of all broadcasts, and the unmatched receipts. `lock`, `save` and the four methods for unmatched
 * receipts are primitives, which `DeliverySession` combines in a transaction. The other writes are bulk statements, each
 * equal to a function of `Delivery`.
 */
export class DeliveryStore extends Context.Service<
  DeliveryStore,
  {
    /** Returns the selected deliveries and locks them, in order of uuid, until the surrounding transaction ends. */
    readonly lock: (selector: DeliverySelector) => Effect.Effect<ReadonlyArray<Delivery>, StorageError>

    /** Writes locked deliveries, except members frozen at acceptance, which only `eraseDelivery` changes. */
    readonly save: (deliveries: ReadonlyArray<Delivery>) => Effect.Effect<void, StorageError>

    /**
     * Returns up to `limit` deliveries of a person in no order, including staged broadcasts: deliveries linked to one of
     * the contacts, and deliveries without a contact to one of the addresses (`addressOf`). Takes no locks.
     */
    readonly ofPerson: (
      person: ErasedPerson,
      limit: number
    ) => Effect.Effect<
      ReadonlyArray<{ readonly ref: BroadcastRef; readonly uuid: RecipientUuid; readonly isOver: boolean }>,
      StorageError
    >

    /**
     * Returns up to `limit` messages to a person in published broadcasts before a place, newest first. Finds the same
     * deliveries as `ofPerson`, regardless of when they were accepted. Ordered by the acceptance of the broadcast, then the
     * uuid of the recipient.
     */
    readonly messagesBefore: (
      person: Omit<ErasedPerson, "until">,
      place: PlaceInTime,
      limit: number
    ) => Effect.Effect<ReadonlyArray<PersonMessage>, StorageError>

    /** Returns the addresses that the recipients of these deliveries reply from, without duplicates. */
    readonly writersOf: (deliveries: ReadonlyArray<DeliveryKey>) => StorageEffect<ReadonlyArray<string>>

    /** Links locked deliveries to another contact. Leaves `updatedAt` unchanged. */
    readonly tie: (deliveries: ReadonlyArray<DeliveryKey>, contact: ContactUuid) => Effect.Effect<void, StorageError>

    /** Locks a contact's deliveries to some addresses, and links them to another contact. Leaves `updatedAt` unchanged. */
    readonly giveBack: (
      workspace: WorkspaceUuid,
      options: {
        readonly from: ContactUuid
        readonly to: ContactUuid
        readonly addresses: ReadonlyArray<string>
      }
    ) => Effect.Effect<void, StorageError>

    /**
     * Returns the deliveries of these contacts, and of contacts merged into them, in broadcasts with several of these
     * deliveries, if at least one of them is pending or claimed. Includes staged broadcasts. In no particular order. Takes
     * no locks.
     */
    readonly sharedBroadcasts: (
      workspace: WorkspaceUuid,
      contacts: ReadonlyArray<ContactUuid>
    ) => Effect.Effect<ReadonlyArray<{ readonly ref: BroadcastRef; readonly uuid: RecipientUuid }>, StorageError>

    /** Returns the pending and claimed deliveries to one of these identifiers, including staged broadcasts. */
    readonly unsentTo: (
      workspace: WorkspaceUuid,
      addresses: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<{ readonly ref: BroadcastRef; readonly uuid: RecipientUuid }>, StorageError>

    /** Returns the digest function for message ids. Its key is stored, so that every process gets the same digests. */
    readonly messageDigest: StorageEffect<MessageDigest>

    /**
     * Returns the unmatched receipts for these message id digests, of every channel and workspace. The receipts of a digest
     * are in the order in which they were stored.
     */
    readonly unmatched: (digests: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<UnmatchedReceipt>, StorageError>

    /**
     * Stores unmatched receipts. Skips a receipt if a stored receipt has the same channel, workspace, message id and
     * status.
     */
    readonly keepUnmatched: (receipts: ReadonlyArray<UnmatchedReceipt>) => Effect.Effect<void, StorageError>

    /** Removes the unmatched receipts that have the channel, workspace, message id and status of a given receipt. */
    readonly removeUnmatched: (receipts: ReadonlyArray<UnmatchedReceipt>) => Effect.Effect<void, StorageError>

    /**
     * Removes up to `limit` unmatched receipts that were stored more than `keepFor` ago by the store's clock, oldest first.
     * Returns the number of removed receipts.
     */
    readonly pruneUnmatched: (options: {
      readonly keepFor: Duration.Duration
      readonly limit: number
    }) => Effect.Effect<number, StorageError>

    /**
     * Claims up to `limit` pending deliveries of a `sending` broadcast that has not expired, in order of acceptance (equals
     * `Delivery.claim` on each; the first `begin` as `sending`). Claims deliveries that were never released (`notBefore` is
     * null) first, and due retries only if there are no others. No two claims share a delivery. Skips rows locked by
     * another transaction, unless only locked rows are left and the claim waits. Call it inside a transaction that shares
     * the broadcast's lock, so that no claim commits after a cancel or pause has returned.
     */
    readonly claim: (ref: BroadcastRef, options: ClaimOptions) => Effect.Effect<Claim, StorageError>

    /**
     * Marks claimed deliveries as being sent until `lease` from now (equals `Delivery.beginSend` on each), if they belong
     * to the broadcast, which must be `sending` and must not have expired. Returns the marked deliveries; only the marked
     * deliveries may be sent. Skips rows locked by another transaction. Call it inside a transaction that shares the
     * broadcast's lock, so that no delivery is marked after a cancel or pause has returned. The uuids are distinct.
     */
    readonly beginSends: (
      ref: BroadcastRef,
      attempts: ReadonlyArray<SendAttempt>,
      lease: Duration.Duration
    ) => Effect.Effect<ReadonlyArray<RecipientUuid>, StorageError>

    /**
     * Returns the addressees of a workspace's deliveries: each delivery's contact, or the survivor of a merge, and the
     * address of the delivery's identifier. The uuids are distinct.
     */
    readonly addressees: (
      workspace: WorkspaceUuid,
      uuids: ReadonlyArray<RecipientUuid>
    ) => Effect.Effect<ReadonlyArray<DeliveryAddressee>, StorageError>

    /**
     * Updates claimed deliveries to their contacts' current addresses (equals `Delivery.readdress` on each), if they belong
     * to the broadcast and the attempt is the latest. Returns the changed deliveries. The uuids are distinct.
     */
    readonly readdress: (
      ref: BroadcastRef,
      addressed: ReadonlyArray<SendAttempt & { readonly address: string }>
    ) => Effect.Effect<ReadonlyArray<RecipientUuid>, StorageError>

    /**
     * Records accepted messages in bulk (equals `Delivery.applyOutcome` on each). Only for deliveries of the broadcast that
     * are `sending` in this attempt, are not erased, and have no message id and no unmatched receipt for it. Returns the
     * recorded deliveries; other deliveries stay unchanged. The uuids are distinct.
     */
    readonly recordAccepted: (
      ref: BroadcastRef,
      accepted: ReadonlyArray<AcceptedMessage>
    ) => Effect.Effect<ReadonlyArray<Pick<Delivery, "uuid" | "identifier" | "clientReference">>, StorageError>

    /**
     * Stores the addresses that recipients of a broadcast reply from. Each address differs from the recipient's identifier.
     * Skips erased recipients. Returns the recipients with a stored address. The uuids are distinct.
     */
    readonly keepWriters: (
      ref: BroadcastRef,
      writers: ReadonlyArray<{ readonly uuid: RecipientUuid; readonly writesFrom: string }>
    ) => Effect.Effect<ReadonlyArray<Pick<Delivery, "uuid" | "identifier">>, StorageError>

    /**
     * Returns pairs of an address and another address of the same recipient in a workspace, without duplicates. For a reply
     * address, `other` is the identifier of the recipient. For an identifier, `other` is the recipient's reply address.
     */
    readonly otherAddresses: (
      workspace: WorkspaceUuid,
      addresses: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<{ readonly address: string; readonly other: string }>, StorageError>

    /**
     * Expires up to `limit` leases of any broadcast in any status (equals `Delivery.expireLease` on each), oldest first.
     * Returns the deliveries that are unknown afterwards. An unresolved delivery is returned again after `askAgainAfter`,
     * in case the process dies. Skips deliveries locked by another transaction.
     */
    readonly expireLeases: (options: {
      readonly limit: number
      readonly askAgainAfter: Duration.Duration
    }) => Effect.Effect<ReadonlyArray<ExpiredLease>, StorageError>

    /**
     * Shortens up to `limit` leases of any broadcast that are too long because the clock went back (equals
     * `Delivery.shortenLease` on each). Returns the number of shortened leases. Skips deliveries locked by another
     * transaction.
     */
    readonly shortenLeases: (options: {
      readonly limit: number
      readonly lease: Duration.Duration
    }) => Effect.Effect<number, StorageError>

    /**
     * Takes up to `wanted` permits from a sender's token bucket (equals `takePermits`). `sender` is the bucket's name, with
     * the channel.
     */
    readonly takePermits: (
      workspace: WorkspaceUuid,
      sender: string,
      wanted: number,
      rate: SendRate
    ) => Effect.Effect<Permits, StorageError>

    /**
     * Empties a sender's token bucket, so that the next permit comes after `wait` at the earliest (equals `holdPermits`).
     */
    readonly holdPermits: (
      workspace: WorkspaceUuid,
      sender: string,
      wait: Duration.Duration,
      rate: SendRate
    ) => Effect.Effect<void, StorageError>

    /** Ends the wait of a sender (equals `endHold`). */
    readonly endHold: (workspace: WorkspaceUuid, sender: string) => Effect.Effect<void, StorageError>

    /**
     * Makes up to `limit` waiting pending deliveries of a broadcast claimable at once (equals `Delivery.wake` on each).
     * Leaves `updatedAt` unchanged. Returns the number of deliveries; fewer than `limit` means that only rows locked by
     * another transaction are left.
     */
    readonly wake: (ref: BroadcastRef, limit: number) => Effect.Effect<number, StorageError>

    /** Returns the counters of a broadcast's deliveries as `countersOf` does from one snapshot. */
    readonly counters: (ref: BroadcastRef) => Effect.Effect<DeliveryCounters, StorageError>

    /**
     * Returns the counters and reasons of a broadcast's deliveries as `countersOf` and `reasonsOf` do from one snapshot.
     */
    readonly outcomes: (
      ref: BroadcastRef
    ) => Effect.Effect<{ readonly counters: DeliveryCounters; readonly reasons: ReasonCounts }, StorageError>

    /** Returns the time series of a broadcast's visible recipients as `overTime` does. */
    readonly overTime: (ref: BroadcastRef, request: SpanRequest) => StorageEffect<ReadonlyArray<SpanCounts>>

    /**
     * Returns a page of a workspace's recipients that match every part of the filter. The order never changes: by
     * `position` within a broadcast, by `uuid` across broadcasts. The `position` or `uuid` is also the key of a place. Page
     * and total come from one snapshot. Lists no recipients of a broadcast once any of them have been pruned, because the
     * list would be incomplete.
     */
    readonly recipients: (
      workspace: WorkspaceUuid,
      filter: RecipientFilter,
      page: PlaceRequest
    ) => Effect.Effect<PlacePage<Recipient>, StorageError>
  }
>()("@rollcall/core/sending/delivery/DeliveryStore") {}
