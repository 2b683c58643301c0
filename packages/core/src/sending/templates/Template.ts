import { Schema } from "effect"
import { isMaxCharacters } from "../../shared/Input.ts"
import { isStorable } from "../../shared/Text.ts"
import { isWordedWhole, TemplateText } from "./TemplateText.ts"

const Count = (what: string) => Schema.Natural.annotate({ description: `How many ${what} the template takes.` })

/** The content of a header: text, or the URL of a media file. */
export const HeaderType = Schema.Literals(["text", "image", "video", "document"])
export type HeaderType = typeof HeaderType.Type

/** The content of a card header: an image or a video. */
export const CardHeaderType = Schema.Literals(["image", "video"])
export type CardHeaderType = typeof CardHeaderType.Type

/** The platform's status of a template. Only an approved template can be sent. */
export const TemplateStatus = Schema.Literals(["approved", "pending", "rejected", "paused", "disabled"])
export type TemplateStatus = typeof TemplateStatus.Type

/**
 * The platform's category of a message. A workspace can limit the number and times of marketing messages; other messages
 * have no limits.
 */
export const TemplateCategory = Schema.Literals(["marketing", "utility", "authentication"])
export type TemplateCategory = typeof TemplateCategory.Type

/** The longest name and locale of a template, in characters. */
export const maxTemplateNameLength = 512
export const maxLocaleLength = 35

const buttons = Count("buttons that get a value, as dynamic URL buttons do,")

/** Makes the schema of a storable string with a maximum length. */
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

/** The names of body parameters, if the platform takes them by name. Absent for a positional body. */
const bodyNames = Schema.optionalKey(
  Schema.Array(storable(maxParameterNameLength, "A name.")).check(
    Schema.makeFilter((names) => new Set(names).size === names.length, { expected: "names that differ" })
  )
).annotate({
  description: "The names of all body parameters, if they are taken by name."
})

/** Checks that there are as many names as body parameters. */
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

/** A template for one message: header, body and buttons. */
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
 * A card of a carousel template. All cards have the same header type.
 *
 * @see docs/contributing/decisions.md, B8
 */
export const TemplateCard = Schema.Struct({
  header: CardHeaderType,
  ...values,
  buttons
}).check(isNamedWhole, isWordedWhole)
export type TemplateCard = typeof TemplateCard.Type

/** A template with a body and 1 to 10 cards. */
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

/** A message template on the platform, to be filled in by broadcasts. */
export const Template = Schema.Union([PlainTemplate, CarouselTemplate])
export type Template = typeof Template.Type

/**
 * A template with a part that broadcasts can't fill in. Such a template is listed, but can't be sent.
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
 * Returns the category of a template. Default: marketing, so that limits apply.
 *
 * @see docs/contributing/decisions.md, Q1
 */
export const categoryOf = ({ category }: { readonly category?: TemplateCategory }): TemplateCategory =>
  category ?? "marketing"
