import { Effect, Schema } from "effect"

const withDefault = <S extends Schema.Top & { readonly DecodingServices: never }>(schema: S, value: S["Encoded"]) =>
  schema.pipe(Schema.withDecodingDefaultKey(Effect.succeed(value)))

/** What a receipt says: a status, or that the message failed with a code. */
export const FakeReceipt = Schema.Union([
  Schema.Literals(["sent", "delivered", "read"]),
  Schema.Struct({ failed: Schema.Int })
])
export type FakeReceipt = typeof FakeReceipt.Type

/** What the fake does with messages to some recipients. The first rule that fits counts. */
const FakeRule = Schema.Struct({
  /** The last digits of the recipients; any recipient without it. */
  to: Schema.optionalKey(Schema.String),
  /** Only for the first so many requests of a recipient. */
  times: Schema.optionalKey(Schema.Natural),
  /** Refuses the message. `code` null gives a body without an error. `retryAfter` is in seconds. */
  refuse: Schema.optionalKey(
    Schema.Struct({
      status: Schema.Int,
      code: Schema.NullOr(Schema.Int),
      subcode: Schema.optionalKey(Schema.Int),
      retryAfter: Schema.optionalKey(Schema.Natural)
    })
  ),
  /** Accepts the message, and never answers, closes the connection, or answers with something else than JSON. */
  lose: Schema.optionalKey(Schema.Literals(["hang", "close", "garble"])),
  /** Accepts the message and answers after so many milliseconds. */
  answerAfter: Schema.optionalKey(Schema.Finite),
  /** The `message_status` of the answer; `accepted` without it. */
  messageStatus: Schema.optionalKey(Schema.String),
  /** The receipts of the message, in the order in which they happen. Without it: sent, delivered, read. */
  receipts: Schema.optionalKey(Schema.Array(FakeReceipt))
})
export type FakeRule = typeof FakeRule.Type

/** How the fake behaves. Without any of it: it accepts all, answers at once, and delivers each receipt once. */
export const FakeScript = Schema.Struct({
  rules: withDefault(Schema.Array(FakeRule), []),
  /** Refuses what comes faster than this a second with code 130429; null for no limit. */
  perSecond: withDefault(Schema.NullOr(Schema.Finite), null),
  /** How long the first receipt leaves after its message, and each further one after that, in milliseconds. */
  receiptAfter: withDefault(Schema.Finite, 10),
  /** The `wa_id` of numbers that have another one, as the platform answers it and people write from. */
  waIds: withDefault(Schema.Record(Schema.String, Schema.String), {}),
  /** The user ids of people who have one, by their numbers. */
  userIds: withDefault(Schema.Record(Schema.String, Schema.String), {}),
  /** Webhooks have the number of nobody who has a user id. */
  hidesNumbers: withDefault(Schema.Boolean, false),
  /** Receipts of a message leave in the opposite order. */
  reorder: withDefault(Schema.Boolean, false),
  /** How often each webhook is delivered. */
  deliveries: withDefault(Schema.Natural, 1),
  /** Receipts have milliseconds instead of seconds. */
  milliseconds: withDefault(Schema.Boolean, false)
})
export type FakeScript = typeof FakeScript.Type

/** An account that the fake knows. */
const FakeAccount = Schema.Struct({
  phoneNumberId: Schema.String,
  businessAccountId: Schema.String,
  /** As the platform writes it, such as `+49 30 90180`. */
  displayPhoneNumber: Schema.String,
  token: Schema.String,
  appSecret: Schema.String
})
export type FakeAccount = typeof FakeAccount.Type

/** What the fake begins with. */
export const FakeOptions = Schema.Struct({
  accounts: Schema.Array(FakeAccount),
  /** The templates of every business account, as the platform lists them. */
  templates: Schema.Array(Schema.Json),
  /** Replacements for single business accounts, by their ids. */
  templatesOf: withDefault(Schema.Record(Schema.String, Schema.Array(Schema.Json)), {}),
  /** Where webhooks go. With null they wait until the fake is given a URL. */
  webhookUrl: withDefault(Schema.NullOr(Schema.String), null),
  /** How many templates a page has at most. */
  pageSize: withDefault(Schema.Natural, 100),
  script: withDefault(FakeScript, {}),
  /** After how many milliseconds an idle connection is closed. The answers do not say so. */
  closesIdleAfter: withDefault(Schema.Finite, 60_000),
  /** The address to listen on. 0.0.0.0 listens on all networks. */
  host: withDefault(Schema.String, "127.0.0.1"),
  /** The port there; 0 for a free one. */
  port: withDefault(Schema.Natural, 0)
})
export type FakeOptions = typeof FakeOptions.Type

/** A message that the fake accepted. */
const FakeMessage = Schema.Struct({
  messageId: Schema.String,
  phoneNumberId: Schema.String,
  /** The number or the user id that it was sent to. */
  to: Schema.String,
  callback: Schema.NullOr(Schema.String),
  /** Milliseconds since 1970. */
  at: Schema.Finite,
  request: Schema.Json
})
export type FakeMessage = typeof FakeMessage.Type

/** What the fake has done. */
export const FakeLog = Schema.Struct({
  /** Every message that was accepted, in order. The platform does not recognize a repetition, so it is here twice. */
  accepted: Schema.Array(FakeMessage),
  /** How many requests to send were refused, by code. */
  refused: Schema.Record(Schema.String, Schema.Natural),
  /** How many connections were made to it. */
  connections: Schema.Natural,
  /** How many requests it got. */
  requests: Schema.Natural,
  /** Webhooks that were answered with 200, and webhooks that still wait. */
  webhooks: Schema.Struct({ answered: Schema.Natural, waiting: Schema.Natural })
})
export type FakeLog = typeof FakeLog.Type
