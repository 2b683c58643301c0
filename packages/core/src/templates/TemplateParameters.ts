import { issue, type Issue, type IssuePath } from "../shared/Issue.ts"
import { mediaUrlProblem } from "./MediaUrl.ts"
import type { CarouselTemplate, HeaderType, PlainTemplate, Template, TemplateCard } from "./Template.ts"

/** A header as the broadcast defines it for all recipients. */
interface HeaderPayload {
  /** `text` if absent. */
  readonly type: HeaderType
  readonly value: string | null
}

/** A card as the broadcast defines it for all recipients: its order of names, and its header if all share one. */
export interface CardPayload {
  readonly header: { readonly type: string; readonly value: string | null } | null
  readonly bodyOrder: ReadonlyArray<string>
  readonly buttonOrder: ReadonlyArray<string>
}

/** The template parameters of a broadcast. `cards` is null for a plain template. */
export interface ParametersPayload {
  readonly header: HeaderPayload | null
  readonly bodyOrder: ReadonlyArray<string>
  readonly buttonOrder: ReadonlyArray<string>
  readonly cards: ReadonlyArray<CardPayload> | null
}

/** Whether a template may be sent at all (B5). */
export const approvalIssues = ({ status }: Template): ReadonlyArray<Issue> =>
  status === "approved" ? [] : [issue("value_error", ["templateName"], `the template is ${status}, not approved`)]

/** Returns the issues of a broadcast's template parameters, given the template's definition (B5, B8, B17). */
export const parameterIssues = (parameters: ParametersPayload, template: Template): ReadonlyArray<Issue> =>
  template.kind === "plain" ? plainIssues(parameters, template) : carouselIssues(parameters, template)

/** Returns the issue of a header's value, given the type of the header, if it has one. */
export const headerValueProblem = (type: HeaderType, value: string): string | undefined => {
  if (value.trim() === "") return "must not be empty"
  return type === "text" ? undefined : mediaUrlProblem(value)
}

const plainIssues = (parameters: ParametersPayload, template: PlainTemplate): ReadonlyArray<Issue> => [
  ...(parameters.cards === null
    ? []
    : [issue("value_error", ["parameters", "cards"], "the template is not a carousel")]),
  ...headerIssues(["parameters", "header"], parameters.header, template.header),
  ...orderIssues(["parameters", "bodyOrder"], parameters.bodyOrder, template.body, "body parameters"),
  ...orderIssues(["parameters", "buttonOrder"], parameters.buttonOrder, template.buttons, "dynamic URL buttons")
]

const carouselIssues = (parameters: ParametersPayload, template: CarouselTemplate): ReadonlyArray<Issue> => {
  const topLevel = [
    ...(parameters.header === null
      ? []
      : [issue("value_error", ["parameters", "header"], "a carousel defines headers per card only")]),
    ...(parameters.buttonOrder.length === 0
      ? []
      : [issue("value_error", ["parameters", "buttonOrder"], "a carousel defines buttons per card only")]),
    ...orderIssues(["parameters", "bodyOrder"], parameters.bodyOrder, template.body, "body parameters")
  ]
  const { cards } = parameters
  if (cards === null)
    return [
      ...topLevel,
      issue("value_error", ["parameters", "cards"], "the template is a carousel and needs its cards")
    ]
  return [
    ...topLevel,
    ...(cards.length === template.cards.length
      ? []
      : [
          issue(
            "value_error",
            ["parameters", "cards"],
            `the template has ${count(template.cards.length, "card")}, not ${cards.length}`
          )
        ]),
    ...sameHeaderType(cards),
    ...cards.flatMap((card, index) => cardIssues(["parameters", "cards", index], card, template.cards[index]))
  ]
}

const sameHeaderType = (cards: ReadonlyArray<CardPayload>): ReadonlyArray<Issue> => {
  const types = new Set(cards.flatMap((card) => (card.header === null ? [] : [card.header.type])))
  return types.size > 1
    ? [issue("value_error", ["parameters", "cards"], "all card headers must be of the same type")]
    : []
}

const cardIssues = (path: IssuePath, card: CardPayload, template: TemplateCard | undefined): ReadonlyArray<Issue> => [
  ...cardHeaderIssues([...path, "header"], card.header, template),
  ...(template === undefined
    ? []
    : [
        ...orderIssues([...path, "bodyOrder"], card.bodyOrder, template.body, "body parameters"),
        ...orderIssues([...path, "buttonOrder"], card.buttonOrder, template.buttons, "dynamic URL buttons")
      ])
]

const cardHeaderIssues = (
  path: IssuePath,
  header: CardPayload["header"],
  template: TemplateCard | undefined
): ReadonlyArray<Issue> => {
  if (header === null) return []
  const { type, value } = header
  if (type !== "image" && type !== "video") return [issue("value_error", [...path, "type"], "must be image or video")]
  if (template !== undefined && type !== template.header) {
    return [
      issue(
        "value_error",
        [...path, "type"],
        `the template's card has a header of type ${template.header}, not ${type}`
      )
    ]
  }
  const problem = value === null ? undefined : headerValueProblem(type, value)
  return problem === undefined ? [] : [issue("value_error", [...path, "value"], problem)]
}

const headerIssues = (path: IssuePath, header: HeaderPayload | null, type: HeaderType | null): ReadonlyArray<Issue> => {
  if (header === null) return []
  if (type === null) return [issue("value_error", path, "the template has no header")]
  if (header.type !== type)
    return [issue("value_error", [...path, "type"], `the template has a header of type ${type}, not ${header.type}`)]
  const problem = header.value === null ? undefined : headerValueProblem(type, header.value)
  return problem === undefined ? [] : [issue("value_error", [...path, "value"], problem)]
}

/** An order names each parameter of the template once, so it is as long as the template asks for. */
const orderIssues = (path: IssuePath, names: ReadonlyArray<string>, length: number, what: string) => {
  const seen = new Set<string>()
  return [
    ...(names.length === length
      ? []
      : [issue("value_error", path, `the template takes ${length} ${what}, not ${names.length}`)]),
    ...names.flatMap((name, index) => {
      if (name.trim() === "") return [issue("value_error", [...path, index], "must not be empty")]
      if (seen.has(name)) return [issue("value_error", [...path, index], `names ${JSON.stringify(name)} a second time`)]
      seen.add(name)
      return []
    })
  ]
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`
