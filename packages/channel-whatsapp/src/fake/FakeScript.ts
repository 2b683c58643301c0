import { Effect, Schema } from "effect"

const withDefault = <S extends Schema.Top & { readonly DecodingServices: never }>(schema: S, value: S["Encoded"]) =>
  schema.pipe(Schema.withDecodingDefaultKey(Effect.succeed(value)))

/** The content of a receipt: a status, or the error code of a failed message. */
export const FakeReceipt = Schema.Union([
  Schema.Literals(["sent", "delivered", "read"]),
  Schema.Struct({ failed: Schema.Int })
])
export type FakeReceipt = typeof FakeReceipt.Type

/** The behavior for messages to some recipients. The first matching rule applies. */
const FakeRule = Schema.Struct({
  /** The last digits of the recipients. Default: any recipient. */
  to: Schema.optionalKey(Schema.String),
  /** Applies only to the first `times` requests for each recipient. Default: all requests. */
  times: Schema.optionalKey(Schema.Natural),
  /** Refuses the message. With `code` null, the response body has no error. `retryAfter` is in seconds. */
  refuse: Schema.optionalKey(
    Schema.Struct({
      status: Schema.Int,
      code: Schema.NullOr(Schema.Int),
      subcode: Schema.optionalKey(Schema.Int),
      retryAfter: Schema.optionalKey(Schema.Natural)
    })
  ),
  /** Accepts the message, then never responds, closes the connection, or responds with something other than JSON. */
  lose: Schema.optionalKey(Schema.Literals(["hang", "close", "garble"])),
  /** Accepts the message and responds after this time, in milliseconds. */
  answerAfter: Schema.optionalKey(Schema.Finite),
  /** The `message_status` of the response. Default: `accepted`. */
  messageStatus: Schema.optionalKey(Schema.String),
  /** The receipts of the message, in order. Default: sent, delivered, read. */
  receipts: Schema.optionalKey(Schema.Array(FakeReceipt))
})
export type FakeRule = typeof FakeRule.Type

/**
 * The behavior of the fake. By default, the fake accepts every message, responds at once, and delivers each receipt once.
 */
export const FakeScript = Schema.Struct({
  rules: withDefault(Schema.Array(FakeRule), []),
  /** The maximum number of sends per second. More sends are refused with code 130429. Default: null, for no limit. */
  perSecond: withDefault(Schema.NullOr(Schema.Finite), null),
  /** The delay before the first receipt and between receipts, in milliseconds. */
  receiptAfter: withDefault(Schema.Finite, 10),
  /** The `wa_id`s that differ from the number, by number. */
  waIds: withDefault(Schema.Record(Schema.String, Schema.String), {}),
  /** The user ids of people, by number. */
  userIds: withDefault(Schema.Record(Schema.String, Schema.String), {}),
  /** Whether webhooks hide the numbers of people with a user id. */
  hidesNumbers: withDefault(Schema.Boolean, false),
  /** Whether the receipts of a message are sent in reverse order. */
  reorder: withDefault(Schema.Boolean, false),
  /** How many times each receipt is delivered. */
  deliveries: withDefault(Schema.Natural, 1),
  /** Whether receipts have timestamps in milliseconds instead of seconds. */
  milliseconds: withDefault(Schema.Boolean, false)
})
export type FakeScript = typeof FakeScript.Type

const FakeAccount = Schema.Struct({
  phoneNumberId: Schema.String,
  businessAccountId: Schema.String,
  /** The number in the platform's format, such as `+49 30 90180`. */
  displayPhoneNumber: Schema.String,
  token: Schema.String,
  appSecret: Schema.String
})
export type FakeAccount = typeof FakeAccount.Type

/** Options of the fake. */
export const FakeOptions = Schema.Struct({
  accounts: Schema.Array(FakeAccount),
  /** The templates of every business account, as the platform lists them. */
  templates: Schema.Array(Schema.Json),
  /** Templates of single business accounts by id, which replace `templates`. */
  templatesOf: withDefault(Schema.Record(Schema.String, Schema.Array(Schema.Json)), {}),
  /** The URL for webhooks. With null, webhooks wait until a URL is set. */
  webhookUrl: withDefault(Schema.NullOr(Schema.String), null),
  /** The maximum number of templates per page. */
  pageSize: withDefault(Schema.Natural, 100),
  script: withDefault(FakeScript, {}),
  /** The timeout of idle connections, in milliseconds. Responses don't announce the timeout. */
  closesIdleAfter: withDefault(Schema.Finite, 60_000),
  /** The address to listen on. 0.0.0.0 listens on all networks. */
  host: withDefault(Schema.String, "127.0.0.1"),
  /** The port; 0 for any free port. */
  port: withDefault(Schema.Natural, 0)
})
export type FakeOptions = typeof FakeOptions.Type

/** A message that the fake accepted. */
const FakeMessage = Schema.Struct({
  messageId: Schema.String,
  phoneNumberId: Schema.String,
  /** The phone number or user id of the recipient. */
  to: Schema.String,
  callback: Schema.NullOr(Schema.String),
  /** Milliseconds since 1970. */
  at: Schema.Finite,
  request: Schema.Json
})
export type FakeMessage = typeof FakeMessage.Type

/** The log of the fake. */
export const FakeLog = Schema.Struct({
  /** Every accepted message, in order. Repeated messages are included, because the platform doesn't detect repeats. */
  accepted: Schema.Array(FakeMessage),
  /** The number of refused sends, by code. */
  refused: Schema.Record(Schema.String, Schema.Natural),
  /** The number of connections made to the fake. */
  connections: Schema.Natural,
  /** The number of requests received. */
  requests: Schema.Natural,
  /** The number of webhooks acknowledged with 200, and the number still waiting. */
  webhooks: Schema.Struct({ answered: Schema.Natural, waiting: Schema.Natural })
})
export type FakeLog = typeof FakeLog.Type
