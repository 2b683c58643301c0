import { Context, type Effect } from "effect"
import type { BroadcastUuid, ContactUuid, WorkspaceUuid } from "../../../shared/Ids.ts"
import type { StorageError } from "../../../shared/StorageError.ts"
import type { MessageParameters } from "../../templates/MessageParameters.ts"
import type { BroadcastRef } from "../Broadcast.ts"
import type { RecipientReason, RecipientStatus } from "../Recipient.ts"

/** The status and reason of a recipient. */
export interface Outcome {
  readonly status: RecipientStatus
  readonly reason: RecipientReason | null
}

/** A recipient of an earlier broadcast, for a retry. */
export interface PastRecipient extends Outcome {
  readonly position: number
  readonly identifier: string
  /** The address of the identifier; the identifier itself if it is not an address. */
  readonly address: string
  readonly clientReference: string | null
  readonly contact: ContactUuid | null
  /** The message parameters; null if the recipient was refused at acceptance. */
  readonly parameters: MessageParameters | null
}

/** The outcome of a recipient in one of several broadcasts. */
export interface PastOutcome extends Outcome {
  readonly broadcast: BroadcastUuid
  readonly position: number
  readonly address: string
  readonly contact: ContactUuid | null
}

/** A query for outcomes by address or contact. A recipient may match both. */
export interface OutcomesOf {
  readonly addresses: ReadonlyArray<string>
  /** Default: no contacts. */
  readonly contacts?: ReadonlyArray<ContactUuid>
}

/** Port: reads earlier broadcasts for retries. Leaves out erased recipients and recipients that aren't visible. */
export class RetryStore extends Context.Service<
  RetryStore,
  {
    /**
     * Returns up to `limit` recipients of a broadcast after a position that have one of the statuses or reasons, in order
     * of acceptance.
     */
    readonly recipients: (
      ref: BroadcastRef,
      wanted: { readonly statuses: ReadonlyArray<RecipientStatus>; readonly reasons: ReadonlyArray<RecipientReason> },
      after: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<PastRecipient>, StorageError>

    /**
     * Returns the outcomes of these broadcasts' recipients with one of the addresses or contacts, without duplicates and in
     * no particular order.
     */
    readonly outcomes: (
      workspace: WorkspaceUuid,
      broadcasts: ReadonlyArray<BroadcastUuid>,
      wanted: OutcomesOf
    ) => Effect.Effect<ReadonlyArray<PastOutcome>, StorageError>

    /** Returns the published broadcasts that retry one of these broadcasts, in no order. */
    readonly retriesOf: (
      workspace: WorkspaceUuid,
      broadcasts: ReadonlyArray<BroadcastUuid>
    ) => Effect.Effect<ReadonlyArray<BroadcastUuid>, StorageError>
  }
>()("@rollcall/core/sending/broadcasts/retry/RetryStore") {}
