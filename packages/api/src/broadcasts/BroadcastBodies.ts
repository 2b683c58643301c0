import { type BroadcastRequest, limits } from "@rollcall/core"
import { described, shown, textOf } from "@rollcall/core/operations"
import { HeaderType } from "@rollcall/core/channel"
import { type AudienceBroadcast, newestVersion, type ParametersRequest } from "@rollcall/core/sending"
import { Schema, Struct } from "effect"
import { given, Instant } from "../requests/Codecs.ts"
import { fromWire } from "../requests/WireNames.ts"
import { AudienceBody, ExpectBody, toAudienceRequest } from "./AudienceBodies.ts"
import { RecipientBody, ValidatedRecipientBody } from "./RecipientBodies.ts"

const Names = given(Schema.Array(Schema.String))
const bodyOrder = described(Names, "The names of the values of the template's text, in the order of its placeholders.")
const buttonOrder = described(Names, "The names of the values of the template's buttons, in order.")
const mediaValue = "A string, or the https URL of the media. Recipients may give their own value."

const HeaderBody = Schema.Struct({
  type: described(given(HeaderType), "The kind of header.", { default: "text" }),
  value: described(given(Schema.String), mediaValue)
}).annotate({
  identifier: "BroadcastHeader",
  description: "The header of a message."
})

const CardBody = Schema.Struct({
  header: described(
    given(
      Schema.Struct({
        type: described(
          Schema.String.check(shown({ enum: ["image", "video"] })),
          "The kind of media, the same for all cards."
        ),
        value: described(given(Schema.String), mediaValue)
      })
    ),
    "The header of the card."
  ),
  body_order: bodyOrder,
  button_order: buttonOrder
}).annotate({ identifier: "BroadcastCard", description: "A card of a carousel." })

const ParametersBody = Schema.Struct({
  header: described(given(HeaderBody), "The header, if the template has one."),
  body_order: bodyOrder,
  button_order: buttonOrder,
  cards: described(
    given(Schema.Array(CardBody).check(shown({ minItems: 1, maxItems: 10 }))),
    "The cards of a carousel, as many as the template has."
  )
}).annotate({ identifier: "BroadcastParameters", description: "The parameters of the template, by name." })

const payload = {
  channel_type: described(Schema.String.check(shown({ enum: ["chatapp"] })), "The channel."),
  name: described(textOf({ min: 1 }), "The name of the broadcast."),
  template_name: described(textOf({ min: 1 }), "The name of an approved template."),
  locale: described(given(textOf({ min: 1 })), "The template's language code.", {
    default: "en"
  }),
  valid_until: described(given(Instant), "When sending ends. Default: never."),
  scheduled_for: described(given(Instant), "When sending begins. Default: immediately."),
  from: described(
    textOf({ min: 1, max: limits.sender }),
    "The sender: a phone number in any spelling with its country code, or an identifier."
  ),
  version: described(
    given(Schema.Int.check(shown({ minimum: 1, maximum: newestVersion }))),
    "The version of this format.",
    { default: newestVersion }
  ),
  parameters: described(given(ParametersBody), "The parameters of the template, by name."),
  audience: described(given(AudienceBody), "The stored contacts to send to, instead of recipients."),
  expect: described(given(ExpectBody), "How many contacts of the audience you expect to reach.")
}

/** The body that creates a broadcast. It defines only types; core checks the rules. */
export const CreateBody = Schema.Struct({
  ...payload,
  client_unique_identifier: described(
    given(textOf({ min: 1, max: limits.idempotencyKey })),
    "An idempotency key. A second request with the same key gets the first answer again."
  ),
  recipients: described(
    Schema.optionalKey(Schema.Array(RecipientBody).check(shown({ minItems: 1, maxItems: limits.recipients }))),
    "The recipients or the audience: give exactly one of them."
  )
}).annotate({ identifier: "BroadcastBody", description: "A broadcast to send." })

/** The body that validates a broadcast: the body that creates it, without the idempotency key and the client references. */
export const ValidateBody = Schema.Struct({
  ...payload,
  recipients: described(
    Schema.optionalKey(
      Schema.Array(ValidatedRecipientBody).check(shown({ minItems: 1, maxItems: limits.validatedRecipients }))
    ),
    "The recipients or the audience: give exactly one of them."
  )
}).annotate({ identifier: "BroadcastValidationBody", description: "A broadcast to check." })

/** The body that estimates a broadcast to an audience. It needs no name. */
export const EstimateBody = Schema.Struct({
  ...Struct.omit(payload, ["expect"]),
  name: described(given(textOf({ min: 1 })), "The name of the broadcast. It is ignored."),
  audience: described(AudienceBody, "The contacts to send to.")
}).annotate({ identifier: "AudienceEstimateBody", description: "A broadcast to contacts, to estimate." })

export const toEstimateRequest = (body: typeof EstimateBody.Type): AudienceBroadcast => ({
  ...toBroadcastRequest({ ...body, name: body.name ?? body.template_name }),
  audience: toAudienceRequest(body.audience)
})

/** Converts a body to a request, without its recipients, which are read separately. */
export const toBroadcastRequest = ({
  audience: _audience,
  expect: _expect,
  parameters,
  ...head
}: Omit<typeof CreateBody.Type, "recipients">): Omit<BroadcastRequest, "recipients"> => ({
  ...fromWire(head),
  parameters: parameters && toParametersRequest(parameters)
})

/** Converts the parameters of a body. */
export const toParametersRequest = ({ cards, ...values }: typeof ParametersBody.Type): ParametersRequest => ({
  ...fromWire(values),
  cards: cards?.map((card) => fromWire(card))
})
