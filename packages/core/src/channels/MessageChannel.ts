import { Context, type Effect, Schema } from "effect"
import { type BroadcastUuid, RecipientUuid, type WorkspaceUuid } from "../shared/Ids.ts"
import type { StorageError } from "../shared/StorageError.ts"
import type { MessageParameters } from "../templates/MessageParameters.ts"

/** One message on its way to one recipient. */
export interface OutboundMessage {
  /** Names the recipient's account. The channel gives it back in receipts, and takes a message with it only once. */
  readonly correlation: RecipientUuid
  /**
   * Which claim of the recipient this hand-over belongs to, from 1. It tells a hand-over that is still on its way from
   * a frozen process apart from the one that rightly follows it (B12).
   */
  readonly attempt: number
  readonly broadcast: BroadcastUuid
  readonly workspace: WorkspaceUuid
  readonly from: string
  /** The recipient's identifier: a phone number with country code, digits only. */
  readonly to: string
  readonly templateName: string
  readonly locale: string
  readonly parameters: MessageParameters
}

/**
 * Why a hand-over did not succeed; the reason decides what happens next.
 *
 * - `Transient`: not taken, the same message may be taken later: retried with backoff (B15).
 * - `Throttled`: not taken because there were too many: retried after `retryAfter`, not counted as a try (B15).
 * - `Undeliverable`: not taken and never will be for this recipient: final.
 * - `TemplateTrouble`, `SenderTrouble`: not taken, nor will any other of the broadcast be: it is paused (B1).
 * - `AnswerLost`: perhaps taken. It is never handed over again by default; a receipt tells (B12).
 */
export class HandOverError extends Schema.TaggedError<HandOverError>()("HandOverError", {
  reason: Schema.Literals([
    "Transient",
    "Throttled",
    "Undeliverable",
    "TemplateTrouble",
    "SenderTrouble",
    "AnswerLost"
  ]),
  /** A sentence for the person who asks why. */
  detail: Schema.String,
  retryAfter: Schema.optionalKey(Schema.Duration)
}) {}

/** What a channel says became of a message: it was taken over, arrived, was read, or cannot arrive. */
export const ReceiptStatus = Schema.Literals(["sent", "delivered", "read", "undeliverable"])
export type ReceiptStatus = typeof ReceiptStatus.Type

/** A channel's later word on a message. It may come early, late, twice and out of order (B11). */
export const Receipt = Schema.Struct({
  /** The account, where the channel gives it back; otherwise the message id has to do. */
  correlation: Schema.NullOr(RecipientUuid),
  messageId: Schema.NonEmptyString,
  status: ReceiptStatus,
  /** Why the message cannot arrive; null otherwise. */
  error: Schema.NullOr(Schema.String),
  /** When it happened, by the channel's clock. */
  at: Schema.DateTimeUtc
})
export type Receipt = typeof Receipt.Type

/** A hand-over that somebody began: the account, and which claim of it. */
export interface BegunHandOver {
  readonly correlation: RecipientUuid
  readonly attempt: number
}

/** What a channel knows of a hand-over whose outcome we do not know. */
export type HandOverRecord =
  | { readonly _tag: "Taken"; readonly messageId: string }
  /**
   * The channel is certain that it never took the message, and from now on takes it under a later attempt only: one
   * that is still on its way with this attempt, or an earlier one, is refused.
   */
  | { readonly _tag: "NeverTaken" }
  /** The channel cannot tell. */
  | { readonly _tag: "Untold" }

/** Port: a way to send template messages. */
export class MessageChannel extends Context.Service<
  MessageChannel,
  {
    /** The `channel_type` that this channel answers to. */
    readonly channelType: string

    /** Whether the workspace may send from this sender (B5). */
    readonly hasSender: (workspace: WorkspaceUuid, from: string) => Effect.Effect<boolean>

    /** Hands one message over and gives the channel's id of it. */
    readonly handOver: (message: OutboundMessage) => Effect.Effect<string, HandOverError>

    /**
     * Asks what became of hand-overs that a dead process began, one answer for each in their order. A channel that
     * keeps no record answers `Untold`.
     */
    readonly recall: (begun: ReadonlyArray<BegunHandOver>) => Effect.Effect<ReadonlyArray<HandOverRecord>>

    /**
     * Runs the channel's inbound side until it is interrupted, handing receipts to `onReceipts`. A batch counts as
     * delivered when that succeeds, and is offered again when it fails. A channel whose receipts come through a webhook
     * never calls it.
     */
    readonly listen: (
      onReceipts: (receipts: ReadonlyArray<Receipt>) => Effect.Effect<void, StorageError>
    ) => Effect.Effect<never>
  }
>()("@rollcall/core/channels/MessageChannel") {}
