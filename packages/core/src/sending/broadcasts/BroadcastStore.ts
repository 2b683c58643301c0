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
 * What is stored under an idempotency key: a fingerprint of the request, and the answer to repeat. The answer has no
 * warnings, which belong to the `refused` recipients. Contains no personal data.
 */
export interface IdempotencyRecord {
  readonly fingerprint: string
  /** JSON. */
  readonly response: string
}

/** A broadcast with a due check. */
export interface DueBroadcast {
  readonly ref: BroadcastRef
  readonly status: BroadcastStatus
  /** Whether its `validUntil` has come. */
  readonly hasExpired: boolean
  /** Whether all of its recipients are stored. */
  readonly isComplete: boolean
}

/** A `resolving` broadcast whose recipients are to be stored by the caller. */
export interface DueResolution {
  readonly ref: BroadcastRef
  /** The number of the attempt. Only the newest attempt stores recipients (fencing). */
  readonly attempt: number
  /** Whether its `validUntil` has come. */
  readonly hasExpired: boolean
}

/**
 * Port: broadcasts and their acceptance. Every time that two processes must agree on (schedules, expiry, leases, retries,
 * token buckets) is read from the store's own clock.
 *
 * A broadcast is staged with its recipients in several short transactions. Until `publish` it is invisible: `find` and
 * every listing of recipients leave it out.
 *
 * A broadcast with a large audience is published by `open` without recipients, and is not complete. Listings and counters
 * leave out its stored recipients until `complete`, and for ever if it ends before that.
 */
export class BroadcastStore extends Context.Service<
  BroadcastStore,
  {
    /** The current time by the store's clock. */
    readonly now: Effect.Effect<DateTime.Utc, StorageError>

    /**
     * Adds recipients to a staged broadcast, in one step with the broadcast itself on the first call. Each delivery is
     * `newDelivery`, tied to its `contact`. Without a `contact`, it is tied to the workspace's contact with its address
     * (`addressOf`), archived or not; of several, to the first by uuid. The staged broadcast is due `abandonedAfter` after
     * the last call.
     *
     * Fails with `Conflict` if the workspace has a published broadcast with this uuid, or a recipient with one of the
     * uuids: receipts name recipients by workspace and uuid. Two workspaces may have broadcasts and recipients with the
     * same uuid.
     */
    readonly stage: (
      broadcast: Broadcast,
      recipients: ReadonlyArray<StoredRecipient>,
      abandonedAfter: Duration.Duration
    ) => Effect.Effect<void, StorageError>

    /**
     * Makes a staged broadcast visible as it was staged, complete, and due at its `scheduledAt`. Stores `idempotency` under
     * its key in the same step. If the key is taken, returns the existing record and publishes nothing; waits for a
     * transaction that is storing the same key. Fails with `Conflict` if the broadcast is not staged any more. Called
     * inside a transaction.
     */
    readonly publish: (
      ref: BroadcastRef,
      idempotency: { readonly key: string; readonly record: IdempotencyRecord } | null
    ) => Effect.Effect<Option.Option<IdempotencyRecord>, StorageError>

    /**
     * Removes a staged broadcast in short steps of at most a few thousand recipients. After the first step it can never be
     * published. If a broadcast was cancelled, expired or failed before it was complete, removes its recipients and keeps
     * the broadcast. Returns whether nothing is left to remove. Any other broadcast is not touched, and returns true, as
     * does a missing one.
     */
    readonly discard: (ref: BroadcastRef) => Effect.Effect<boolean, StorageError>

    /**
     * Stores a published broadcast without recipients that is not complete, and `idempotency` under its key in the same
     * step. If it is `resolving`, it is due for a resolution at once; otherwise at its `scheduledAt`. If the key is taken,
     * returns the existing record and stores nothing, as `publish` does. Fails with `Conflict` if the workspace has a
     * broadcast with this uuid, staged or published. Called inside a transaction.
     */
    readonly open: (
      broadcast: Broadcast,
      idempotency: { readonly key: string; readonly record: IdempotencyRecord } | null
    ) => Effect.Effect<Option.Option<IdempotencyRecord>, StorageError>

    /**
     * Returns up to `limit` due `resolving` broadcasts of any workspace, oldest due time first, and begins an attempt of
     * each. The attempt's number exceeds every earlier number, and its progress is not known yet. Each broadcast is due
     * again after `dueAfter`, or at its `validUntil` if that is still to come and earlier. Skips rows that another
     * transaction has locked.
     */
    readonly claimUnresolved: (options: {
      readonly limit: number
      readonly dueAfter: Duration.Duration
    }) => Effect.Effect<ReadonlyArray<DueResolution>, StorageError>

    /**
     * Removes up to a few thousand recipients that earlier attempts left in a `resolving` broadcast. Returns whether
     * nothing is left; an attempt calls it until then, before its first `extend`. The broadcast is due again after
     * `dueAfter`. Fails with `Conflict` if the attempt is not the newest one, or the broadcast is not `resolving`.
     */
    readonly discardRecipients: (
      ref: BroadcastRef,
      attempt: number,
      dueAfter: Duration.Duration
    ) => Effect.Effect<boolean, StorageError>

    /** Stores how many contacts an attempt expects. Fails as `discardRecipients` does. */
    readonly expectContacts: (ref: BroadcastRef, attempt: number, contacts: number) => Effect.Effect<void, StorageError>

    /**
     * Adds recipients to a `resolving` broadcast as `stage` does, and counts them as resolved contacts. The broadcast is
     * due again after `dueAfter`. Fails with `Conflict` if the attempt is not the newest one, the broadcast is not
     * `resolving`, or a uuid is taken.
     */
    readonly extend: (
      ref: BroadcastRef,
      attempt: number,
      recipients: ReadonlyArray<StoredRecipient>,
      dueAfter: Duration.Duration
    ) => Effect.Effect<void, StorageError>

    /**
     * Makes a `resolving` broadcast complete, so that its recipients are visible. Fails as `discardRecipients` does. Called
     * inside the transaction that makes it `scheduled`.
     */
    readonly complete: (ref: BroadcastRef, attempt: number) => Effect.Effect<void, StorageError>

    /** How far the resolution of a published broadcast is; none without an attempt. */
    readonly progress: (ref: BroadcastRef) => Effect.Effect<Option.Option<ResolutionProgress>, StorageError>

    /** The recipients of a broadcast that were refused at acceptance, in the order of acceptance. */
    readonly refused: (ref: BroadcastRef) => Effect.Effect<ReadonlyArray<RefusedRecipient>, StorageError>

    /**
     * Returns how many marketing messages count for each of these contacts and addresses: sends of broadcasts of this
     * category that have begun after a timestamp, by the store's clock, and that are accepted or may be
     * (`Delivery.countsSince`). Deliveries to a contact are tied to it or to a contact merged into it. Deliveries to an
     * address count whichever contact they are tied to. Broadcasts without any are left out.
     */
    readonly marketingSends: (
      workspace: WorkspaceUuid,
      persons: { readonly contacts: ReadonlyArray<ContactUuid>; readonly addresses: ReadonlyArray<string> },
      since: DateTime.Utc
    ) => Effect.Effect<ReadonlyMap<string, number>, StorageError>

    /** The record under an idempotency key. */
    readonly findIdempotencyKey: (
      workspace: WorkspaceUuid,
      key: string
    ) => Effect.Effect<Option.Option<IdempotencyRecord>, StorageError>

    /**
     * Removes up to `limit` idempotency keys of any workspace that were stored more than `keepFor` ago by the store's
     * clock, oldest first. Returns how many it removed.
     */
    readonly pruneIdempotencyKeys: (options: {
      readonly keepFor: Duration.Duration
      readonly limit: number
    }) => Effect.Effect<number, StorageError>

    /**
     * Removes up to `limit` recipients of complete broadcasts of any workspace that ended more than `keepFor` ago by the
     * store's clock. The broadcast that ended first comes first, and of each the last recipients. The first removal sets
     * the broadcast's `recipientsRemovedAt`. Its counters and reasons stay as they are. Returns how many it removed, which
     * is fewer than `limit` only if nothing is left.
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

    /** The `channel_type` of each of these broadcasts, if it exists. The references are distinct. */
    readonly channelTypes: (
      refs: ReadonlyArray<BroadcastRef>
    ) => Effect.Effect<ReadonlyArray<{ readonly ref: BroadcastRef; readonly channelType: string }>, StorageError>

    /**
     * A page of the published broadcasts of a workspace, of one status, or of all if it is null. Ordered by `createdAt`,
     * then `uuid`, newest first. Page and total are of one snapshot.
     */
    readonly list: (
      workspace: WorkspaceUuid,
      status: BroadcastStatus | null,
      page: PageRequest
    ) => Effect.Effect<Page<BroadcastSummary>, StorageError>

    /**
     * Writes the given members of a published broadcast. It is due again after `nextCheckAfter`, or at its `validUntil` if
     * that is earlier; with null, only at its `validUntil`. A broadcast that ended before it was complete is due at once,
     * for `claimAbandoned`. No recipient changes.
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

    /** The audiences of a workspace that have a search, of broadcasts whose recipients are decided, in no order. */
    readonly searchedAudiences: (
      workspace: WorkspaceUuid
    ) => Effect.Effect<
      ReadonlyArray<{ readonly uuid: BroadcastUuid; readonly audience: BroadcastAudience }>,
      StorageError
    >

    /** Writes the audience of such a broadcast. Neither its due time nor any recipient changes. */
    readonly replaceAudience: (ref: BroadcastRef, audience: BroadcastAudience) => Effect.Effect<void, StorageError>

    /** Writes the decision about the opt-outs of a broadcast. Neither its due time nor any recipient changes. */
    readonly decideOptOuts: (ref: BroadcastRef, heldOptOuts: HeldOptOutsState) => Effect.Effect<void, StorageError>

    /**
     * Rejects every pending and claimed recipient of a broadcast with `problem` (equals `Delivery.reject` on each).
     * Returns them in the order of acceptance. Called while the broadcast is locked exclusively.
     */
    readonly rejectUnsent: (
      ref: BroadcastRef,
      problem: RecipientProblem
    ) => Effect.Effect<ReadonlyArray<RecipientUuid>, StorageError>

    /**
     * Returns up to `limit` published broadcasts of any workspace that are due, oldest first: scheduled, sending and paused
     * ones. Workspaces take turns: each workspace's broadcasts are claimed in due order, and no workspace waits until
     * another is done. Each broadcast is then due again as after `update`, so that only one of many processes gets it. A
     * broadcast whose `validUntil` has come is due again after `nextCheckAfter`, so that broadcasts that cannot be expired
     * keep no other from being claimed. Skips rows that another transaction has locked.
     *
     * @see docs/contributing/decisions.md, B26
     */
    readonly claimDue: (options: {
      readonly limit: number
      readonly nextCheckAfter: Duration.Duration
    }) => Effect.Effect<ReadonlyArray<DueBroadcast>, StorageError>

    /**
     * Returns up to `limit` due broadcasts of any workspace, oldest first: staged broadcasts, broadcasts whose `discard`
     * has begun, and broadcasts that ended before they were complete and may have recipients. Each is then due again after
     * `nextCheckAfter`. Skips rows that another transaction has locked.
     */
    readonly claimAbandoned: (options: {
      readonly limit: number
      readonly nextCheckAfter: Duration.Duration
    }) => Effect.Effect<ReadonlyArray<BroadcastRef>, StorageError>

    /**
     * Limits the wait of `sending` broadcasts until their next check to `nextCheckAfter` (see `endOfWait`), because the
     * clock may have gone back since the check was set.
     */
    readonly shortenChecks: (nextCheckAfter: Duration.Duration) => Effect.Effect<void, StorageError>
  }
>()("@rollcall/core/sending/broadcasts/BroadcastStore") {}
