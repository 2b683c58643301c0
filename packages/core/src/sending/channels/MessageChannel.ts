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
 * Why a send did not succeed. The reason decides what happens next.
 *
 * - `Transient`: not accepted, but a later send may be. Retried with backoff.
 * - `Throttled`: not accepted because there were too many sends. Retried after `retryAfter`, and not counted as a retry. If
 *   the sender sent too much, its messages to other recipients wait as long.
 * - `Undeliverable`: not accepted, and never will be for this recipient. Final.
 * - `TemplateRejected`, `SenderRejected`: the provider refuses every message of this template or sender. The broadcast is
 *   paused.
 * - `Refused`: not accepted. The cause may be the recipient's values, or something common to every message of the template
 *   or sender. Whether other messages are accepted decides which of the two it is.
 * - `Stopped`: the request was not begun, because its broadcast or recipient must not be sent to any more. Only `MayBegin`
 *   fails with it.
 * - `OutcomeUnknown`: the request may have been accepted, but the response was lost. It is not sent again by default; a
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
  /** A sentence for people. It may quote the message and its recipient, so only the recipient's own record has it. */
  detail: Schema.String,
  /**
   * The provider's name for the error, such as its number: up to 40 letters, digits, `_`, `.`, `:` and `-`. It is shown
   * where the sentence is not, for example with a paused broadcast, so it must not identify a recipient.
   */
  code: Schema.optionalKey(Schema.String),
  /** For `Undeliverable`, what is wrong with the recipient. For `Refused`, the same if the recipient is the cause. */
  recipient: Schema.optionalKey(RecipientFault),
  retryAfter: Schema.optionalKey(Schema.Duration),
  /**
   * For `Throttled`, who is sent too much: `recipient` for only this recipient. Default: `sender`, any recipient of the
   * sender.
   */
  scope: Schema.optionalKey(Schema.Literals(["sender", "recipient"])),
  /** For `Transient`, how many retries it is worth at most, if fewer than the settings allow. */
  retries: Schema.optionalKey(Schema.Natural),
  /**
   * For `Refused` or `Transient`, true if the channel does not know the code. At most a handful of recipients are written
   * off for it before the broadcast pauses.
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
   * The address that the recipient's replies come from, if the provider returns it. It may differ from the address that the
   * message was sent to. An opt-out of this address also stops messages to the recipient.
   */
  readonly writesFrom?: string
  /**
   * True if the provider has the message and may still drop it, for example while it assesses a template. The message does
   * not count as sent until a receipt says so.
   */
  readonly isHeld?: boolean
}

/** The channel's id of an accepted message. */
export const messageIdOf = (sent: string | SentMessage): string => (typeof sent === "string" ? sent : sent.messageId)

/** The states of a message that a channel reports: accepted, delivered, read, or undeliverable. */
export const ReceiptStatus = Schema.Literals(["sent", "delivered", "read", "undeliverable"])
export type ReceiptStatus = typeof ReceiptStatus.Type

/**
 * The workspaces whose messages a receipt may be about; it matches no message of others. `all` means every workspace of the
 * host. A channel may say `all` only if no workspace can write its receipts, for example because workspaces have no
 * accounts. An empty list matches no message.
 */
export const ReceiptWorkspaces = Schema.Union([Schema.Literal("all"), Schema.Array(WorkspaceUuid)])
export type ReceiptWorkspaces = typeof ReceiptWorkspaces.Type

/**
 * Why an accepted message failed, if the cause may be the same for other messages. `reason` and the rest are as in
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
   * What the channel knows of the account that the receipt came for. Never what the receipt itself says: a workspace with
   * its own account may write receipts about anything.
   */
  workspaces: ReceiptWorkspaces.pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  /** The delivery, if the channel returns it; otherwise the message id finds it. */
  correlation: Schema.NullOr(Correlation),
  messageId: Schema.NonEmptyString,
  status: ReceiptStatus,
  /** Why the message cannot arrive; null otherwise. */
  error: Schema.NullOr(Schema.String),
  /** What is wrong with the recipient, if the channel knows it. Read only for `undeliverable`. */
  reason: Schema.NullOr(RecipientFault).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  /**
   * For an `undeliverable` whose cause may be common to all messages. It may pause the broadcast, as the same error of a
   * send does.
   */
  refusal: Schema.optionalKey(ReceiptRefusal),
  /** When it happened, by the channel's clock. */
  at: Schema.DateTimeUtc
})
export type DeliveryReceipt = typeof DeliveryReceipt.Type

/** What a receipt says of the message that it is for. */
export type ReceiptContent = Omit<DeliveryReceipt, "correlation" | "workspaces" | "refusal">

/** A send request whose outcome the channel is asked for. */
export interface SendRequest {
  readonly correlation: Correlation
  readonly attempt: number
}

/** What a channel did with a send request. */
export type LookupResult =
  | { readonly _tag: "Accepted"; readonly messageId: string }
  /** Never accepted. The channel refuses any later send with this attempt or an earlier one. */
  | { readonly _tag: "NotAccepted" }
  /** The channel cannot say. */
  | { readonly _tag: "Unknown" }

/** Port: a way to send template messages. */
export class MessageChannel extends Context.Service<
  MessageChannel,
  {
    /** The `channel_type` that this channel serves. */
    readonly channelType: string

    /** Default: false. Whether nobody receives its messages, as with a simulator. The console says so. */
    readonly isSimulated?: boolean | undefined

    /** Whether the workspace may send from this sender. Fails if the channel cannot find out now. */
    readonly hasSender: (workspace: WorkspaceUuid, from: string) => Effect.Effect<boolean, StorageError>

    /**
     * The senders of the workspace, for the error about an unknown sender. Senders that the channel cannot find out now are
     * left out. Empty for a channel that lets a workspace send from any sender.
     */
    readonly senders: (workspace: WorkspaceUuid) => Effect.Effect<ReadonlyArray<string>, StorageError>

    /**
     * Sends one message and returns the channel's id of it, with the recipient's address if the provider returns one. No
     * other message of the channel has the same id, because a receipt may name a message only by its id.
     */
    readonly send: (message: OutboundMessage) => Effect.Effect<string | SentMessage, SendError>

    /**
     * Asks for the outcomes of send requests whose process died; one answer for each, in the same order. A channel that
     * keeps no record answers `Unknown`.
     */
    readonly lookup: (requests: ReadonlyArray<SendRequest>) => Effect.Effect<ReadonlyArray<LookupResult>>

    /**
     * Runs the channel's inbound side until it is interrupted, and passes receipts to `onReceipts`. If that succeeds, the
     * batch counts as delivered; if it fails, the batch is offered again. A channel that gets receipts through a webhook
     * never calls it.
     */
    readonly listen: (
      onReceipts: (receipts: ReadonlyArray<DeliveryReceipt>) => Effect.Effect<void, StorageError>
    ) => Effect.Effect<never>
  }
>()("@rollcall/core/sending/channels/MessageChannel") {}
