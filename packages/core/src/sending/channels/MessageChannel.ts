import { Context, Effect, Schema } from "effect"
import { type BroadcastUuid, Correlation, WorkspaceUuid } from "../../shared/Ids.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import type { MessageParameters } from "../templates/MessageParameters.ts"

/** One message to one recipient. */
export interface OutboundMessage {
  /** Identifies the delivery. The channel returns the correlation in receipts, and accepts only one message with it. */
  readonly correlation: Correlation
  /**
   * The number of the claim that this send belongs to, starting at 1. Distinguishes a late send of a frozen process from
   * the next send.
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
 * A recipient's fault, if the channel knows it. The fault becomes the recipient's reason instead of `undeliverable`.
 *
 * - `unreachable`: the address cannot receive messages of the channel.
 * - `opted_out`: the recipient does not want messages of this sender.
 * - `capped`: the platform limits how many messages the recipient gets, from any sender.
 * - `malformed_address`: the platform does not accept the address.
 * - `invalid_parameter`: the platform does not accept one of the recipient's values, for example because the value makes
 *   the text too long.
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
 * The error of a send. The reason decides what happens next.
 *
 * - `Transient`: the message was not accepted, but a later send may be accepted. Retried with backoff.
 * - `Throttled`: the message was not accepted because there were too many sends. Retried after `retryAfter`, and not
 *   counted as a retry. If the sender sent too much, its messages to other recipients wait as long.
 * - `Undeliverable`: the message was not accepted, and never will be for this recipient. Final.
 * - `TemplateRejected`, `SenderRejected`: the provider refuses every message of this template or sender. The broadcast is
 *   paused.
 * - `Refused`: the message was not accepted. The cause may be the recipient's values, or something common to every message
 *   of the template or sender. Rollcall decides between the two causes by whether other messages are accepted.
 * - `Stopped`: the request was not begun, because the broadcast has stopped or the recipient must not be sent to. Only
 *   `MayBegin` fails with this reason.
 * - `OutcomeUnknown`: the request may have been accepted, but the response was lost. By default, the message is not sent
 *   again, and a receipt resolves the outcome.
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
  /**
   * A sentence for people. The sentence may quote the message and its recipient, so it is stored only for that recipient.
   */
  detail: Schema.String,
  /**
   * The provider's name for the error, such as its number: up to 40 letters, digits, `_`, `.`, `:` and `-`. The code is
   * shown where the sentence is not, for example with a paused broadcast, so it must not identify a recipient.
   */
  code: Schema.optionalKey(Schema.String),
  /** For `Undeliverable`, the recipient's fault. For `Refused`, the recipient's fault if the recipient is the cause. */
  recipient: Schema.optionalKey(RecipientFault),
  retryAfter: Schema.optionalKey(Schema.Duration),
  /**
   * For `Throttled`, the scope of the limit: `recipient` for only this recipient. Default: `sender`, for every recipient of
   * the sender.
   */
  scope: Schema.optionalKey(Schema.Literals(["sender", "recipient"])),
  /** For `Transient`, the most retries, if fewer than in the settings. */
  retries: Schema.optionalKey(Schema.Natural),
  /**
   * For `Refused` or `Transient`, true if the channel does not know the code. At most five recipients are written off for
   * such codes before the broadcast pauses.
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
   * The address that the recipient replies from, if the provider returns it. It may differ from `to`. An opt-out of this
   * address also stops messages to the recipient.
   */
  readonly writesFrom?: string
  /**
   * True if the provider has the message and may still drop it, for example while it assesses a template. The message
   * counts as sent only after a receipt.
   */
  readonly isHeld?: boolean
}

/** Returns the channel's id of an accepted message. */
export const messageIdOf = (sent: string | SentMessage): string => (typeof sent === "string" ? sent : sent.messageId)

/** The status of a message that a channel reports: accepted, delivered, read, or undeliverable. */
export const ReceiptStatus = Schema.Literals(["sent", "delivered", "read", "undeliverable"])
export type ReceiptStatus = typeof ReceiptStatus.Type

/**
 * The workspaces of the messages that a receipt may match. `all` means every workspace of the host. Use `all` only if
 * workspaces can't forge receipts, for example because workspaces have no accounts. An empty list matches no
 * message.
 */
export const ReceiptWorkspaces = Schema.Union([Schema.Literal("all"), Schema.Array(WorkspaceUuid)])
export type ReceiptWorkspaces = typeof ReceiptWorkspaces.Type

/**
 * Why an accepted message failed, if other messages may fail for the same cause. The members are as in {@link SendError}.
 */
export const ReceiptRefusal = Schema.Struct({
  reason: Schema.Literals(["Transient", "TemplateRejected", "SenderRejected", "Refused"]),
  code: Schema.optionalKey(Schema.String),
  isUnrecognized: Schema.optionalKey(Schema.Boolean)
})
export type ReceiptRefusal = typeof ReceiptRefusal.Type

/** A status update of a message from its channel. Receipts may arrive early, late, twice and out of order. */
export const DeliveryReceipt = Schema.Struct({
  /**
   * The workspaces of the account that the receipt arrived for. Never read them from the receipt itself, because a
   * workspace with its own account could forge receipts.
   */
  workspaces: ReceiptWorkspaces.pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  /** The delivery's correlation, if the channel returns it; otherwise null, and the delivery is found by `messageId`. */
  correlation: Schema.NullOr(Correlation),
  messageId: Schema.NonEmptyString,
  status: ReceiptStatus,
  /** Why the message can't be delivered; null otherwise. */
  error: Schema.NullOr(Schema.String),
  /** The recipient's fault, if the channel knows it. Used only for `undeliverable`. */
  reason: Schema.NullOr(RecipientFault).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  /**
   * For `undeliverable`, the cause if it may affect other messages. Like the same error of a send, it may pause the
   * broadcast.
   */
  refusal: Schema.optionalKey(ReceiptRefusal),
  /** When the status changed, by the channel's clock. */
  at: Schema.DateTimeUtc
})
export type DeliveryReceipt = typeof DeliveryReceipt.Type

/** The content of a receipt, without the members that identify its message. */
export type ReceiptContent = Omit<DeliveryReceipt, "correlation" | "workspaces" | "refusal">

/** A send request to look up. */
export interface SendRequest {
  readonly correlation: Correlation
  readonly attempt: number
}

/** The outcome of a send request, as the channel knows it. */
export type LookupResult =
  | { readonly _tag: "Accepted"; readonly messageId: string }
  /** The request was never accepted. The channel will refuse any later send with this attempt or an earlier attempt. */
  | { readonly _tag: "NotAccepted" }
  /** The channel can't tell. */
  | { readonly _tag: "Unknown" }

/** Port: sends template messages. */
export class MessageChannel extends Context.Service<
  MessageChannel,
  {
    /** The `channel_type` that this channel serves. */
    readonly channelType: string

    /** Whether messages reach nobody, as with a simulator, which the console then shows. Default: false. */
    readonly isSimulated?: boolean | undefined

    /** Returns whether the workspace may send from this sender. Fails if the channel can't check it now. */
    readonly hasSender: (workspace: WorkspaceUuid, from: string) => Effect.Effect<boolean, StorageError>

    /**
     * Returns the senders of the workspace, for the error about an unknown sender. Leaves out senders that the channel
     * can't check now. Empty if the channel accepts any sender.
     */
    readonly senders: (workspace: WorkspaceUuid) => Effect.Effect<ReadonlyArray<string>, StorageError>

    /**
     * Sends one message. Returns the channel's id of the message, with the recipient's address if the provider returns it.
     * The id must be unique within the channel, because a receipt may name only the id.
     */
    readonly send: (message: OutboundMessage) => Effect.Effect<string | SentMessage, SendError>

    /**
     * Looks up the outcomes of send requests after their process died. Returns one result for each, in the same order. A
     * channel without records returns `Unknown`.
     */
    readonly lookup: (requests: ReadonlyArray<SendRequest>) => Effect.Effect<ReadonlyArray<LookupResult>>

    /**
     * Runs the channel's inbound side until interrupted, and passes receipts to `onReceipts`. A batch counts as delivered
     * if `onReceipts` succeeds; otherwise the batch is passed again. A channel that gets receipts by webhook never calls
     * `onReceipts`.
     */
    readonly listen: (
      onReceipts: (receipts: ReadonlyArray<DeliveryReceipt>) => Effect.Effect<void, StorageError>
    ) => Effect.Effect<never>
  }
>()("@rollcall/core/sending/channels/MessageChannel") {}
