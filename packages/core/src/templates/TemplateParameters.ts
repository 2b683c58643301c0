import { mediaUrlProblem } from "./MediaUrl.ts"
import type { CarouselTemplate, HeaderType, PlainTemplate, Template, TemplateCard } from "./Template.ts"

/** A header as the broadcast defines it for all recipients. */
export interface HeaderRequest {
  /** `text` where nothing is said. */
  readonly type: HeaderType
  readonly value: string | null
}

/** A card as the broadcast defines it for all recipients: its order of names, and its header if all share one. */
export interface CardRequest {
  readonly header: { readonly type: string; readonly value: string | null } | null
  readonly bodyOrder: ReadonlyArray<string>
  readonly buttonOrder: ReadonlyArray<string>
}

/** The template parameters of a broadcast. `cards` is null for a plain template. */
export interface ParametersRequest {
  readonly header: HeaderRequest | null
  readonly bodyOrder: ReadonlyArray<string>
  readonly buttonOrder: ReadonlyArray<string>
  readonly cards: ReadonlyArray<CardRequest> | null
}

/** Whether a template may be sent at all (B5). */
export const approvalViolations = ({ status }: Template): ReadonlyArray<string> =>
  status === "approved" ? [] : [`template_name: the template is ${status}, not approved`]

/** Which rules a broadcast's parameters break, held against the template's definition (B5, B8, B17). */
export const parameterViolations = (parameters: ParametersRequest, template: Template): ReadonlyArray<string> =>
  template.kind === "plain" ? plainViolations(parameters, template) : carouselViolations(parameters, template)

/** What is wrong with the value of a header of a type, or nothing. */
export const headerValueProblem = (type: HeaderType, value: string): string | undefined => {
  if (value.trim() === "") return "must not be empty"
  return type === "text" ? undefined : mediaUrlProblem(value)
}

const plainViolations = (parameters: ParametersRequest, template: PlainTemplate): ReadonlyArray<string> => [
  ...(parameters.cards === null ? [] : ["parameters.cards: the template is not a carousel"]),
  ...headerViolations("parameters.header", parameters.header, template.header),
  ...orderViolations("parameters.body_order", parameters.bodyOrder, template.body, "body parameters"),
  ...orderViolations("parameters.button_order", parameters.buttonOrder, template.buttons, "dynamic URL buttons")
]

const carouselViolations = (parameters: ParametersRequest, template: CarouselTemplate): ReadonlyArray<string> => {
  const topLevel = [
    ...(parameters.header === null ? [] : ["parameters.header: a carousel defines headers per card only"]),
    ...(parameters.buttonOrder.length === 0
      ? []
      : ["parameters.button_order: a carousel defines buttons per card only"]),
    ...orderViolations("parameters.body_order", parameters.bodyOrder, template.body, "body parameters")
  ]
  const { cards } = parameters
  if (cards === null) return [...topLevel, "parameters.cards: the template is a carousel and needs its cards"]
  return [
    ...topLevel,
    ...(cards.length === template.cards.length
      ? []
      : [`parameters.cards: the template has ${count(template.cards.length, "card")}, not ${cards.length}`]),
    ...sameHeaderType(cards),
    ...cards.flatMap((card, index) => cardViolations(`parameters.cards[${index}]`, card, template.cards[index]))
  ]
}

const sameHeaderType = (cards: ReadonlyArray<CardRequest>): ReadonlyArray<string> => {
  const types = new Set(cards.flatMap((card) => (card.header === null ? [] : [card.header.type])))
  return types.size > 1 ? ["parameters.cards: all card headers must be of the same type"] : []
}

const cardViolations = (path: string, card: CardRequest, template: TemplateCard | undefined): ReadonlyArray<string> => [
  ...cardHeaderViolations(`${path}.header`, card.header, template),
  ...(template === undefined
    ? []
    : [
        ...orderViolations(`${path}.body_order`, card.bodyOrder, template.body, "body parameters"),
        ...orderViolations(`${path}.button_order`, card.buttonOrder, template.buttons, "dynamic URL buttons")
      ])
]

const cardHeaderViolations = (
  path: string,
  header: CardRequest["header"],
  template: TemplateCard | undefined
): ReadonlyArray<string> => {
  if (header === null) return []
  const { type, value } = header
  if (type !== "image" && type !== "video") return [`${path}.type: must be image or video`]
  if (template !== undefined && type !== template.header) {
    return [`${path}.type: the template's card has a header of type ${template.header}, not ${type}`]
  }
  const problem = value === null ? undefined : headerValueProblem(type, value)
  return problem === undefined ? [] : [`${path}.value: ${problem}`]
}

const headerViolations = (
  path: string,
  header: HeaderRequest | null,
  type: HeaderType | null
): ReadonlyArray<string> => {
  if (header === null) return []
  if (type === null) return [`${path}: the template has no header`]
  if (header.type !== type) return [`${path}.type: the template has a header of type ${type}, not ${header.type}`]
  const problem = header.value === null ? undefined : headerValueProblem(type, header.value)
  return problem === undefined ? [] : [`${path}.value: ${problem}`]
}

/** An order names each parameter of the template once, so it is as long as the template asks for. */
const orderViolations = (path: string, names: ReadonlyArray<string>, length: number, what: string) => {
  const seen = new Set<string>()
  return [
    ...(names.length === length ? [] : [`${path}: the template takes ${length} ${what}, not ${names.length}`]),
    ...names.flatMap((name, index) => {
      if (name.trim() === "") return [`${path}[${index}]: must not be empty`]
      if (seen.has(name)) return [`${path}[${index}]: names ${JSON.stringify(name)} a second time`]
      seen.add(name)
      return []
    })
  ]
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`
