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
    "The values of the message, by the names in the template, or `1`, `2`... if it takes them by position: in the form of a " +
      "recipient or a test."
  ),
  message: described(RenderedMessage, "What the contact would get.")
}).annotate({ identifier: "AudienceExample", description: "A message that would be sent." })

/** The estimate of a broadcast to an audience. */
export const EstimateResource = Schema.Struct({
  contacts: described(Count, "How many contacts are included, whether reached or not."),
  recipients: described(
    Count,
    "How many of them would be reached. Give this number as `expect` to accept only this result."
  ),
  exclusions: described(
    ReasonCounts,
    "How many would not be reached, by reason. With recipients, they add up to contacts."
  ),
  predictions: PredictionCounts,
  seconds: described(Count, "About how many seconds sending takes if the sender sends nothing else."),
  examples: described(Schema.Array(Example), "The first messages, at most 20.")
}).annotate({
  identifier: "AudienceEstimate",
  description: "How many contacts a broadcast would reach now, and why it would not reach the others."
})

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

/** The buttons of a carousel belong to its cards. */
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
