import { Context, Effect, Schema } from "effect"
import { WorkspaceUuid } from "../../shared/Ids.ts"
import { DeliveryReceipt } from "./MessageChannel.ts"

/**
 * A channel's report about a person's addresses: two addresses belong to the same person, or an address has changed. The
 * same report may arrive many times.
 */
export const InboundPerson = Schema.Struct({
  workspace: WorkspaceUuid,
  /** The phone number, in digits with country code. */
  number: Schema.optionalKey(Schema.NonEmptyString),
  /** The id that the platform gave the person, such as `US.13491208655302741918`. */
  userId: Schema.optionalKey(Schema.NonEmptyString),
  /** The previous number or id of the person. */
  former: Schema.optionalKey(Schema.NonEmptyString)
})
export type InboundPerson = typeof InboundPerson.Type

/** A message that a person sent to a sender of a workspace. The same message may arrive several times. */
export const InboundMessage = Schema.Struct({
  workspace: WorkspaceUuid,
  /** The channel's id of the message. Reports with the same id are the same message. */
  channelMessageId: Schema.NonEmptyString,
  /** The person's address as the channel reports it: a phone number in digits with country code, or a user id. */
  from: Schema.NonEmptyString,
  /** The person's user id, if `from` is the phone number. Not stored. */
  userId: Schema.optionalKey(Schema.NonEmptyString),
  /** The person's user name at that time, without `@`. For display only, never for matching, because user names change. */
  username: Schema.optionalKey(Schema.String),
  /** The sender that received the message, as named in a broadcast's `from`. */
  to: Schema.NonEmptyString,
  /** When the message was sent, by the channel's clock. */
  at: Schema.DateTimeUtc,
  /** The channel's name for the type of the message, such as `text`, `button` or `image`. */
  kind: Schema.NonEmptyString,
  /** The message text or the chosen option; null if the message has no text. */
  text: Schema.NullOr(Schema.String),
  /**
   * The provider's value for a pressed button. A stop word in this value also counts, because the button's text may be
   * translated. Not stored.
   */
  choice: Schema.optionalKey(Schema.String),
  /**
   * The channel's id of the message that this message replies to. That message's recipient is taken as the person,
   * regardless of `from`. Not stored.
   */
  repliesTo: Schema.optionalKey(Schema.NonEmptyString)
})
export type InboundMessage = typeof InboundMessage.Type

/**
 * A person's setting at the provider: stop messages from the sender (`stop`), or resume them (`resume`). The same report
 * may arrive several times, even after a later report.
 */
export const InboundPreference = Schema.Struct({
  workspace: WorkspaceUuid,
  /** The person's address, as in `InboundMessage`. */
  from: Schema.NonEmptyString,
  /** The person's user id, if `from` is the phone number. */
  userId: Schema.optionalKey(Schema.NonEmptyString),
  wants: Schema.Literals(["stop", "resume"]),
  /** When the person changed the setting, by the channel's clock. */
  at: Schema.DateTimeUtc
})
export type InboundPreference = typeof InboundPreference.Type

/**
 * Content of a request other than receipts, messages, preferences and people: a channel report, such as the new status of a
 * template, or an unreadable part of the body.
 */
export const ChannelNotice = Schema.Struct({
  /** Null if the notice belongs to no known workspace. */
  workspace: Schema.NullOr(WorkspaceUuid),
  /** The channel's name for the kind of report, or `unreadable`. */
  kind: Schema.NonEmptyString,
  /** `warning` if an operator should look at the notice, for example because a part is unreadable. */
  level: Schema.Literals(["info", "warning"]),
  /** A sentence for people, without contact data or secrets. An event of the workspace shows this sentence. */
  detail: Schema.String,
  /**
   * Distinguishes notices of a workspace with the same kind and detail, for example by the time of the provider's report.
   * Notices with the same kind, detail and occurrence are the same notice and cause one event. For notices that may come
   * with every message, use the same occurrence for an hour or so.
   */
  occurrence: Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed(""))),
  /** The part of the body as received; null if it is not JSON. */
  data: Schema.Json
})
export type ChannelNotice = typeof ChannelNotice.Type

/** The content of one webhook request, in request order. Each part names its own workspace. */
export const InboundBatch = Schema.Struct({
  receipts: Schema.Array(DeliveryReceipt),
  messages: Schema.Array(InboundMessage),
  /** People's settings at the provider. Present only if the channel's provider lets people opt out of messages. */
  preferences: Schema.optionalKey(Schema.Array(InboundPreference)),
  /** Reports about people's addresses. Present only if the channel reports which addresses belong to one person. */
  people: Schema.optionalKey(Schema.Array(InboundPerson)),
  notices: Schema.Array(ChannelNotice)
})
export type InboundBatch = typeof InboundBatch.Type

/**
 * Why a webhook request is refused. The request's content is not stored.
 *
 * - `Unauthorized`: the request is not proven to come from the provider.
 * - `Malformed`: the request is not for this webhook.
 * - `Unavailable`: the request can't be checked now; the provider should deliver it again.
 */
export class WebhookRefused extends Schema.TaggedError<WebhookRefused>()("WebhookRefused", {
  reason: Schema.Literals(["Unauthorized", "Malformed", "Unavailable"]),
  /** A sentence for people, without secrets. */
  detail: Schema.String
}) {
  override get message(): string {
    return `${this.reason}: ${this.detail}`
  }
}

/** A webhook request with its raw body. */
export interface WebhookRequest {
  /** The headers, with names in lower case. */
  readonly headers: { readonly [name: string]: string | undefined }
  /** The raw bytes, for checking signatures. */
  readonly body: Uint8Array
}

/**
 * Port: the inbound side of a channel whose provider reports over HTTP. The port verifies and reads requests, and stores
 * nothing. The host stores the result of `read` before it responds, and applies the result afterwards. Providers repeat a
 * request that got no response in time, so parts may arrive in any order and many times.
 */
export class ChannelWebhook extends Context.Service<
  ChannelWebhook,
  {
    /** The channel's name in its webhook URL, `/channels/{path}/webhook`: lowercase letters, digits and `-`. */
    readonly path: string

    /** Responds to the `GET` request that the provider sends to verify the URL. Returns the response body. */
    readonly verify: (query: { readonly [name: string]: string | undefined }) => Effect.Effect<string, WebhookRefused>

    /**
     * Verifies a request and returns its content. An unreadable part becomes a notice, and the other parts are still
     * returned. A whole request is refused only for the reasons of `WebhookRefused`.
     */
    readonly read: (request: WebhookRequest) => Effect.Effect<InboundBatch, WebhookRefused>
  }
>()("@rollcall/core/sending/channels/ChannelWebhook") {}
