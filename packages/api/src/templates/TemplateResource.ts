import { CarouselTemplate, type OfferedTemplate, PlainTemplate, TemplateCard } from "@rollcall/core/channel"
import { Schema } from "effect"
import { described } from "../requests/Described.ts"
import { Pagination } from "../requests/Paging.ts"

const Card = Schema.Struct({
  ...TemplateCard.fields,
  header: described(TemplateCard.fields.header, "The type of the header of every card.")
}).annotate({ identifier: "TemplateCard", description: "A card of a carousel." })

const channel_type = described(Schema.String, "The channel that it can be sent through.")

/** A template (B5). The members that one of its kind does not have are null (W1). */
export const TemplateResource = Schema.Union([
  Schema.Struct({
    ...PlainTemplate.fields,
    channel_type,
    kind: described(PlainTemplate.fields.kind, "A message without cards."),
    cards: described(Schema.Null, "There are none.")
  }).annotate({
    identifier: "PlainTemplate",
    description: "A template of one message: header, body and buttons."
  }),
  Schema.Struct({
    ...CarouselTemplate.fields,
    channel_type,
    kind: described(CarouselTemplate.fields.kind, "A message with cards."),
    header: described(Schema.Null, "Headers are those of the cards."),
    buttons: described(Schema.Null, "Buttons are those of the cards."),
    cards: described(Schema.Array(Card), "The cards, in their order.")
  }).annotate({
    identifier: "CarouselTemplate",
    description: "A template of a body above cards; headers and buttons are those of the cards."
  })
])

/** Templates by name and locale. */
export const TemplatePage = Schema.Struct({
  templates: described(Schema.Array(TemplateResource), "The templates of the page."),
  pagination: Pagination
}).annotate({ identifier: "TemplatePage", description: "A page of templates." })

export const toTemplateResource = ({ channelType, ...template }: OfferedTemplate): typeof TemplateResource.Type =>
  template.kind === "plain"
    ? { ...template, channel_type: channelType, cards: null }
    : { ...template, channel_type: channelType, header: null, buttons: null }
