import type { AnswerOf, RequestOf } from "../../api/Operation.ts"
import type { Blank, Template } from "./Template.ts"
import { markPlace, withoutMarks } from "./Formatting.ts"

export type Message = AnswerOf<"POST /broadcasts/audience">["examples"][number]["message"]
export type RecipientValues = NonNullable<
  NonNullable<RequestOf<"POST /broadcasts">["body"]["recipients"]>[number]["parameters"]
>
export type MessagePart = Omit<Message, "cards">

export interface Example {
  readonly identifier: string
  readonly message: Message
  /** The values of the message, in the format of a recipient. */
  readonly parameters: RecipientValues
}

/** Returns what fills a blank: its value, or a placeholder if the value is unknown. */
export type ValueOf = (key: string) => { readonly value: string } | { readonly place: string }

/** Puts values into the wording of a template. Unknown values become placeholders. */
export const previewOf = (template: Template, valueOf: ValueOf): Message => ({
  ...previewPart({ ...template, isCard: false }, "", valueOf),
  cards:
    template.cards?.map((card, index) => previewPart({ ...card, isCard: true }, `cards.${index}.`, valueOf)) ?? null
})

interface Part extends Pick<Template, "body" | "body_names" | "text"> {
  readonly header: Blank["header"]
}

const placeholder = /\{\{\s*([^{}]+?)\s*\}\}/g

const previewPart = (part: Part & { readonly isCard: boolean }, prefix: string, valueOf: ValueOf): MessagePart => {
  const { header, text } = part
  const written = (blank: string): string => {
    const found = valueOf(prefix + blank)
    return "value" in found ? withoutMarks(found.value) : markPlace(found.place)
  }
  const fill = (wording: string | null | undefined, blankOf: (name: string) => string): string | null =>
    wording?.replace(placeholder, (_, name: string) => written(blankOf(name))) ?? null
  const title = fill(text?.header, () => "header")
  let taken = 0
  return {
    header: header !== null && header !== "text" ? { type: header, value: written("header") } : titled(title),
    body: fill(text?.body, (name) => `body.${name}`),
    footer: text?.footer ?? null,
    buttons:
      text?.buttons.map(({ label, value }) => {
        if (value === null) return { label, value }
        const key = hasPlace(value) ? `button.${++taken}` : ""
        return { label, value: fill(value, () => key) }
      }) ?? null
  }
}

const titled = (value: string | null): MessagePart["header"] => (value === null ? null : { type: "text", value })

const hasPlace = (wording: string): boolean => wording.search(placeholder) !== -1

/** The messenger's limits for the parts of a template's message, in characters. */
const longest = { header: 60, body: 1024, cardBody: 160, footer: 60, label: 25 }

/** A part that is longer than the messenger accepts. */
export interface TooLong {
  readonly part: "header" | "body" | "footer" | "label"
  /** The card of the part, from 1; null for none. */
  readonly card: number | null
  readonly length: number
  readonly most: number
}

export const tooLongIn = (message: Message): ReadonlyArray<TooLong> => [
  ...tooLong(message, null),
  ...(message.cards ?? []).flatMap((card, index) => tooLong(card, index + 1))
]

const tooLong = ({ body, buttons, footer, header }: MessagePart, card: number | null): ReadonlyArray<TooLong> =>
  [
    { part: "header" as const, text: header?.type === "text" ? header.value : "", most: longest.header },
    { part: "body" as const, text: body ?? "", most: card === null ? longest.body : longest.cardBody },
    { part: "footer" as const, text: footer ?? "", most: longest.footer },
    ...(buttons ?? []).map(({ label }) => ({ part: "label" as const, text: label, most: longest.label }))
  ].flatMap(({ most, part, text }) => {
    const { length } = Array.from(text)
    return length > most ? [{ part, card, length, most }] : []
  })
