import { type BroadcastRequest, limits } from "@rollcall/core"
import { HeaderType } from "@rollcall/core/channel"
import type { ParametersRequest } from "@rollcall/core/storage"
import { Schema } from "effect"
import { Instant } from "../requests/Codecs.ts"
import { RecipientBody, ValidatedRecipientBody } from "./RecipientBodies.ts"

const given = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const Names = given(Schema.Array(Schema.String))

const HeaderBody = Schema.Struct({ type: given(HeaderType), value: given(Schema.String) }).annotate({
  identifier: "BroadcastHeader",
  description: "The type is text where none is given."
})

const CardBody = Schema.Struct({
  header: given(Schema.Struct({ type: Schema.String, value: given(Schema.String) })),
  body_order: Names,
  button_order: Names
}).annotate({ identifier: "BroadcastCard" })

const ParametersBody = Schema.Struct({
  header: given(HeaderBody),
  body_order: Names,
  button_order: Names,
  cards: given(Schema.Array(CardBody))
}).annotate({ identifier: "BroadcastParameters" })

const payload = {
  channel_type: Schema.String.annotate({ description: "chatapp" }),
  name: Schema.String,
  template_name: Schema.String,
  locale: given(Schema.String).annotate({ description: "The template's language code; en where none is given." }),
  valid_until: given(Instant).annotate({ description: "When sending ends; never where none is given." }),
  scheduled_for: given(Instant).annotate({ description: "When sending begins; at once where none is given." }),
  from: Schema.String.annotate({ description: "The sender's phone number or identifier." }),
  version: given(Schema.Int).annotate({ description: "The version of this format; the newest where none is given." }),
  parameters: given(ParametersBody)
}

/** What creates a broadcast. Its rules are the core's; here are the types. */
export const CreateBody = Schema.Struct({
  ...payload,
  client_unique_identifier: given(Schema.String).annotate({
    description: "An idempotency key of 1 to 255 characters: a second request with it gets the first answer again."
  }),
  recipients: Schema.Array(RecipientBody).annotate({ description: `At most ${limits.recipients}.` })
}).annotate({ identifier: "BroadcastBody" })

/** What `validate` looks at: the same without the idempotency key and the client references (B19). */
export const ValidateBody = Schema.Struct({
  ...payload,
  recipients: Schema.Array(ValidatedRecipientBody).annotate({ description: `At most ${limits.validatedRecipients}.` })
}).annotate({ identifier: "BroadcastValidationBody" })

/** The request that a body makes. Its recipients are read apart. */
export const toBroadcastRequest = (
  head: Omit<typeof CreateBody.Type, "recipients">
): Omit<BroadcastRequest, "recipients"> => ({
  channelType: head.channel_type,
  name: head.name,
  templateName: head.template_name,
  locale: head.locale,
  validUntil: head.valid_until,
  scheduledFor: head.scheduled_for,
  from: head.from,
  version: head.version,
  clientUniqueIdentifier: head.client_unique_identifier,
  parameters: head.parameters && toParametersRequest(head.parameters)
})

/** The parameters that a body asks for. */
export const toParametersRequest = ({ cards, header, ...orders }: typeof ParametersBody.Type): ParametersRequest => ({
  header,
  ...toOrders(orders),
  cards: cards?.map(({ header, ...orders }) => ({ header, ...toOrders(orders) }))
})

const toOrders = ({ body_order, button_order }: Pick<typeof CardBody.Type, "body_order" | "button_order">) => ({
  bodyOrder: body_order,
  buttonOrder: button_order
})
