import { issue, type Issue, type IssuePath } from "../../shared/Issue.ts"
import { mediaUrlProblem } from "./MediaUrl.ts"
import type { CarouselTemplate, HeaderType, PlainTemplate, Template, TemplateCard } from "./Template.ts"
import type { FoundTemplate, ListedTemplate } from "./TemplateCatalog.ts"
import { type ValueCheck, valueIssues } from "./ValueCheck.ts"

/** A header as defined for all recipients of a broadcast. */
interface HeaderPayload {
  /** The type of the value. Default: `text`. */
  readonly type: HeaderType
  readonly value: string | null
}

/**
 * A card as defined for all recipients of a broadcast: the order of its parameter names, and its header if it is shared.
 */
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

/** Returns whether a broadcast can fill in a template. */
export const isSendable = (found: FoundTemplate): found is FoundTemplate<Template> =>
  found.template.kind !== "unsendable"

/** Returns the issues that prevent a template from being sent. */
export const sendingIssues = (template: ListedTemplate): ReadonlyArray<Issue> => {
  if (template.kind === "unsendable") {
    return [issue("value_error", ["templateName"], `the template cannot be sent: it has ${template.problem}`)]
  }
  const { status } = template
  return status === "approved"
    ? []
    : [issue("value_error", ["templateName"], `the template is ${status}, not approved`)]
}

/** Returns the issues of a broadcast's template parameters, given the template. */
export const parameterIssues = (
  parameters: ParametersPayload,
  { check, template }: FoundTemplate<Template>
): ReadonlyArray<Issue> =>
  template.kind === "plain" ? plainIssues(parameters, template, check) : carouselIssues(parameters, template)

/** Returns the problem of a header's value for its type; undefined if the value is valid. */
export const headerValueProblem = (type: HeaderType, value: string): string | undefined => {
  if (value.trim() === "") return "must not be empty"
  return type === "text" ? undefined : mediaUrlProblem(value)
}

const plainIssues = (
  parameters: ParametersPayload,
  template: PlainTemplate,
  check: ValueCheck
): ReadonlyArray<Issue> => [
  ...(parameters.cards === null
    ? []
    : [issue("value_error", ["parameters", "cards"], "the template is not a carousel")]),
  ...headerIssues(["parameters", "header"], parameters.header, template.header, check),
  ...bodyIssues(["parameters", "bodyOrder"], parameters.bodyOrder, template),
  ...orderIssues(["parameters", "buttonOrder"], parameters.buttonOrder, template.buttons, buttonValues)
]

const carouselIssues = (parameters: ParametersPayload, template: CarouselTemplate): ReadonlyArray<Issue> => {
  const topLevel = [
    ...(parameters.header === null
      ? []
      : [issue("value_error", ["parameters", "header"], "a carousel defines headers per card only")]),
    ...(parameters.buttonOrder.length === 0
      ? []
      : [issue("value_error", ["parameters", "buttonOrder"], "a carousel defines buttons per card only")]),
    ...bodyIssues(["parameters", "bodyOrder"], parameters.bodyOrder, template)
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
        ...bodyIssues([...path, "bodyOrder"], card.bodyOrder, template),
        ...orderIssues([...path, "buttonOrder"], card.buttonOrder, template.buttons, buttonValues)
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

const headerIssues = (
  path: IssuePath,
  header: HeaderPayload | null,
  type: HeaderType | null,
  check: ValueCheck
): ReadonlyArray<Issue> => {
  if (header === null) return []
  if (type === null) return [issue("value_error", path, "the template has no header")]
  if (header.type !== type)
    return [issue("value_error", [...path, "type"], `the template has a header of type ${type}, not ${header.type}`)]
  if (header.value === null) return []
  const place = [...path, "value"]
  const problem = headerValueProblem(type, header.value)
  return problem === undefined
    ? valueIssues(check, { card: null, part: "header" }, header.value, place)
    : [issue("value_error", place, problem)]
}

const buttonValues = "button values"

/**
 * Returns the issues of a body's parameter order. If the template names its body parameters, the order must have exactly
 * these names, in any order.
 */
const bodyIssues = (
  path: IssuePath,
  names: ReadonlyArray<string>,
  { body, bodyNames }: Pick<PlainTemplate, "body" | "bodyNames">
): ReadonlyArray<Issue> => {
  if (bodyNames === undefined) return orderIssues(path, names, body, "body parameters")
  const has = bodyNames.length === 0 ? "none" : bodyNames.join(", ")
  return [
    ...repetitions(path, names),
    ...names.flatMap((name, index) =>
      name.trim() === "" || bodyNames.includes(name)
        ? []
        : [
            issue(
              "value_error",
              [...path, index],
              `the template has no parameter ${JSON.stringify(name)}: its body parameters are ${has}`
            )
          ]
    ),
    ...bodyNames
      .filter((name) => !names.includes(name))
      .map((name) =>
        issue("value_error", path, `${JSON.stringify(name)} is missing: the template's body parameters are ${has}`)
      )
  ]
}

/** Returns the issues of a parameter order, which must have a different name for each parameter of the template. */
const orderIssues = (path: IssuePath, names: ReadonlyArray<string>, length: number, what: string) => [
  ...(names.length === length
    ? []
    : [issue("value_error", path, `the template takes ${length} ${what}, not ${names.length}`)]),
  ...repetitions(path, names)
]

/** Returns the issues of blank or repeated names in an order. */
const repetitions = (path: IssuePath, names: ReadonlyArray<string>): ReadonlyArray<Issue> => {
  const seen = new Set<string>()
  return names.flatMap((name, index) => {
    if (name.trim() === "") return [issue("value_error", [...path, index], "must not be empty")]
    if (seen.has(name)) return [issue("value_error", [...path, index], `repeats ${JSON.stringify(name)}`)]
    seen.add(name)
    return []
  })
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`
