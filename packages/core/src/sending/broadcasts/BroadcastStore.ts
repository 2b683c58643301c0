import { Context, type DateTime, type Duration, type Effect, type Option } from "effect"
import type { BroadcastUuid, ContactUuid, RecipientUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { Page, PageRequest } from "../../shared/Page.ts"
import type { TemplateCategory } from "../templates/Template.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import type { BroadcastAudience } from "./audience/AudienceRequest.ts"
import type {
  Broadcast,
  BroadcastRef,
  BroadcastStatus,
  BroadcastSummary,
  HeldOptOutsState,
  ResolutionProgress
} from "./Broadcast.ts"
import type { RefusedRecipient, StoredRecipient, RecipientProblem } from "./Recipient.ts"

/**
 * The record under an idempotency key: a fingerprint of the request and the response to repeat. The warnings aren't
 * included; they are rebuilt from the `refused` recipients. Contains no personal data.
 */
export interface IdempotencyRecord {
  readonly fingerprint: string
  /** The response as JSON. */
  readonly response: string
}

/** A broadcast that is due for a check. */
export interface DueBroadcast {
  readonly ref: BroadcastRef
  readonly status: BroadcastStatus
  /** Whether the broadcast's `validUntil` has passed. */
  readonly hasExpired: boolean
  /** Whether all of the broadcast's recipients are stored. */
  readonly isComplete: boolean
}

/** A `resolving` broadcast that the caller has claimed, to find and store its recipients. */
export interface DueResolution {
  readonly ref: BroadcastRef
  /** The number of the attempt. Only the newest attempt can store recipients (fencing). */
  readonly attempt: number
  /** Whether the broadcast's `validUntil` has passed. */
  readonly hasExpired: boolean
}

/**
 * Port: broadcasts and their acceptance. Times that processes must agree on (schedules, expiry, leases, retries, token
 * buckets) are read from the store's own clock.
 *
 * A broadcast is staged with its recipients in several short transactions. Until `publish`, the broadcast is invisible to
 * `find` and to every listing of recipients.
 *
 * `open` publishes a broadcast with a large audience without recipients, as incomplete. Recipients stored later are left
 * out of listings and counters until `complete`, or permanently if the broadcast ends first.
 */
export class BroadcastStore extends Context.Service<
  BroadcastStore,
  {
    /** The current time by the store's clock. */
    readonly now: Effect.Effect<DateTime.Utc, StorageError>

    /**
     * Adds recipients to a staged broadcast. The first call also stages the broadcast, in the same step. Each recipient's
     * delivery is `newDelivery`, linked to the recipient's `contact`. Without a `contact`, the delivery is linked to the
     * workspace's contact with the recipient's address (`addressOf`), archived or not; of several contacts, to the first by
     * uuid. The staged broadcast is due `abandonedAfter` after the last call.
     *
     * Fails with `Conflict` if the workspace has a published broadcast with this uuid, or a recipient with one of the
     * uuids, because receipts name recipients by workspace and uuid. Uuids may repeat across workspaces.
     */
    readonly stage: (
      broadcast: Broadcast,
      recipients: ReadonlyArray<StoredRecipient>,
      abandonedAfter: Duration.Duration
    ) => Effect.Effect<void, StorageError>

    /**
     * Publishes a staged broadcast as complete and due at its `scheduledAt`. Stores `idempotency` under its key in the same
     * step. If the key exists, returns its record and publishes nothing; waits for a transaction that is storing the same
     * key. Fails with `Conflict` if the broadcast is no longer staged. Call it inside a transaction.
     */
    readonly publish: (
      ref: BroadcastRef,
      idempotency: { readonly key: string; readonly record: IdempotencyRecord } | null
    ) => Effect.Effect<Option.Option<IdempotencyRecord>, StorageError>

    /**
     * Removes a staged broadcast in short steps of at most a few thousand recipients. After the first step, the broadcast
     * can't be published. If a broadcast was cancelled, expired or failed before it was complete, removes its recipients
     * and keeps the broadcast. Returns whether nothing is left to remove. Leaves any other broadcast unchanged and returns
     * true, also for a missing broadcast.
     */
    readonly discard: (ref: BroadcastRef) => Effect.Effect<boolean, StorageError>

    /**
     * Stores a published, incomplete broadcast without recipients, and `idempotency` under its key in the same step. A
     * `resolving` broadcast is due for resolution at once, any other at its `scheduledAt`. If the key exists, returns its
     * record and stores nothing, like `publish`. Fails with `Conflict` if the workspace has a staged or published broadcast
     * with this uuid. Call it inside a transaction.
     */
    readonly open: (
      broadcast: Broadcast,
      idempotency: { readonly key: string; readonly record: IdempotencyRecord } | null
    ) => Effect.Effect<Option.Option<IdempotencyRecord>, StorageError>

    /**
     * Returns up to `limit` due `resolving` broadcasts of any workspace, oldest due time first, and starts an attempt for
     * each. An attempt has a greater number than every earlier attempt, and starts without progress. Each broadcast is due
     * again after `dueAfter`, or at its `validUntil` if that is in the future and earlier. Skips rows locked by another
     * transaction.
     */
    readonly claimUnresolved: (options: {
      readonly limit: number
      readonly dueAfter: Duration.Duration
    }) => Effect.Effect<ReadonlyArray<DueResolution>, StorageError>

    /**
     * Removes up to a few thousand recipients that earlier attempts left in a `resolving` broadcast. Returns whether no
     * such recipients are left. An attempt repeats the call until it returns true, before its first `extend`. The broadcast
     * is due again after `dueAfter`. Fails with `Conflict` if the attempt is not the newest, or the broadcast is not
     * `resolving`.
     */
    readonly discardRecipients: (
      ref: BroadcastRef,
      attempt: number,
      dueAfter: Duration.Duration
    ) => Effect.Effect<boolean, StorageError>

    /** Stores how many contacts an attempt expects. Fails like `discardRecipients`. */
    readonly expectContacts: (ref: BroadcastRef, attempt: number, contacts: number) => Effect.Effect<void, StorageError>

    /**
     * Adds recipients to a `resolving` broadcast like `stage`, and counts them as resolved contacts. The broadcast is due
     * again after `dueAfter`. Fails with `Conflict` if the attempt is not the newest, the broadcast is not `resolving`, or
     * a uuid exists.
     */
    readonly extend: (
      ref: BroadcastRef,
      attempt: number,
      recipients: ReadonlyArray<StoredRecipient>,
      dueAfter: Duration.Duration
    ) => Effect.Effect<void, StorageError>

    /**
     * Makes a `resolving` broadcast complete, so that its recipients are visible. Fails like `discardRecipients`. Call it
     * inside the transaction that makes the broadcast `scheduled`.
     */
    readonly complete: (ref: BroadcastRef, attempt: number) => Effect.Effect<void, StorageError>

    /** Returns the resolution progress of a published broadcast; `Option.none()` without an attempt. */
    readonly progress: (ref: BroadcastRef) => Effect.Effect<Option.Option<ResolutionProgress>, StorageError>

    /** Returns the recipients of a broadcast that were refused at acceptance, in order of acceptance. */
    readonly refused: (ref: BroadcastRef) => Effect.Effect<ReadonlyArray<RefusedRecipient>, StorageError>

    /**
     * Counts the marketing messages to each of these contacts and addresses. A delivery of a marketing broadcast counts if
     * its `Delivery.countsSince` is after `since`. A contact's count includes deliveries linked to contacts merged into it.
     * An address's count includes deliveries linked to any contact. Contacts and addresses without such deliveries are left
     * out.
     */
    readonly marketingSends: (
      workspace: WorkspaceUuid,
      persons: { readonly contacts: ReadonlyArray<ContactUuid>; readonly addresses: ReadonlyArray<string> },
      since: DateTime.Utc
    ) => Effect.Effect<ReadonlyMap<string, number>, StorageError>

    /** Returns the record under an idempotency key. */
    readonly findIdempotencyKey: (
      workspace: WorkspaceUuid,
      key: string
    ) => Effect.Effect<Option.Option<IdempotencyRecord>, StorageError>

    /**
     * Removes up to `limit` idempotency keys of any workspace that were stored more than `keepFor` ago by the store's
     * clock, oldest first. Returns the number of removed keys.
     */
    readonly pruneIdempotencyKeys: (options: {
      readonly keepFor: Duration.Duration
      readonly limit: number
    }) => Effect.Effect<number, StorageError>

    /**
     * Removes up to `limit` recipients from complete broadcasts of any workspace that ended more than `keepFor` ago by the
     * store's clock. Starts with the broadcast that ended first, and with its last recipients. The first removal sets the
     * broadcast's `recipientsRemovedAt`. Counters and reasons stay unchanged. Returns the number of removed recipients;
     * fewer than `limit` means that nothing is left.
     */
    readonly pruneRecipients: (options: {
      readonly keepFor: Duration.Duration
      readonly limit: number
    }) => Effect.Effect<number, StorageError>

    /** Returns how many recipients {@link pruneRecipients} would remove without a limit. */
    readonly prunableRecipients: (keepFor: Duration.Duration) => Effect.Effect<number, StorageError>

    readonly find: (
      workspace: WorkspaceUuid,
      uuid: BroadcastUuid
    ) => Effect.Effect<Option.Option<Broadcast>, StorageError>

    /** Returns the `channel_type` of each existing broadcast. The references are distinct. */
    readonly channelTypes: (
      refs: ReadonlyArray<BroadcastRef>
    ) => Effect.Effect<ReadonlyArray<{ readonly ref: BroadcastRef; readonly channelType: string }>, StorageError>

    /**
     * Returns a page of the workspace's published broadcasts with one status, or all if `status` is null. Ordered by
     * `createdAt`, then `uuid`, newest first. Page and total come from one snapshot.
     */
    readonly list: (
      workspace: WorkspaceUuid,
      status: BroadcastStatus | null,
      page: PageRequest
    ) => Effect.Effect<Page<BroadcastSummary>, StorageError>

    /**
     * Updates the given members of a published broadcast. The broadcast is due again after `nextCheckAfter`, or at its
     * `validUntil` if that is earlier; with null, only at its `validUntil`. A broadcast that ended before it was complete
     * is due at once, for `claimAbandoned`. Leaves recipients unchanged.
     */
    readonly update: (
      ref: BroadcastRef,
      changes: {
        readonly status?: BroadcastStatus
        readonly statusReason?: string | null
        readonly category?: TemplateCategory
        readonly nextCheckAfter: Duration.Duration | null
      }
    ) => Effect.Effect<void, StorageError>

    /**
     * Returns the audiences that contain a search, for the workspace's published and complete broadcasts, in no particular
     * order.
     */
    readonly searchedAudiences: (
      workspace: WorkspaceUuid
    ) => Effect.Effect<
      ReadonlyArray<{ readonly uuid: BroadcastUuid; readonly audience: BroadcastAudience }>,
      StorageError
    >

    /** Replaces the audience of a broadcast from `searchedAudiences`. Leaves its due time and its recipients unchanged. */
    readonly replaceAudience: (ref: BroadcastRef, audience: BroadcastAudience) => Effect.Effect<void, StorageError>

    /** Stores the decision about the held opt-outs of a broadcast. Leaves its due time and its recipients unchanged. */
    readonly decideOptOuts: (ref: BroadcastRef, heldOptOuts: HeldOptOutsState) => Effect.Effect<void, StorageError>

    /**
     * Rejects every pending and claimed recipient of a broadcast with `problem` (equals `Delivery.reject` on each). Returns
     * the rejected recipients in order of acceptance. Call it while the broadcast is locked exclusively.
     */
    readonly rejectUnsent: (
      ref: BroadcastRef,
      problem: RecipientProblem
    ) => Effect.Effect<ReadonlyArray<RecipientUuid>, StorageError>

    /**
     * Returns up to `limit` due broadcasts of any workspace (scheduled, sending or paused), oldest first. Workspaces take
     * turns: a workspace's broadcasts are claimed in due order, and no workspace blocks another. Each broadcast is then due
     * again as after `update`, so only one of many processes gets it. An expired broadcast is due again after
     * `nextCheckAfter`, so a broadcast that can't be expired doesn't block other broadcasts. Skips rows locked by another
     * transaction.
     *
     * @see docs/contributing/decisions.md, B26
     */
    readonly claimDue: (options: {
      readonly limit: number
      readonly nextCheckAfter: Duration.Duration
    }) => Effect.Effect<ReadonlyArray<DueBroadcast>, StorageError>

    /**
     * Returns up to `limit` due broadcasts of any workspace with leftovers to discard, oldest first: staged broadcasts,
     * partly discarded broadcasts, and broadcasts that ended before they were complete and may have recipients. Each
     * broadcast is due again after `nextCheckAfter`. Skips rows locked by another transaction.
     */
    readonly claimAbandoned: (options: {
      readonly limit: number
      readonly nextCheckAfter: Duration.Duration
    }) => Effect.Effect<ReadonlyArray<BroadcastRef>, StorageError>

    /**
     * Shortens the time until the next check of `sending` broadcasts to at most `nextCheckAfter` (see `endOfWait`). A
     * longer wait was set before the clock went back.
     */
    readonly shortenChecks: (nextCheckAfter: Duration.Duration) => Effect.Effect<void, StorageError>
  }
>()("@rollcall/core/sending/broadcasts/BroadcastStore") {}
