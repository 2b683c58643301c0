import { Context, type Effect } from "effect"
import type { BroadcastUuid, ContactUuid, WorkspaceUuid } from "../../../shared/Ids.ts"
import type { StorageError } from "../../../shared/StorageError.ts"
import type { MessageParameters } from "../../templates/MessageParameters.ts"
import type { BroadcastRef } from "../Broadcast.ts"
import type { RecipientReason, RecipientStatus } from "../Recipient.ts"

/** What became of a recipient. */
export interface Outcome {
  readonly status: RecipientStatus
  readonly reason: RecipientReason | null
}

/** A recipient of a broadcast that may be sent to again. */
export interface PastRecipient extends Outcome {
  readonly position: number
  readonly identifier: string
  /** The address that the identifier is written for; the identifier itself if it is written for none. */
  readonly address: string
  readonly clientReference: string | null
  readonly contact: ContactUuid | null
  /** What was to be sent; null if the recipient was refused at acceptance. */
  readonly parameters: MessageParameters | null
}

/** The outcome of a recipient of one of several broadcasts. */
export interface PastOutcome extends Outcome {
  readonly broadcast: BroadcastUuid
  readonly position: number
  readonly address: string
  readonly contact: ContactUuid | null
}

/** The outcomes to return: at these addresses, or of these contacts. The lists may overlap. */
export interface OutcomesOf {
  readonly addresses: ReadonlyArray<string>
  /** Without it, none. */
  readonly contacts?: ReadonlyArray<ContactUuid>
}

/** Port: what retries read of earlier broadcasts. Erased recipients are left out, and so is what readers do not see. */
export class RetryStore extends Context.Service<
  RetryStore,
  {
    /**
     * Returns the recipients of a broadcast after a position that have one of the statuses or one of the reasons, in the
     * order of acceptance: at most `limit`.
     */
    readonly recipients: (
      ref: BroadcastRef,
      wanted: { readonly statuses: ReadonlyArray<RecipientStatus>; readonly reasons: ReadonlyArray<RecipientReason> },
      after: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<PastRecipient>, StorageError>

    /**
     * Returns the outcomes of the recipients of these broadcasts that have one of the addresses or are tied to one of the
     * contacts, each once and in no order.
     */
    readonly outcomes: (
      workspace: WorkspaceUuid,
      broadcasts: ReadonlyArray<BroadcastUuid>,
      wanted: OutcomesOf
    ) => Effect.Effect<ReadonlyArray<PastOutcome>, StorageError>

    /** The published broadcasts that are retries of one of these, in no order. */
    readonly retriesOf: (
      workspace: WorkspaceUuid,
      broadcasts: ReadonlyArray<BroadcastUuid>
    ) => Effect.Effect<ReadonlyArray<BroadcastUuid>, StorageError>
  }
>()("@rollcall/core/sending/broadcasts/retry/RetryStore") {}
