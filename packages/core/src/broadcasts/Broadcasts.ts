import { Context, type DateTime, type Effect } from "effect"
import type { BroadcastUuid, WorkspaceUuid } from "../kernel/Ids.ts"
import type { Page, PageRequest } from "../kernel/Page.ts"
import type { StorageError } from "../kernel/StorageError.ts"
import type { Caller } from "../kernel/Workspace.ts"
import type { Broadcast, BroadcastDetails } from "./Broadcast.ts"
import type { BroadcastNotFound, BroadcastNotMovable, BroadcastRefused } from "./BroadcastErrors.ts"
import type { BroadcastRequest } from "./BroadcastRequest.ts"
import type { RecipientFilter } from "./BroadcastStore.ts"
import type { Recipient } from "./Recipient.ts"

/** Everything that is wrong with one recipient. */
export interface RecipientWarning {
  readonly identifier: string
  readonly errors: ReadonlyArray<string>
}

/** The answer to a broadcast that was accepted. */
export interface Acceptance {
  readonly uuid: BroadcastUuid
  readonly scheduledAt: DateTime.Utc
  /** How many recipients were accepted. */
  readonly recipients: number
  /** How many were refused: one warning each, in request order. */
  readonly rejectedRecipients: number
  readonly warnings: ReadonlyArray<RecipientWarning>
  /** Whether this is the answer of an earlier request with the same key (B4). */
  readonly replayed: boolean
}

type RequestError = BroadcastRefused | BroadcastNotFound | StorageError

/** Accepts broadcasts, follows them and stops them. */
export class Broadcasts extends Context.Service<
  Broadcasts,
  {
    /**
     * Accepts a broadcast to at most 50,000 recipients: when this succeeds it is committed with every recipient's
     * account, and will be sent. A recipient's problem is a warning; a payload's problem refuses all (B6).
     */
    readonly create: (caller: Caller, request: BroadcastRequest) => Effect.Effect<Acceptance, RequestError>

    /** What `create` would warn of, for at most 20,000 recipients. Writes nothing (B6, B19). */
    readonly validate: (
      caller: Caller,
      request: BroadcastRequest
    ) => Effect.Effect<ReadonlyArray<RecipientWarning>, RequestError>

    readonly details: (
      workspace: WorkspaceUuid,
      uuid: BroadcastUuid
    ) => Effect.Effect<BroadcastDetails, BroadcastNotFound | StorageError>

    /** Recipients in the order of acceptance, refused ones among them. */
    readonly recipients: (
      workspace: WorkspaceUuid,
      uuid: BroadcastUuid,
      updatedAfter: DateTime.Utc | null,
      page: PageRequest
    ) => Effect.Effect<Page<Recipient>, BroadcastNotFound | StorageError>

    /** Recipients over all broadcasts of the workspace; fails when nothing is found (B14). */
    readonly statuses: (
      workspace: WorkspaceUuid,
      filter: RecipientFilter,
      page: PageRequest
    ) => Effect.Effect<Page<Recipient>, BroadcastNotFound | StorageError>

    /**
     * Stops a broadcast: once this is answered no hand-over starts. Those in flight finish. Cancelling a cancelled one
     * changes nothing; one that is completed, expired or failed cannot be (B2).
     */
    readonly cancel: (
      workspace: WorkspaceUuid,
      uuid: BroadcastUuid
    ) => Effect.Effect<Broadcast, BroadcastNotFound | BroadcastNotMovable | StorageError>

    /** Goes on with a paused broadcast (B1). The specification has no endpoint for it. */
    readonly resume: (
      workspace: WorkspaceUuid,
      uuid: BroadcastUuid
    ) => Effect.Effect<Broadcast, BroadcastNotFound | BroadcastNotMovable | StorageError>
  }
>()("@rollcall/core/broadcasts/Broadcasts") {}
