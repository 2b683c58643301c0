import { Schema } from "effect"
import { isMaxCharacters } from "../../shared/Input.ts"
import { isStorable } from "../../shared/Text.ts"

/** The maximum lengths of a body and of other strings, in characters, and the maximum number of buttons. */
const maxBodyLength = 10_000
const maxPartLength = 2_000
const maxButtons = 20

const text = (maxLength: number, description: string) =>
  Schema.String.annotate({ description }).check(
    Schema.isMinLength(1),
    isMaxCharacters(maxLength),
    Schema.makeFilter(isStorable, { expected: "a string without U+0000 and lone surrogates" })
  )

/** The wording of a button. */
const ButtonText = Schema.Struct({
  label: text(maxPartLength, "The label of the button."),
  value: Schema.optionalKey(
    text(maxPartLength, "The URL that the button opens or the code that it copies, with `{{1}}` for its value.")
  )
})

/**
 * The wording of a message or card, with `{{1}}`, `{{2}}`... or `{{name}}` as placeholders. An absent member means that the
 * message does not have the part.
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

/** A part of a message: the values that it takes, and its wording if known. */
export interface WordedPart {
  /** The type of the header's value. Absent or null if no header takes a value. */
  readonly header?: string | null
  readonly body: number
  readonly bodyNames?: ReadonlyArray<string>
  readonly buttons?: number
  readonly text?: TemplateText
}

/** A placeholder for a value. */
const placeholder = /\{\{\s*([^{}]+?)\s*\}\}/g

const placeholdersOf = (text = ""): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(placeholder), ([, name = ""]) => name))

/** Checks that a wording has exactly one placeholder for each value of the template. */
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

/** Returns the names of positional values: `1`, `2`... */
export const positions = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => String(index + 1))

/**
 * Fills in the placeholders of a string in one pass, so placeholders in values are not filled. Returns null if a value is
 * missing.
 */
export const fillIn = (text: string, valueOf: (name: string) => string | undefined): string | null => {
  let isWhole = true
  const filled = text.replace(placeholder, (_, name: string) => {
    const value = valueOf(name)
    isWhole &&= value !== undefined
    return value ?? ""
  })
  return isWhole ? filled : null
}

/** Returns whether a string has a placeholder. */
export const hasPlace = (text: string | undefined): boolean => placeholdersOf(text).size > 0
