import type { AnswerOf } from "../../api/Operation.ts"

/** A template as the API lists it. Templates that cannot be sent are included. */
export type ListedTemplate = AnswerOf<"GET /v1/templates">["templates"][number]

/** A template for a broadcast, once it is approved. */
export type Template = Exclude<ListedTemplate, { readonly kind: "unsendable" }>

/** A place in a template for a value. */
export interface Blank {
  /** The unique key of the blank in its template: `header`, `body.1`, `cards.0.button.1`. */
  readonly key: string
  readonly part: "header" | "body" | "button"
  /** The card of the blank, from 0; null for none. */
  readonly card: number | null
  /** The name of the value; empty for a header. */
  readonly name: string
  readonly header: "text" | "image" | "video" | "document" | null
}

export const templateKey = ({ account, channel_type, locale, name }: ListedTemplate): string =>
  JSON.stringify([name, locale, channel_type, account])

/** Returns the names of a body's values, in order, or their positions if they have no names. */
export const bodyNames = ({ body, body_names }: Pick<Template, "body" | "body_names">): ReadonlyArray<string> =>
  body_names ?? positions(body)

/** Returns the names of positional values: `1`, `2`... */
export const positions = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => String(index + 1))

interface Part extends Pick<Template, "body" | "body_names"> {
  readonly header: Blank["header"]
  readonly buttons: number | null
}

const blanksIn = (part: Part, card: number | null): ReadonlyArray<Blank> => {
  const prefix = card === null ? "" : `cards.${card}.`
  const blank = (of: Blank["part"], name: string): Blank => ({
    key: `${prefix}${of}${name === "" ? "" : `.${name}`}`,
    part: of,
    card,
    name,
    header: of === "header" ? part.header : null
  })
  return [
    ...(part.header === null ? [] : [blank("header", "")]),
    ...bodyNames(part).map((name) => blank("body", name)),
    ...positions(part.buttons ?? 0).map((name) => blank("button", name))
  ]
}

/** All blanks of a template, in the order in which a person reads them. */
export const blanksOf = (template: Template): ReadonlyArray<Blank> => [
  ...blanksIn(template, null),
  ...(template.cards ?? []).flatMap((card, index) => blanksIn(card, index))
]
