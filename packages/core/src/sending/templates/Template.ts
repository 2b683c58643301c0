import { Schema } from "effect"
import { isMaxCharacters } from "../../shared/Input.ts"
import { isStorable } from "../../shared/Text.ts"
import { isWordedWhole, TemplateText } from "./TemplateText.ts"

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

/**
 * What the platform takes a message for. A workspace may limit how often and when people get marketing messages; the
 * others reach them always.
 */
export const TemplateCategory = Schema.Literals(["marketing", "utility", "authentication"])
export type TemplateCategory = typeof TemplateCategory.Type

/** The longest name and the longest locale of a template, in characters. */
export const maxTemplateNameLength = 512
export const maxLocaleLength = 35

const buttons = Count("buttons that get a value, as dynamic URL buttons do,")

/** Text that every store can keep, up to a length. */
const storable = (maxLength: number, description: string) =>
  Schema.String.annotate({ description }).check(
    Schema.isMinLength(1),
    isMaxCharacters(maxLength),
    Schema.makeFilter(isStorable, { expected: "a string without U+0000 and lone surrogates" })
  )

const identity = {
  name: storable(maxTemplateNameLength, "The name to give in broadcasts."),
  locale: storable(maxLocaleLength, "The language code, as the platform writes it."),
  status: TemplateStatus.annotate({ description: "The status on the platform. Only approved templates are sent." }),
  category: Schema.optionalKey(TemplateCategory).annotate({
    description: "The purpose of its messages. Without a category, they count as marketing."
  })
}

/** The longest name of a body parameter, in characters. */
export const maxParameterNameLength = 250

/** The names of body parameters, where the platform takes them by name. Absent for a positional body. */
const bodyNames = Schema.optionalKey(
  Schema.Array(storable(maxParameterNameLength, "A name.")).check(
    Schema.makeFilter((names) => new Set(names).size === names.length, { expected: "names that differ" })
  )
).annotate({
  description: "The names of all body parameters, if they are taken by name."
})

/** Whether there are as many names as body parameters. */
const isNamedWhole = Schema.makeFilter(
  ({ body, bodyNames }: { readonly body: number; readonly bodyNames?: ReadonlyArray<string> }) =>
    bodyNames === undefined || bodyNames.length === body,
  { expected: "as many bodyNames as body parameters" }
)

const values = {
  body: Count("body parameters"),
  bodyNames,
  text: Schema.optionalKey(TemplateText).annotate({
    description: "The wording, if it is known, with `{{1}}`, `{{2}}`... or `{{name}}` as placeholders."
  })
}

/** A template of one message: header, body and buttons. */
export const PlainTemplate = Schema.Struct({
  kind: Schema.Literal("plain"),
  ...identity,
  header: Schema.NullOr(HeaderType).annotate({
    description: "The type of the header's parameter. Null if the template has no header with a parameter."
  }),
  ...values,
  buttons
}).check(isNamedWhole, isWordedWhole)
export type PlainTemplate = typeof PlainTemplate.Type

/**
 * One card of a carousel template. All cards have the same type of header.
 *
 * @see docs/contributing/decisions.md, B8
 */
export const TemplateCard = Schema.Struct({
  header: CardHeaderType,
  ...values,
  buttons
}).check(isNamedWhole, isWordedWhole)
export type TemplateCard = typeof TemplateCard.Type

/** A template of a body above 1 to 10 cards. */
export const CarouselTemplate = Schema.Struct({
  kind: Schema.Literal("carousel"),
  ...identity,
  ...values,
  cards: Schema.Array(TemplateCard).check(
    Schema.isBetweenLength(1, 10),
    Schema.makeFilter((cards) => new Set(cards.map(({ header }) => header)).size <= 1, {
      expected: "cards whose headers are all of the same type"
    })
  )
}).check(isNamedWhole, isWordedWhole)
export type CarouselTemplate = typeof CarouselTemplate.Type

/** A message template that the platform holds: what a broadcast fills in. */
export const Template = Schema.Union([PlainTemplate, CarouselTemplate])
export type Template = typeof Template.Type

/**
 * A template of the platform with a part that no broadcast can fill in. It is listed, and cannot be sent.
 *
 * @see docs/contributing/decisions.md, B25
 */
export const UnsendableTemplate = Schema.Struct({
  kind: Schema.Literal("unsendable"),
  ...identity,
  problem: Schema.String.annotate({ description: "The part that broadcasts cannot fill in." })
})
export type UnsendableTemplate = typeof UnsendableTemplate.Type

/**
 * The category of a template: what says none counts as marketing, so that no limit is passed over.
 *
 * @see docs/contributing/decisions.md, Q1
 */
export const categoryOf = ({ category }: { readonly category?: TemplateCategory }): TemplateCategory =>
  category ?? "marketing"
