import { ContactUuid } from "@rollcall/core"
import { Count, described } from "@rollcall/core/operations"
import { type AudienceEstimate, positions } from "@rollcall/core/sending"
import type { MessageParameters } from "@rollcall/core/channel"
import { Schema } from "effect"
import { RenderedMessage } from "../templates/RenderedMessage.ts"
import { PredictionCounts, ReasonCounts } from "./AcceptanceResources.ts"
import { RecipientParametersBody } from "./RecipientBodies.ts"

const Example = Schema.Struct({
  contact_uuid: described(ContactUuid, "The contact."),
  identifier: described(Schema.String, "The address that the message would go to."),
  parameters: described(
    RecipientParametersBody,
    "The values of the message, by the names that the template has, or `1`, `2`... where it takes them by position: as a " +
      "recipient or a test takes them."
  ),
  message: described(RenderedMessage, "What the contact would get.")
}).annotate({ identifier: "AudienceExample", description: "A message that would be sent." })

/** The estimate of a broadcast to an audience. */
export const EstimateResource = Schema.Struct({
  contacts: described(Count, "How many contacts are included, those that are not reached among them."),
  recipients: described(Count, "How many of them would be reached: what expect compares."),
  exclusions: described(
    ReasonCounts,
    "How many would not be reached, by reason; all of these and recipients are contacts."
  ),
  predictions: PredictionCounts,
  seconds: described(Count, "About how long sending takes at the rate of a sender that sends nothing else."),
  examples: described(Schema.Array(Example), "The first messages, at most 20.")
}).annotate({ identifier: "AudienceEstimate", description: "What a broadcast to contacts would come to now." })

export const toEstimateResource = ({ examples, ...estimate }: AudienceEstimate): typeof EstimateResource.Encoded => ({
  ...estimate,
  examples: examples.map(({ contactUuid, identifier, message, parameters }) => ({
    contact_uuid: contactUuid,
    identifier,
    parameters: toParameters(parameters),
    message
  }))
})

type Values = typeof RecipientParametersBody.Type

/** A carousel has only the buttons of its cards. */
const toParameters = ({ cards, ...message }: MessageParameters): Values => ({
  ...toValues(message),
  ...(cards !== null && { button: null }),
  cards: cards === null ? null : cards.map(toValues)
})

const toValues = ({ body, bodyNames, buttons, header }: Omit<MessageParameters, "cards">) => ({
  header: header && { value: header.value },
  body: named(bodyNames ?? positions(body.length), body),
  button: named(positions(buttons.length), buttons)
})

const named = (names: ReadonlyArray<string>, values: ReadonlyArray<string>) =>
  Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""] as const))
