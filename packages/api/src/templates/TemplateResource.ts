import {
  CarouselTemplate,
  type OfferedTemplate,
  PlainTemplate,
  TemplateCard,
  TemplateCategory,
  UnsendableTemplate
} from "@rollcall/core/channel"
import { categoryOf, type TemplateText } from "@rollcall/core/sending"
import { described } from "@rollcall/core/operations"
import { Record, Schema, Struct } from "effect"
import { pageOf, Pagination } from "../requests/Paging.ts"
import { MessageButton } from "./RenderedMessage.ts"

const category = described(
  TemplateCategory,
  "The purpose of its messages. Workspaces may limit how often and when people get marketing. A template without a category counts as marketing."
)

/** The members whose names or formats differ in the API. */
const respelled = ["bodyNames", "text"] as const

const body_names = described(
  Schema.NullOr(Schema.Array(Schema.String)),
  "The names of the body parameters. body_order lists them in any order. Null if the parameters are positional."
)

const words = Schema.NullOr(Schema.String)

const text = described(
  Schema.NullOr(
    Schema.Struct({
      header: described(words, "The text of the header. Null for a media header or no header."),
      body: described(words, "The text of the body."),
      footer: described(words, "The text of the footer."),
      buttons: described(Schema.Array(MessageButton), "All buttons, in their order.")
    }).annotate({
      identifier: "TemplateText",
      description: "The wording, with `{{1}}`, `{{2}}`... or `{{name}}` as placeholders."
    })
  ),
  "The wording. Null if it is not known."
)

const Card = Schema.Struct({
  ...Struct.omit(TemplateCard.fields, respelled),
  body_names,
  text,
  header: described(TemplateCard.fields.header, "The type of the header of every card.")
}).annotate({ identifier: "TemplateCard", description: "A card of a carousel." })

const problem = described(Schema.Null, "It can be sent.")
const unknown = described(Schema.Null, "Not known for a template that cannot be sent.")

const channel_type = described(Schema.String, "The channel that it can be sent through.")
const account = described(
  Schema.NullOr(Schema.String),
  "The provider's account that it belongs to, such as a WhatsApp Business account. Only senders of this account can send it. Null if " +
    "the channel has no accounts."
)

const source = { category, channel_type, account }
const worded = { category, body_names, text, channel_type, account }
const nothingKnown = { header: null, body: null, body_names: null, text: null, buttons: null, cards: null }

/** A template. Members that its type doesn't have are null. */
export const TemplateResource = Schema.Union([
  Schema.Struct({
    ...Struct.omit(PlainTemplate.fields, respelled),
    ...worded,
    kind: described(PlainTemplate.fields.kind, "A message without cards."),
    cards: described(Schema.Null, "There are none."),
    problem
  }).annotate({
    identifier: "PlainTemplate",
    description: "A template of one message: header, body and buttons."
  }),
  Schema.Struct({
    ...Struct.omit(CarouselTemplate.fields, respelled),
    ...worded,
    kind: described(CarouselTemplate.fields.kind, "A message with cards."),
    header: described(Schema.Null, "The headers belong to the cards."),
    buttons: described(Schema.Null, "The buttons belong to the cards."),
    cards: described(Schema.Array(Card), "The cards, in their order."),
    problem
  }).annotate({
    identifier: "CarouselTemplate",
    description: "A template with a body above cards. Its headers and buttons belong to the cards."
  }),
  Schema.Struct({
    ...UnsendableTemplate.fields,
    ...source,
    kind: described(UnsendableTemplate.fields.kind, "No broadcast can be sent with it."),
    ...Record.map(nothingKnown, () => unknown)
  }).annotate({
    identifier: "UnsendableTemplate",
    description: "A template of the platform with a part that no broadcast can fill in."
  })
])

/** A page of templates. */
export const TemplatePage = Schema.Struct({
  templates: described(Schema.Array(TemplateResource), "The templates of the page."),
  pagination: Pagination
}).annotate({ identifier: "TemplatePage", description: "A page of templates." })

const toTemplateResource = ({ account, channelType, ...template }: OfferedTemplate): typeof TemplateResource.Type => {
  const from = { channel_type: channelType, account: account ?? null, category: categoryOf(template) }
  switch (template.kind) {
    case "plain":
      return { ...onWire(template), ...from, cards: null, problem: null }
    case "carousel": {
      const cards = template.cards.map(onWire)
      return { ...onWire(template), ...from, header: null, buttons: null, cards, problem: null }
    }
    case "unsendable":
      return { ...template, ...from, ...nothingKnown }
  }
}

const onWire = <T extends Pick<PlainTemplate, "bodyNames" | "text">>({ bodyNames, text, ...template }: T) => ({
  ...template,
  body_names: bodyNames ?? null,
  text: text === undefined ? null : textOnWire(text)
})

const textOnWire = ({ body, buttons = [], footer, header }: TemplateText) => ({
  header: header ?? null,
  body: body ?? null,
  footer: footer ?? null,
  buttons: buttons.map(({ label, value }) => ({ label, value: value ?? null }))
})

export const toTemplatePage = pageOf("templates", toTemplateResource)
