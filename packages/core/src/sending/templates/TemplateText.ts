import { Schema } from "effect"
import { isMaxCharacters } from "../../shared/Input.ts"
import { isStorable } from "../../shared/Text.ts"

/** The longest body, the longest other text, and the most buttons that a wording has. */
const maxBodyLength = 10_000
const maxPartLength = 2_000
const maxButtons = 20

const text = (maxLength: number, description: string) =>
  Schema.String.annotate({ description }).check(
    Schema.isMinLength(1),
    isMaxCharacters(maxLength),
    Schema.makeFilter(isStorable, { expected: "a string without U+0000 and lone surrogates" })
  )

/** A button as it is worded. */
const ButtonText = Schema.Struct({
  label: text(maxPartLength, "The label of the button."),
  value: Schema.optionalKey(
    text(maxPartLength, "The URL that it opens or the code that it copies, with `{{1}}` for its value.")
  )
})

/**
 * The wording of a message or of a card: with `{{1}}`, `{{2}}`... or `{{name}}` where the values go. An absent member is a
 * part that the message does not have.
 */
export const TemplateText = Schema.Struct({
  header: Schema.optionalKey(text(maxPartLength, "The text of the header, unless it is media.")),
  body: Schema.optionalKey(text(maxBodyLength, "The text of the body.")),
  footer: Schema.optionalKey(text(maxPartLength, "The text of the footer.")),
  buttons: Schema.optionalKey(
    Schema.Array(ButtonText)
      .annotate({ description: "All buttons in their order, including buttons without a value." })
      .check(Schema.isMaxLength(maxButtons))
  )
})
export type TemplateText = typeof TemplateText.Type

/** What a part takes, and how it is worded, if that is known. */
export interface WordedPart {
  /** Absent and null: none that takes a value. */
  readonly header?: string | null
  readonly body: number
  readonly bodyNames?: ReadonlyArray<string>
  readonly buttons?: number
  readonly text?: TemplateText
}

/** A place of a text where a value goes. */
const placeholder = /\{\{\s*([^{}]+?)\s*\}\}/g

const placeholdersOf = (text = ""): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(placeholder), ([, name = ""]) => name))

/** Whether a wording has a place for each value that the template takes, and no others. */
export const isWordedWhole = Schema.makeFilter(
  ({ body, bodyNames, buttons = 0, header = null, text }: WordedPart) => {
    if (text === undefined) return true
    const names = placeholdersOf(text.body)
    const expected = bodyNames ?? positions(body)
    const linked = text.buttons?.map(({ value }) => placeholdersOf(value).size) ?? []
    const isMedia = header !== null && header !== "text"
    return (
      names.size === expected.length &&
      expected.every((name) => names.has(name)) &&
      (isMedia ? text.header === undefined : placeholdersOf(text.header).size === (header === null ? 0 : 1)) &&
      placeholdersOf(text.footer).size === 0 &&
      linked.every((count) => count <= 1) &&
      linked.filter((count) => count === 1).length === buttons
    )
  },
  { expected: "a string with exactly one placeholder such as {{1}} for each value that the template takes" }
)

/** The names of positional values: `1`, `2`... */
export const positions = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => String(index + 1))

/** Puts values in the places of a text, in one pass: text in a value is never a place. Null if a place has no value. */
export const fillIn = (text: string, valueOf: (name: string) => string | undefined): string | null => {
  let isWhole = true
  const filled = text.replace(placeholder, (_, name: string) => {
    const value = valueOf(name)
    isWhole &&= value !== undefined
    return value ?? ""
  })
  return isWhole ? filled : null
}

/** Whether a text has a place for a value. */
export const hasPlace = (text: string | undefined): boolean => placeholdersOf(text).size > 0
