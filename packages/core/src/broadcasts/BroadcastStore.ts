import { Context, type DateTime, type Duration, type Effect, type Option } from "effect"
import type { BroadcastUuid, RecipientUuid, WorkspaceUuid } from "../shared/Ids.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { StorageError } from "../shared/StorageError.ts"
import type { Broadcast, BroadcastDetails, BroadcastStatus } from "./Broadcast.ts"
import type {
  BroadcastRef,
  Claim,
  HandOverOutcome,
  SendRate,
  SendSlots,
  Settlement,
  SurrenderedRecipient
} from "../delivery/Send.ts"
import type { Receipt } from "../channels/MessageChannel.ts"
import type { MessageParameters } from "../templates/MessageParameters.ts"
import type { Recipient } from "./Recipient.ts"

/** A recipient as it enters the ledger: `pending` with its frozen parameters, or `rejected` with an error. */
export interface NewRecipient {
  readonly uuid: RecipientUuid
  readonly identifier: string
  readonly clientReference: string | null
  readonly outcome:
    | { readonly _tag: "Accepted"; readonly parameters: MessageParameters }
    | { readonly _tag: "Rejected"; readonly error: string }
}

/** What an idempotency key was spent on: a fingerprint of the request, and the answer to give again (B4). */
export interface IdempotencyRecord {
  readonly fingerprint: string
  /** JSON. */
  readonly response: string
}

/** Which recipients a reader wants; at least one of the three is given. */
export interface RecipientFilter {
  readonly broadcast: BroadcastUuid | null
  /** At most 1,000. */
  readonly clientReferences: ReadonlyArray<string> | null
  /** Strictly after. */
  readonly updatedAfter: DateTime.Utc | null
}

/**
 * Port: broadcasts and the account of every recipient. All instants that two processes have to agree on (schedules,
 * expiry, leases, retries, token buckets) are read from the store's own clock.
 *
 * Whatever changes an account, be it by an outcome, a settlement or a receipt, does in the same step to the workspace's
 * contacts what `contactEffect` says, in the order of the changes (C5, C6).
 */
export class BroadcastStore extends Context.Service<
  BroadcastStore,
  {
    /** The instant by the store's clock. */
    readonly now: Effect.Effect<DateTime.Utc, StorageError>

    /**
     * Adds a broadcast with its recipients, whose order is the order of acceptance: each account is as
     * `Ledger.openRow` opens it. All or nothing. A second broadcast of the workspace with its uuid is a `Conflict`;
     * one of another workspace is none, and the two have nothing in common (A1). A recipient with the uuid of another
     * is a `Conflict`, be it of whatever workspace: receipts know no other name (B12).
     */
    readonly insert: (
      broadcast: Broadcast,
      recipients: ReadonlyArray<NewRecipient>
    ) => Effect.Effect<void, StorageError>

    /**
     * Spends an idempotency key of the workspace on `record`, in the surrounding transaction. Nothing when the key was
     * free; what it was spent on when not. Waits for a transaction that is just spending it (B4).
     */
    readonly claimIdempotencyKey: (
      workspace: WorkspaceUuid,
      key: string,
      record: IdempotencyRecord
    ) => Effect.Effect<Option.Option<IdempotencyRecord>, StorageError>

    /** What a key was spent on, if it was. */
    readonly findIdempotencyKey: (
      workspace: WorkspaceUuid,
      key: string
    ) => Effect.Effect<Option.Option<IdempotencyRecord>, StorageError>

    readonly find: (
      workspace: WorkspaceUuid,
      uuid: BroadcastUuid
    ) => Effect.Effect<Option.Option<Broadcast>, StorageError>

    /** A broadcast with its counters, which are `Ledger.countersOf` its accounts, from one snapshot (B13). */
    readonly details: (
      workspace: WorkspaceUuid,
      uuid: BroadcastUuid
    ) => Effect.Effect<Option.Option<BroadcastDetails>, StorageError>

    /** Recipients of one broadcast in the order of acceptance, only those updated strictly after an instant if given. */
    readonly recipients: (
      workspace: WorkspaceUuid,
      uuid: BroadcastUuid,
      updatedAfter: DateTime.Utc | null,
      page: PageRequest
    ) => Effect.Effect<Page<Recipient>, StorageError>

    /** Recipients of the workspace that satisfy every part of the filter, by `updatedAt`, then `uuid` (B14). */
    readonly statuses: (
      workspace: WorkspaceUuid,
      filter: RecipientFilter,
      page: PageRequest
    ) => Effect.Effect<Page<Recipient>, StorageError>

    /**
     * Moves a broadcast to a state if that is lawful from where it stands (`lawfulMoves`); `reason` becomes its
     * `statusReason`. A move to `cancelled`, `expired` or `failed` rejects every pending recipient with `pendingError`
     * in the same step, and once it is answered no claim can follow; no other move touches a recipient, and none leads
     * to `completed`. After a move to `sending` the broadcast is due at once, whatever `lookAgain` said. Gives it as
     * it then is and whether it moved; nothing if there is none.
     */
    readonly move: (
      ref: BroadcastRef,
      to: BroadcastStatus,
      options: { readonly reason: string | null; readonly pendingError: string }
    ) => Effect.Effect<Option.Option<{ readonly broadcast: Broadcast; readonly moved: boolean }>, StorageError>

    /**
     * Gives at most `limit` broadcasts of any workspace that somebody should look at now, those first that wait
     * longest, be it for their start or for a look: scheduled ones whose `scheduledAt` has come, which become
     * `sending`, and sending ones whose next look is due. Each is then left alone for `lookAgainAfter`, so that of
     * many processes that ask one gets it. An expired one is not among them.
     */
    readonly takeDue: (options: {
      readonly limit: number
      readonly lookAgainAfter: Duration.Duration
    }) => Effect.Effect<ReadonlyArray<BroadcastRef>, StorageError>

    /**
     * Says when somebody should look at a `sending` broadcast again, in place of whatever was said before, be it
     * earlier or later. One that is scheduled is neither hurried nor held back by it.
     */
    readonly lookAgain: (ref: BroadcastRef, after: Duration.Duration) => Effect.Effect<void, StorageError>

    /**
     * Moves at most `limit` broadcasts whose `validUntil` has come to `expired`, as `move` does and those first that
     * are longest over it, and gives the ones that it moved in that order.
     */
    readonly expireOverdue: (options: {
      readonly limit: number
      readonly pendingError: string
    }) => Effect.Effect<ReadonlyArray<BroadcastRef>, StorageError>

    /**
     * Claims pending recipients of a `sending` broadcast whose retry is due, in their order: they become `sending`,
     * leased for `lease` (`Ledger.claim`). No two claims have a recipient in common.
     */
    readonly claim: (
      ref: BroadcastRef,
      options: { readonly limit: number; readonly lease: Duration.Duration }
    ) => Effect.Effect<Claim, StorageError>

    /**
     * Writes outcomes into the ledger (`Ledger.applyOutcome`), each only where its attempt is still the latest; those of
     * recipients that are not the broadcast's are passed over. A retry of a broadcast that is over becomes `rejected`
     * with `overError`. A message id that becomes known takes the receipts that were parked for it (B11). An outcome
     * never lowers what a receipt has already proven.
     */
    readonly recordOutcomes: (
      ref: BroadcastRef,
      outcomes: ReadonlyArray<HandOverOutcome>,
      overError: (status: BroadcastStatus) => string
    ) => Effect.Effect<void, StorageError>

    /**
     * Makes every recipient whose lease ran out `unknown` (B12, `Ledger.surrender`), of any broadcast in any state, at
     * most `limit` and the longest over first, and gives them with the attempt that the lease was for, which stays the
     * latest until somebody claims the recipient again. One that nobody settles is
     * given again `askAgainAfter` later, so that a process that dies in between strands none. A recipient that is
     * `unknown` because its answer was lost is given only if its outcome said when.
     */
    readonly surrenderLeases: (options: {
      readonly limit: number
      readonly askAgainAfter: Duration.Duration
    }) => Effect.Effect<ReadonlyArray<SurrenderedRecipient>, StorageError>

    /**
     * Settles `unknown` recipients by the channel's own record (`Ledger.settle`), each only where its attempt is still
     * the latest and it is the broadcast's: `Taken` ones are sent, and take parked receipts like any whose message id
     * becomes known; `NeverTaken` ones are pending again (rejected if the broadcast is over); `Untold` ones stay as they
     * are and are not given again; `Resend` ones are pending for one more retry, and `GiveUp` ones are undeliverable.
     */
    readonly settle: (
      settlements: ReadonlyArray<SurrenderedRecipient & { readonly record: Settlement }>,
      overError: (status: BroadcastStatus) => string
    ) => Effect.Effect<void, StorageError>

    /**
     * Applies receipts to the accounts that they name, upward only (B11, `Ledger.applyReceipt`): by correlation,
     * whatever the message id, or where that is null or nobody's by message id, over all workspaces. One whose message
     * id nobody knows is parked until somebody does, and applied then, in the order of their coming. Repeating a batch
     * changes nothing, nor does it park anything twice.
     */
    readonly applyReceipts: (receipts: ReadonlyArray<Receipt>) => Effect.Effect<void, StorageError>

    /**
     * The only way to `completed`: moves a `sending` broadcast there when no recipient is pending, leased, or given by
     * `surrenderLeases` and not settled yet (`Ledger.isUnfinished`); false when it did not.
     */
    readonly completeIfDone: (ref: BroadcastRef) => Effect.Effect<boolean, StorageError>

    /**
     * Takes up to `wanted` hand-overs, as many as there are, from the token bucket of a workspace's sender, which all
     * processes share (B15, `takeFromBucket`).
     */
    readonly takeSendSlots: (
      workspace: WorkspaceUuid,
      sender: string,
      wanted: number,
      rate: SendRate
    ) => Effect.Effect<SendSlots, StorageError>
  }
>()("@rollcall/core/broadcasts/BroadcastStore") {}
