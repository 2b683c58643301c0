import { Schema } from "effect"

const Count = (what: string) => Schema.Natural.annotate({ description: `How many ${what} the template takes.` })

/** What a header shows. Text is given as such, media as the URL of a file. */
export const HeaderType = Schema.Literals(["text", "image", "video", "document"])
export type HeaderType = typeof HeaderType.Type

/** A card header is a picture or a film (specification, carousel rules). */
export const CardHeaderType = Schema.Literals(["image", "video"])
export type CardHeaderType = typeof CardHeaderType.Type

/** Whether the platform lets a template be sent. Only an approved one is. */
export const TemplateStatus = Schema.Literals(["approved", "pending", "rejected", "paused", "disabled"])
export type TemplateStatus = typeof TemplateStatus.Type

const identity = {
  name: Schema.NonEmptyString,
  /** The language code, as the platform writes it. */
  locale: Schema.NonEmptyString,
  status: TemplateStatus
}

/** A template of one message: header, body and buttons. */
export const PlainTemplate = Schema.Struct({
  kind: Schema.Literal("plain"),
  ...identity,
  /** The type of the header's parameter; null when the template has no header that takes one. */
  header: Schema.NullOr(HeaderType),
  body: Count("body parameters"),
  buttons: Count("dynamic URL buttons")
})
export type PlainTemplate = typeof PlainTemplate.Type

/** One card of a carousel template. */
export const TemplateCard = Schema.Struct({
  header: CardHeaderType,
  body: Count("body parameters"),
  buttons: Count("dynamic URL buttons")
})
export type TemplateCard = typeof TemplateCard.Type

/** A template of a body above 1 to 10 cards (B8). */
export const CarouselTemplate = Schema.Struct({
  kind: Schema.Literal("carousel"),
  ...identity,
  body: Count("body parameters"),
  cards: Schema.Array(TemplateCard).check(Schema.isBetweenLength(1, 10))
})
export type CarouselTemplate = typeof CarouselTemplate.Type

/** A message template that the platform holds: what a broadcast fills in. */
export const Template = Schema.Union([PlainTemplate, CarouselTemplate])
export type Template = typeof Template.Type
