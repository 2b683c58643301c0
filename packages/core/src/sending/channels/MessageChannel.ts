import { Context, Effect, Schema } from "effect"
import { type BroadcastUuid, Correlation, WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import type { MessageParameters } from "../templates/MessageParameters.ts"

/** One message to one recipient. */
export interface OutboundMessage {
  /** Identifies the delivery. The channel returns it in receipts, and accepts a message with it only once. */
  readonly correlation: Correlation
  /**
   * The number of the claim that this send belongs to, from 1. It distinguishes a late send of a frozen process from the
   * send that follows.
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
 * What is wrong with one recipient, where a channel knows it: the recipient's reason instead of `undeliverable`.
 *
 * - `unreachable`: the address cannot receive messages of the channel.
 * - `opted_out`: the recipient does not want messages of this sender.
 * - `capped`: the platform limits how many messages the recipient gets, from any sender.
 * - `malformed_address`: the platform does not accept the address.
 * - `invalid_parameter`: the platform does not accept a value of the recipient, for example because it makes the text too
 *   long.
 */
export const RecipientFault = Schema.Literals([
  "unreachable",
  "opted_out",
  "capped",
  "malformed_address",
  "invalid_parameter"
])
export type RecipientFault = typeof RecipientFault.Type

/**
 * Why a send did not succeed; the reason decides what happens next.
 *
 * - `Transient`: not accepted, a later send may be: retried with backoff.
 * - `Throttled`: not accepted because there were too many: retried after `retryAfter`, not counted as a retry. If there
 *   were too many of the sender, its messages to others wait as long.
 * - `Undeliverable`: not accepted and never will be for this recipient: final.
 * - `TemplateRejected`, `SenderRejected`: the provider refuses every message of this template or sender: the broadcast is
 *   paused.
 * - `Refused`: not accepted, and it is not known whether for the values of the recipient or for what every message of the
 *   template or sender has: whether others are accepted decides which of the two it is.
 * - `Stopped`: the request was not begun, because its broadcast or recipient is not to be sent to any more. Only `MayBegin`
 *   fails with it.
 * - `OutcomeUnknown`: the request may have been accepted; the response was lost. It is not sent again by default; a
 *   receipt resolves it.
 */
export class SendError extends Schema.TaggedError<SendError>()("SendError", {
  reason: Schema.Literals([
    "Transient",
    "Throttled",
    "Undeliverable",
    "TemplateRejected",
    "SenderRejected",
    "Refused",
    "Stopped",
    "OutcomeUnknown"
  ]),
  /** A sentence for a person. It may quote the message and its recipient: only the recipient's own record has it. */
  detail: Schema.String,
  /**
   * What the provider calls the error, such as its number: up to 40 letters, digits, `_`, `.`, `:` and `-`. It is shown
   * where the sentence is not, as with a broadcast that is paused, so it says nothing of a recipient.
   */
  code: Schema.optionalKey(Schema.String),
  /** What is wrong with the recipient, of an `Undeliverable`, or of a `Refused` if it is the recipient's. */
  recipient: Schema.optionalKey(RecipientFault),
  retryAfter: Schema.optionalKey(Schema.Duration),
  /** Of a `Throttled`: who is sent too much: only the recipient, or by default any recipient of the sender. */
  scope: Schema.optionalKey(Schema.Literals(["sender", "recipient"])),
  /** How many retries a `Transient` is worth at most, if fewer than the settings allow. */
  retries: Schema.optionalKey(Schema.Natural),
  /**
   * True if the channel does not know the code, of a `Refused` or a `Transient`: no more than a handful of recipients are
   * written off for it before the broadcast pauses.
   */
  isUnrecognized: Schema.optionalKey(Schema.Boolean)
}) {
  override get message(): string {
    return `${this.reason}: ${this.detail}`
  }
}

/** A message that the channel has accepted. */
export interface SentMessage {
  /** The channel's id of the message. */
  readonly messageId: string
  /**
   * The address under which the recipient will write, where the provider answers it: it may be another one than the message
   * was sent to. An opt-out of it keeps the recipient out.
   */
  readonly writesFrom?: string
  /**
   * True if the provider has the message and may still drop it, as while it assesses a template: the message is not sent until a
   * receipt says so.
   */
  readonly isHeld?: boolean
}

/** The channel's id of an accepted message. */
export const messageIdOf = (sent: string | SentMessage): string => (typeof sent === "string" ? sent : sent.messageId)

/** The states that a channel reports of a message: accepted, delivered, read, or undeliverable. */
export const ReceiptStatus = Schema.Literals(["sent", "delivered", "read", "undeliverable"])
export type ReceiptStatus = typeof ReceiptStatus.Type

/**
 * The workspaces whose messages a receipt may be about; with any other it is not matched. `all`: those of every
 * workspace of the host, which only a channel may say whose receipts no workspace can write, as one without accounts of
 * workspaces. An empty list matches no message.
 */
export const ReceiptWorkspaces = Schema.Union([Schema.Literal("all"), Schema.Array(WorkspaceUuid)])
export type ReceiptWorkspaces = typeof ReceiptWorkspaces.Type

/**
 * Why a message failed that the channel had accepted, if the cause may be the same for others: `reason` and the rest are as in
 * {@link SendError}.
 */
export const ReceiptRefusal = Schema.Struct({
  reason: Schema.Literals(["Transient", "TemplateRejected", "SenderRejected", "Refused"]),
  code: Schema.optionalKey(Schema.String),
  isUnrecognized: Schema.optionalKey(Schema.Boolean)
})
export type ReceiptRefusal = typeof ReceiptRefusal.Type

/** A channel's later status update of a message. It may come early, late, twice and out of order. */
export const DeliveryReceipt = Schema.Struct({
  /**
   * What the channel knows of the account that the receipt came for, never what the receipt says itself: a workspace with
   * its own account may write receipts about anything.
   */
  workspaces: ReceiptWorkspaces.pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  /** The delivery, where the channel returns it; otherwise it is found by the message id. */
  correlation: Schema.NullOr(Correlation),
  messageId: Schema.NonEmptyString,
  status: ReceiptStatus,
  /** Why the message cannot arrive; null otherwise. */
  error: Schema.NullOr(Schema.String),
  /** What is wrong with the recipient, where the channel knows it; only read if `undeliverable`. */
  reason: Schema.NullOr(RecipientFault).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  /** Of an `undeliverable` whose cause may be everybody's: it may pause the broadcast, as the same error of a send does. */
  refusal: Schema.optionalKey(ReceiptRefusal),
  /** When it happened, by the channel's clock. */
  at: Schema.DateTimeUtc
})
export type DeliveryReceipt = typeof DeliveryReceipt.Type

/** What a receipt says of the message that it is for. */
export type ReceiptContent = Omit<DeliveryReceipt, "correlation" | "workspaces" | "refusal">

/** A send request whose outcome is asked for. */
export interface SendRequest {
  readonly correlation: Correlation
  readonly attempt: number
}

/** What a channel did with a send request. */
export type LookupResult =
  | { readonly _tag: "Accepted"; readonly messageId: string }
  /** Never accepted. From now on the channel refuses a send with this attempt or an earlier one. */
  | { readonly _tag: "NotAccepted" }
  /** The channel cannot say. */
  | { readonly _tag: "Unknown" }

/** Port: a way to send template messages. */
export class MessageChannel extends Context.Service<
  MessageChannel,
  {
    /** The `channel_type` that this channel serves. */
    readonly channelType: string

    /** Whether nobody receives its messages, as with a simulator. The console says so. False by default. */
    readonly isSimulated?: boolean | undefined

    /** Whether the workspace may send from this sender. Fails if the channel cannot find out now. */
    readonly hasSender: (workspace: WorkspaceUuid, from: string) => Effect.Effect<boolean, StorageError>

    /**
     * The senders of the workspace, for the error about an unknown one. Requests that the channel cannot find out now are
     * left out. Empty for a channel that lets a workspace send from any sender.
     */
    readonly senders: (workspace: WorkspaceUuid) => Effect.Effect<ReadonlyArray<string>, StorageError>

    /**
     * Sends one message and returns the channel's id of it, with the address of the recipient if the provider answers
     * one. No other message of the channel has the same id: receipts may name a message only by it.
     */
    readonly send: (message: OutboundMessage) => Effect.Effect<string | SentMessage, SendError>

    /**
     * Asks what became of send requests whose process died, one answer for each in their order. A channel that keeps no
     * record answers `Unknown`.
     */
    readonly lookup: (requests: ReadonlyArray<SendRequest>) => Effect.Effect<ReadonlyArray<LookupResult>>

    /**
     * Runs the channel's inbound side until it is interrupted, passing receipts to `onReceipts`. A batch counts as
     * delivered when that succeeds, and is offered again when it fails. A channel that gets receipts through a webhook
     * never calls it.
     */
    readonly listen: (
      onReceipts: (receipts: ReadonlyArray<DeliveryReceipt>) => Effect.Effect<void, StorageError>
    ) => Effect.Effect<never>
  }
>()("@rollcall/core/sending/channels/MessageChannel") {}
