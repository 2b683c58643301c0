import { Context, Effect, Schema } from "effect"
import { WorkspaceUuid } from "../../shared/Ids.ts"
import { DeliveryReceipt } from "./MessageChannel.ts"

/**
 * A channel's report about the addresses of a person: two addresses belong to the same person, or an address has changed.
 * The same report may arrive many times.
 */
export const InboundPerson = Schema.Struct({
  workspace: WorkspaceUuid,
  /** The phone number, in digits with country code. */
  number: Schema.optionalKey(Schema.NonEmptyString),
  /** The id that the platform gave the person, such as `US.13491208655302741918`. */
  userId: Schema.optionalKey(Schema.NonEmptyString),
  /** The number or id that the person had before. */
  former: Schema.optionalKey(Schema.NonEmptyString)
})
export type InboundPerson = typeof InboundPerson.Type

/** A message that a person sent to a sender of a workspace. The same message may arrive several times. */
export const InboundMessage = Schema.Struct({
  workspace: WorkspaceUuid,
  /** The channel's id of the message: two reports with one id are the same message. */
  channelMessageId: Schema.NonEmptyString,
  /** The person's address as the channel reports it: a phone number in digits with country code, or a user id. */
  from: Schema.NonEmptyString,
  /** The person's user id, where `from` is the phone number. It is not stored. */
  userId: Schema.optionalKey(Schema.NonEmptyString),
  /** The person's user name at that time, without `@`. It is shown, but never used to match: people change it. */
  username: Schema.optionalKey(Schema.String),
  /** The sender that the message was sent to, as broadcasts name it in `from`. */
  to: Schema.NonEmptyString,
  /** When it was sent, by the channel's clock. */
  at: Schema.DateTimeUtc,
  /** The channel's name for the type of the message, such as `text`, `button` or `image`. */
  kind: Schema.NonEmptyString,
  /** What the person wrote or chose; null if the message has no text. */
  text: Schema.NullOr(Schema.String),
  /**
   * What the provider returns for a button that the person pressed, in addition to its text, which may be translated. A
   * stop word counts here too. Not stored.
   */
  choice: Schema.optionalKey(Schema.String),
  /**
   * The channel's id of the message that this message answers. The recipient of that message is the person, whatever `from`
   * says. Not stored.
   */
  repliesTo: Schema.optionalKey(Schema.NonEmptyString)
})
export type InboundMessage = typeof InboundMessage.Type

/**
 * A person's setting at the provider: no messages of the sender (`stop`), or messages again (`resume`). The same report may
 * arrive several times, and after a later one.
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
 * Anything else that arrived: a report of the channel, such as the new status of a template, or an unreadable part of the
 * body.
 */
export const ChannelNotice = Schema.Struct({
  /** Null if the notice belongs to no known workspace. */
  workspace: Schema.NullOr(WorkspaceUuid),
  /** The channel's name for the kind of report, or `unreadable`. */
  kind: Schema.NonEmptyString,
  /** `warning` if an operator should look at it, for example at an unreadable part. */
  level: Schema.Literals(["info", "warning"]),
  /** A sentence for people, without values of contacts and without secrets: an event of the workspace shows it. */
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

/** The content of one request to a webhook, in the order of the request. Each part names its own workspace. */
export const InboundBatch = Schema.Struct({
  receipts: Schema.Array(DeliveryReceipt),
  messages: Schema.Array(InboundMessage),
  /** For a channel whose provider lets people choose whether they get messages. */
  preferences: Schema.optionalKey(Schema.Array(InboundPreference)),
  /** For a channel that reports which addresses belong to one person. */
  people: Schema.optionalKey(Schema.Array(InboundPerson)),
  notices: Schema.Array(ChannelNotice)
})
export type InboundBatch = typeof InboundBatch.Type

/**
 * Why a request to a webhook is refused. Nothing of it is kept.
 *
 * - `Unauthorized`: the request is not proven to come from the provider.
 * - `Malformed`: the request is not for this webhook.
 * - `Unavailable`: the request cannot be checked now; the provider should deliver it again.
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
  /** Names are in lower case. */
  readonly headers: { readonly [name: string]: string | undefined }
  /** The bytes of the body, which signatures are computed from. */
  readonly body: Uint8Array
}

/**
 * Port: the inbound side of a channel whose provider reports over HTTP. It verifies and reads requests, and stores nothing.
 * The host stores what `read` returns before it answers, and applies it afterwards. A provider repeats a request that was
 * not answered in time, so the same parts may arrive in any order and many times.
 */
export class ChannelWebhook extends Context.Service<
  ChannelWebhook,
  {
    /** The name of the channel in the URL of its webhook, `/channels/{path}/webhook`: small letters, digits and `-`. */
    readonly path: string

    /** Answers the request (`GET`) with which the provider verifies the URL. Returns the body of the answer. */
    readonly verify: (query: { readonly [name: string]: string | undefined }) => Effect.Effect<string, WebhookRefused>

    /**
     * Verifies a request and returns its content. An unreadable part becomes a notice, and the other parts are still
     * returned. A whole request is refused only for the reasons of `WebhookRefused`.
     */
    readonly read: (request: WebhookRequest) => Effect.Effect<InboundBatch, WebhookRefused>
  }
>()("@rollcall/core/sending/channels/ChannelWebhook") {}
