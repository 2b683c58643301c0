import type { RequestOf } from "../../api/Operation.ts"
import type { Example, RecipientValues } from "../preview/Message.ts"
import { markPlace } from "../preview/Formatting.ts"
import type { AudiencePart, Draft, Value } from "./Draft.ts"
import { noValue } from "./Draft.ts"
import { readPasted, type PastedRow } from "./Pasted.ts"
import { bodyNames, positions, type Blank, blanksOf, type Template } from "../preview/Template.ts"
import { timeIn } from "../../zones/Zone.ts"
import { own } from "../../reading/Own.ts"

export type CreateBody = RequestOf<"POST /broadcasts">["body"]
export type EstimateBody = RequestOf<"POST /broadcasts/audience">["body"]
type Audience = EstimateBody["audience"]
type Include = Audience["include"][number]
type Exclude = NonNullable<Audience["exclude"]>[number]
type AudienceValues = NonNullable<Audience["parameters"]>
type AudienceValue = NonNullable<AudienceValues["header"]>
type Recipient = NonNullable<CreateBody["recipients"]>[number]
export type Search = Extract<Include, { readonly search: unknown }>["search"]

/** The template of a draft, and how its searches are converted to a request. */
export interface Known {
  readonly template: Template
  /** Returns a search of the draft as the API takes it. */
  readonly searchOf: (part: { readonly filters: string; readonly term: string }) => Search
}

/** The source of a value that counts: `field` for contacts, `column` for pasted rows. */
export const sourceOf = ({ source }: Value, who: Draft["who"]): Value["source"] =>
  source === "text" ? source : who === "audience" ? "field" : "column"

/** The timestamp of a date and time in the time zone of the draft; undefined if it is not set. */
export const instantOf = ({ second, zone }: Draft, local: string): number | undefined => {
  const instants = timeIn(local, zone)?.instants ?? []
  return (second ? instants.at(-1) : undefined) ?? instants[0]
}

const isoOf = (draft: Draft, local: string): string | undefined => {
  const instant = instantOf(draft, local)
  return instant === undefined ? undefined : new Date(instant).toISOString()
}

/** The fields that requests to create and to estimate share. */
const headOf = (draft: Draft, { template }: Known) => {
  const scheduled = draft.start === "now" ? undefined : isoOf(draft, draft.startAt)
  const until = isoOf(draft, draft.until)
  return {
    channel_type: template.channel_type,
    template_name: template.name,
    locale: template.locale,
    from: draft.from.trim(),
    parameters: parametersOf(template),
    ...(scheduled === undefined ? {} : { scheduled_for: scheduled }),
    ...(until === undefined ? {} : { valid_until: until })
  }
}

const parametersOf = (template: Template): NonNullable<CreateBody["parameters"]> => ({
  ...(template.header === null ? {} : { header: { type: template.header } }),
  body_order: bodyNames(template),
  ...(template.cards === null
    ? { button_order: positions(template.buttons) }
    : {
        cards: template.cards.map((card) => ({
          header: { type: card.header },
          body_order: bodyNames(card),
          button_order: positions(card.buttons)
        }))
      })
})

/** The request that creates a draft. If the draft lists contacts, it includes the expected number of recipients. */
export const createBody = (draft: Draft, known: Known, expected: number | undefined): CreateBody => ({
  ...headOf(draft, known),
  name: draft.name.trim(),
  client_unique_identifier: draft.key,
  ...(draft.who === "pasted"
    ? { recipients: recipientsOf(draft, known.template) }
    : {
        audience: audienceOf(draft, known, "as it is"),
        ...(expected === undefined || draft.resolve === "start" ? {} : { expect: { recipients: expected } })
      })
})

/** The request that sends the message of an example to other numbers, at once, with an end. */
export const testBody = (
  draft: Draft,
  known: Known,
  { parameters }: Pick<Example, "parameters">,
  numbers: ReadonlyArray<string>,
  until: Date
): CreateBody => ({
  ...headOf({ ...draft, start: "now", until: "" }, known),
  name: draft.name,
  client_unique_identifier: draft.key,
  valid_until: until.toISOString(),
  recipients: numbers.map((identifier) => ({ identifier, parameters }))
})

/** The same request without the key, for `validate`. */
export const validateBody = (draft: Draft, known: Known): RequestOf<"POST /broadcasts/validate">["body"] => {
  const { client_unique_identifier: _, ...body } = createBody(draft, known, undefined)
  return body
}

/**
 * The request for an estimate. Missing values are filled in, and missing or past times are left out, so that contacts are
 * counted before the draft is complete.
 */
export const estimateBody = (draft: Draft, known: Known): EstimateBody => ({
  ...headOf(withTimesAfter(draft, new Date().getTime()), known),
  audience: audienceOf(draft, known, "filled in")
})

/** The request to check pasted numbers, with the times of an estimate. */
export const checkBody = (draft: Draft, known: Known): ReturnType<typeof validateBody> =>
  validateBody({ ...withTimesAfter(draft, new Date().getTime()), name: "-" }, known)

/** The draft with only the times after this timestamp. */
const withTimesAfter = (draft: Draft, now: number): Draft => {
  const start = draft.start === "later" ? (instantOf(draft, draft.startAt) ?? now) : now
  const until = instantOf(draft, draft.until) ?? now
  return {
    ...draft,
    start: start > now ? "later" : "now",
    until: until > Math.max(start, now) ? draft.until : ""
  }
}

const audienceOf = (draft: Draft, known: Known, missing: "as it is" | "filled in"): Audience => ({
  include: draft.include.flatMap((part) => includeOf(part, known) ?? []),
  exclude: draft.exclude.map((part) => excludeOf(part, known)),
  ...(draft.required === "" ? {} : { require: { field: draft.required } }),
  parameters: valuesOf(known.template, audienceValue(draft, missing), (value) => value),
  ...(draft.resolve === "start" ? { resolve: draft.resolve } : {})
})

const audienceValue =
  (draft: Draft, missing: "as it is" | "filled in") =>
  (blank: Blank): AudienceValue => {
    const value = own(draft.values, blank.key) ?? noValue
    const isField = sourceOf(value, "audience") === "field"
    if (missing === "filled in" && (isField ? value.field : value.text.trim()) === "") return filledIn(blank)
    if (!isField) return { value: value.text }
    return {
      field: value.field,
      ...(value.fallback.trim() === "" ? {} : { fallback: value.fallback }),
      ...(value.format === "" ? {} : { format: value.format })
    }
  }

/** Returns a stand-in for a missing value. The preview shows it as a placeholder. */
const filledIn = ({ header, name, part }: Blank): AudienceValue => ({
  value: header === null || header === "text" ? markPlace(name === "" ? part : name) : "https://example.com/…"
})

const includeOf = (part: AudiencePart, { searchOf }: Known): Include | undefined => {
  switch (part.kind) {
    case "list":
      return { contact_list_uuid: part.uuid }
    case "segment":
      return { segment_uuid: part.uuid }
    case "contacts":
      return { contact_uuids: part.uuids }
    case "search":
      return { search: searchOf(part) }
    case "broadcast":
      return undefined
  }
}

/** The outcomes of recipients of an earlier broadcast who got its message, or may get it. */
const reached = ["pending", "unknown", "sent", "delivered", "read"] as const

const excludeOf = (part: AudiencePart, known: Known): Exclude =>
  includeOf(part, known) ?? { broadcast_uuid: part.kind === "broadcast" ? part.uuid : "", outcomes: reached }

/** Values in the structure of the API: for the header, the body and the buttons, and for each card. */
const valuesOf = <V, Header>(
  template: Template,
  valueOf: (blank: Blank) => V | undefined,
  headerOf: (value: V) => Header
) => {
  const blanks = blanksOf(template)
  const of = (card: number | null) => {
    const given = blanks.flatMap((blank) => {
      const value = blank.card === card ? valueOf(blank) : undefined
      return value === undefined ? [] : [{ blank, value }]
    })
    const named = (part: Blank["part"]): { readonly [name: string]: V } =>
      Object.fromEntries(given.flatMap(({ blank, value }) => (blank.part === part ? [[blank.name, value]] : [])))
    const header = given.find(({ blank }) => blank.part === "header")?.value
    const written = header === undefined ? {} : { header: headerOf(header) }
    return { ...written, body: named("body"), button: named("button") }
  }
  if (template.cards === null) return of(null)
  return { body: of(null).body, cards: template.cards.map((_, index) => of(index)) }
}

const recipientsOf = (draft: Draft, template: Template): ReadonlyArray<Recipient> => {
  const pasted = readPasted(draft.pasted)
  return pasted.rows.map((row) => ({ identifier: row.identifier, parameters: parametersOfRow(draft, template, row) }))
}

export const parametersOfRow = (draft: Draft, template: Template, row: PastedRow): RecipientValues =>
  valuesOf(
    template,
    ({ key }) => textOfRow(own(draft.values, key) ?? noValue, row),
    (value) => ({ value })
  )

/** The string of a value for a pasted row; undefined without a value. */
export const textOfRow = (value: Value, { cells }: PastedRow): string | undefined => {
  const text = sourceOf(value, "pasted") === "text" ? value.text : cells[Number(value.column || Number.NaN)]
  if (text !== undefined && text.trim() !== "") return text
  return value.fallback.trim() === "" ? undefined : value.fallback
}

/** The path of a blank's value in a request to contacts, as refusals name it. */
export const placeOf = ({ card, name, part }: Blank): string =>
  `audience.parameters${card === null ? "" : `.cards[${card}]`}.${part}${name === "" ? "" : `.${name}`}`
