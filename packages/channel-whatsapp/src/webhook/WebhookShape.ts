import { Effect, Schema, SchemaGetter } from "effect"

/** An optional member. The platform may also write null. */
const given = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const Text = given(Schema.String)
const Json = Schema.Json

/**
 * The outer form of a webhook body. Each entry is decoded separately, so that an entry of an unknown form doesn't affect
 * the others.
 */
export const Envelope = Schema.Struct({
  object: Schema.Literal("whatsapp_business_account"),
  entry: Schema.Array(Json)
})

/** The reports about a business account. `time` is the timestamp of the reports, and stays the same on redelivery. */
export const Entry = Schema.Struct({
  id: Schema.String,
  time: Json.pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  changes: Schema.Array(Json)
})

export const Change = Schema.Struct({ field: Schema.NonEmptyString, value: Json })

/** A timestamp as a number or string, in seconds or milliseconds since the epoch. */
const Timestamp = Schema.Union([Schema.String, Schema.Finite]).pipe(
  Schema.decodeTo(Schema.DateTimeUtcFromMillis, {
    decode: SchemaGetter.transform((given) => {
      const number = typeof given === "string" && given.trim() === "" ? Number.NaN : Number(given)
      return Math.abs(number) < 100_000_000_000 ? number * 1_000 : number
    }),
    encode: SchemaGetter.transform((millis) => millis)
  })
)

/** The value of a change with the field `messages` or `user_preferences`. */
export const Messages = Schema.Struct({
  metadata: Schema.Struct({ display_phone_number: Schema.String, phone_number_id: Schema.String }),
  statuses: given(Schema.Array(Json)),
  messages: given(Schema.Array(Json)),
  contacts: given(Schema.Array(Json)),
  user_preferences: given(Schema.Array(Json)),
  errors: given(Schema.Array(Json))
})

/** A person named in a report. Unknown members are absent or null. */
export const Person = Schema.Struct({
  wa_id: Text,
  user_id: Text,
  parent_user_id: Text,
  profile: Schema.optionalKey(Schema.Unknown)
})
export type Person = typeof Person.Type

/** A person's public profile. Decoded separately, because a profile is optional. */
export const Profile = Schema.Struct({ username: Schema.String })

/** A person's preference about the account's messages. */
export const Preference = Schema.Struct({
  wa_id: Text,
  user_id: Text,
  category: Schema.String,
  value: Schema.String,
  timestamp: Timestamp
})

/** The error of a failed message. */
export const StatusError = Schema.Struct({
  code: Schema.Int,
  title: Text,
  message: Text,
  error_data: given(Schema.Struct({ details: Text }))
})

export type StatusError = typeof StatusError.Type

/**
 * A delivery status of a message. Optional parts are decoded separately, so that an invalid part does not affect the
 * status.
 */
export const Status = Schema.Struct({
  id: Schema.NonEmptyString,
  status: Schema.String,
  timestamp: Timestamp,
  biz_opaque_callback_data: Schema.optionalKey(Schema.Unknown),
  errors: Schema.optionalKey(Schema.Unknown)
})

/** The recipient of a status with both number and user id, which belong to the same person. */
export const Recipient = Schema.Struct({
  recipient_type: Schema.optionalKey(Schema.Literal("individual")),
  recipient_id: Schema.NonEmptyString,
  recipient_user_id: Schema.NonEmptyString
})

const Reply = given(Schema.Struct({ id: Text, title: Text }))
const Media = given(Schema.Struct({ caption: Text }))

/** The message that another message replies to. Decoded separately, because a reply is optional. */
export const Answered = Schema.Struct({ id: Schema.NonEmptyString })

/** A message that a person sent. */
export const Message = Schema.Struct({
  id: Schema.NonEmptyString,
  /** Absent for a person with a user name, who has a user id instead. */
  from: Text,
  from_user_id: Text,
  timestamp: Timestamp,
  type: Schema.NonEmptyString,
  text: given(Schema.Struct({ body: Text })),
  button: given(Schema.Struct({ text: Text, payload: Text })),
  interactive: given(Schema.Struct({ button_reply: Reply, list_reply: Reply })),
  context: Schema.optionalKey(Schema.Unknown),
  image: Media,
  video: Media,
  document: Media
})
export type Message = typeof Message.Type

/** A system message about a person, such as a changed number. `system` has the new values. */
export const SystemReport = Schema.Struct({
  from: Text,
  from_user_id: Text,
  system: given(Schema.Struct({ body: Text, type: Text, wa_id: Text, user_id: Text }))
})
export type SystemReport = typeof SystemReport.Type
