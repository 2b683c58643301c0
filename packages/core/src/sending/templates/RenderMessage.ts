import { Schema } from "effect"
import type { MessageParameters } from "./MessageParameters.ts"
import { HeaderType, type Template } from "./Template.ts"
import { fillIn, hasPlace, positions, type WordedPart } from "./TemplateText.ts"

const Words = Schema.NullOr(Schema.String)

/** A message or card as recipients see it. A member is null if the part does not exist or its wording is unknown. */
const RenderedPart = Schema.Struct({
  /** A string, or the URL of the media. */
  header: Schema.NullOr(Schema.Struct({ type: HeaderType, value: Schema.String })),
  body: Words,
  footer: Words,
  /** Each button with its target or the code that it copies; null without either. */
  buttons: Schema.NullOr(Schema.Array(Schema.Struct({ label: Schema.String, value: Words })))
})
type RenderedPart = typeof RenderedPart.Type

/** A message as recipients see it. */
export const RenderedMessage = Schema.Struct({
  ...RenderedPart.fields,
  /** Null for a plain template. */
  cards: Schema.NullOr(Schema.Array(RenderedPart))
})
export type RenderedMessage = typeof RenderedMessage.Type

/**
 * Returns the message that a person gets. A part is null if its text is unknown: the template has no wording, or the
 * wording has changed since the values were frozen.
 *
 * @see docs/contributing/decisions.md, R50
 */
export const renderMessage = (template: Template, parameters: MessageParameters): RenderedMessage => {
  const cards = template.kind === "plain" ? null : template.cards
  return {
    ...renderPart(template, parameters),
    cards: cards?.map((card, index) => renderPart(card, parameters.cards?.[index] ?? noValues)) ?? null
  }
}

type PartValues = Omit<MessageParameters, "cards">

const noValues: PartValues = { header: null, body: [], buttons: [] }

const renderPart = ({ bodyNames, text }: WordedPart, values: PartValues): RenderedPart => {
  const names = values.bodyNames ?? bodyNames ?? positions(values.body.length)
  const byName = new Map(names.map((name, index) => [name, values.body[index]]))
  return {
    header: renderHeader(text?.header, values.header),
    body: text?.body === undefined ? null : fillIn(text.body, (name) => byName.get(name)),
    footer: text?.footer ?? null,
    buttons: text === undefined ? null : renderButtons(text.buttons ?? [], values.buttons)
  }
}

/** Renders a header. A media header needs no wording. */
const renderHeader = (text: string | undefined, given: PartValues["header"]): RenderedPart["header"] => {
  if (given !== null && given.type !== "text") return given
  const value = text === undefined ? null : fillIn(text, () => given?.value)
  return value === null ? null : { type: "text", value }
}

/** Renders buttons. The values belong to the buttons with a placeholder, in order. */
const renderButtons = (
  buttons: ReadonlyArray<{ readonly label: string; readonly value?: string }>,
  values: ReadonlyArray<string>
): RenderedPart["buttons"] => {
  let taken = 0
  const rendered: Array<{ readonly label: string; readonly value: string | null }> = []
  for (const { label, value: wording } of buttons) {
    const placeholderValue = hasPlace(wording) ? values[taken++] : undefined
    const value = wording === undefined ? null : fillIn(wording, () => placeholderValue)
    if (value === null && wording !== undefined) return null
    rendered.push({ label, value })
  }
  return rendered
}
