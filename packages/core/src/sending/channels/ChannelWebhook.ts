import { Context, Effect, Schema } from "effect"
import { WorkspaceUuid } from "../../shared/Ids.ts"
import { DeliveryReceipt } from "./MessageChannel.ts"

/**
 * What a channel reports of a person: addresses that belong to the same one, or that one of them has changed. The same report
 * may arrive many times.
 */
export const InboundPerson = Schema.Struct({
  workspace: WorkspaceUuid,
  /** The phone number, in digits with country code. */
  number: Schema.optionalKey(Schema.NonEmptyString),
  /** The id that the platform gave the person, such as `US.13491208655302741918`. */
  userId: Schema.optionalKey(Schema.NonEmptyString),
  /** The number or id that the person had before, and has no more. */
  former: Schema.optionalKey(Schema.NonEmptyString)
})
export type InboundPerson = typeof InboundPerson.Type

/** A message that a person sent to a sender of a workspace. The same one may arrive several times. */
export const InboundMessage = Schema.Struct({
  workspace: WorkspaceUuid,
  /** The channel's id of the message: two with one id are the same message. */
  channelMessageId: Schema.NonEmptyString,
  /** The person's address as the channel reports it: a phone number in digits with country code, or a user id. */
  from: Schema.NonEmptyString,
  /** The person's user id, where `from` is the phone number. It is not stored. */
  userId: Schema.optionalKey(Schema.NonEmptyString),
  /** The person's user name then, without `@`. It is shown and never matched on: people change it. */
  username: Schema.optionalKey(Schema.String),
  /** The sender that the message was sent to, as broadcasts name it in `from`. */
  to: Schema.NonEmptyString,
  /** When it was sent, by the channel's clock. */
  at: Schema.DateTimeUtc,
  /** The channel's name of the type of the message, such as `text`, `button` or `image`. */
  kind: Schema.NonEmptyString,
  /** What the person wrote or chose; null if the message has no text. */
  text: Schema.NullOr(Schema.String),
  /**
   * What the provider returns of a button that the person pressed, besides its text, which may be translated: a stop word
   * counts there too. It is not stored.
   */
  choice: Schema.optionalKey(Schema.String),
  /**
   * The channel's id of the message that this one answers. The recipient of that one is the person, whatever `from`
   * says. It is not stored.
   */
  repliesTo: Schema.optionalKey(Schema.NonEmptyString)
})
export type InboundMessage = typeof InboundMessage.Type

/**
 * What a person has set at the provider: to get no messages of the sender (`stop`), or messages again (`resume`). The same
 * one may arrive several times, and after a later one.
 */
export const InboundPreference = Schema.Struct({
  workspace: WorkspaceUuid,
  /** The person's address, as in `InboundMessage`. */
  from: Schema.NonEmptyString,
  /** The person's user id, where `from` is the phone number. */
  userId: Schema.optionalKey(Schema.NonEmptyString),
  wants: Schema.Literals(["stop", "resume"]),
  /** When the person set it, by the channel's clock. */
  at: Schema.DateTimeUtc
})
export type InboundPreference = typeof InboundPreference.Type

/**
 * Something else that arrived: a report of the channel, such as the new status of a template, or a part of the body that
 * could not be read.
 */
export const ChannelNotice = Schema.Struct({
  /** Null if the notice belongs to no known workspace. */
  workspace: Schema.NullOr(WorkspaceUuid),
  /** The channel's name of what it reports, or `unreadable`. */
  kind: Schema.NonEmptyString,
  /** `warning` if an operator has to look at it, as at an unreadable part. */
  level: Schema.Literals(["info", "warning"]),
  /** A sentence for a person, without values of contacts and without secrets: an event of the workspace has it. */
  detail: Schema.String,
  /**
   * What distinguishes the notice from others of its workspace with the same kind and detail, such as when the provider
   * made the report. A notice that equals another in all three is the same notice, and causes no further event. If a notice
   * may come with every message, give it the same occurrence for an hour, for example.
   */
  occurrence: Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed(""))),
  /** The part of the body as it arrived, or null if it is not JSON. */
  data: Schema.Json
})
export type ChannelNotice = typeof ChannelNotice.Type

/** What one request to a webhook holds, in the order of the request. Each part names its own workspace. */
export const InboundBatch = Schema.Struct({
  receipts: Schema.Array(DeliveryReceipt),
  messages: Schema.Array(InboundMessage),
  /** Of a channel whose provider lets people set whether they get messages. */
  preferences: Schema.optionalKey(Schema.Array(InboundPreference)),
  /** Of a channel that reports which addresses are one person's. */
  people: Schema.optionalKey(Schema.Array(InboundPerson)),
  notices: Schema.Array(ChannelNotice)
})
export type InboundBatch = typeof InboundBatch.Type

/**
 * Why a request to a webhook is refused. Nothing of it is kept.
 *
 * - `Unauthorized`: it is not proven to come from the provider.
 * - `Malformed`: it is no request of this webhook.
 * - `Unavailable`: it cannot be checked now; the provider has to deliver it again.
 */
export class WebhookRefused extends Schema.TaggedError<WebhookRefused>()("WebhookRefused", {
  reason: Schema.Literals(["Unauthorized", "Malformed", "Unavailable"]),
  /** A sentence for a person, without secrets. */
  detail: Schema.String
}) {
  override get message(): string {
    return `${this.reason}: ${this.detail}`
  }
}

/** A request with a body, as it arrived. */
export interface WebhookRequest {
  /** By names in lower case. */
  readonly headers: { readonly [name: string]: string | undefined }
  /** The bytes of the body: signatures are made of these. */
  readonly body: Uint8Array
}

/**
 * Port: the inbound side of a channel whose provider reports over HTTP. It reads and verifies requests, and stores
 * nothing: the host writes down what `read` returns before it answers, and applies it afterwards. A provider delivers
 * again what was not answered in time, so the same parts may come in any order and many times.
 */
export class ChannelWebhook extends Context.Service<
  ChannelWebhook,
  {
    /** The name of the channel in the URL of its webhook, `/channels/{path}/webhook`: small letters, digits and `-`. */
    readonly path: string

    /** Answers the request with which the provider verifies the URL (`GET`): returns the text of the answer. */
    readonly verify: (query: { readonly [name: string]: string | undefined }) => Effect.Effect<string, WebhookRefused>

    /**
     * Verifies a request and returns what it holds. A part that cannot be read becomes a notice and does not keep the
     * others from being returned; a request is refused as a whole only for what `WebhookRefused` says.
     */
    readonly read: (request: WebhookRequest) => Effect.Effect<InboundBatch, WebhookRefused>
  }
>()("@rollcall/core/sending/channels/ChannelWebhook") {}
