import { issue, type Issue, type IssuePath } from "../../../shared/Issue.ts"
import type { HeaderType, PlainTemplate, Template } from "../../templates/Template.ts"
import type { FoundTemplate } from "../../templates/TemplateCatalog.ts"
import { headerValueProblem, type ParametersPayload } from "../../templates/TemplateParameters.ts"
import type { MessagePart, ValueCheck } from "../../templates/ValueCheck.ts"
import type { AudienceParameters, AudienceValue, NamedAudienceValues } from "./AudienceRequest.ts"
import { own } from "../../../shared/Own.ts"

const root: IssuePath = ["audience", "parameters"]

/**
 * Returns the issues of an audience's parameters: names that the template does not take, names without a value, and fixed
 * values that no message can have. The broadcast's parameters must already fit the template. If a contact lacks a value,
 * only that recipient has a problem.
 */
export const audienceParameterIssues = (
  parameters: AudienceParameters,
  shared: ParametersPayload,
  { check, template }: FoundTemplate<Template>
): ReadonlyArray<Issue> =>
  template.kind === "plain"
    ? [
        ...(parameters.cards ? [issue("value_error", [...root, "cards"], "the template is not a carousel")] : []),
        ...messageIssues(root, parameters, {
          check,
          card: null,
          header: template.header,
          shared: shared.header?.value ?? null,
          body: bodyOf(template, shared.bodyOrder),
          buttons: shared.buttonOrder
        })
      ]
    : carouselIssues(parameters, shared, template, check)

/** The values that one message or one card must have. */
interface Expected {
  readonly check: ValueCheck
  readonly card: number | null
  readonly header: HeaderType | null
  /** The value of the header if the audience has no header. */
  readonly shared: string | null
  readonly body: ReadonlyArray<string>
  readonly buttons: ReadonlyArray<string>
}

const bodyOf = ({ bodyNames }: Pick<PlainTemplate, "bodyNames">, order: ReadonlyArray<string>) => bodyNames ?? order

const carouselIssues = (
  parameters: AudienceParameters,
  shared: ParametersPayload,
  template: Extract<Template, { readonly kind: "carousel" }>,
  check: ValueCheck
): ReadonlyArray<Issue> => {
  const cards = parameters.cards ?? []
  return [
    ...(["header", "button"] as const).flatMap((name) =>
      parameters[name] ? [issue("value_error", [...root, name], `a carousel defines ${name}s per card only`)] : []
    ),
    ...namesIssues([...root, "body"], parameters.body ?? {}, bodyOf(template, shared.bodyOrder), (values) =>
      check({ card: null, part: "body" }, values)
    ),
    ...(cards.length === template.cards.length
      ? cards.flatMap((card, index) => {
          const order = shared.cards?.[index]
          const expected = template.cards[index]
          return messageIssues([...root, "cards", index], card, {
            check,
            card: index,
            header: expected?.header ?? null,
            shared: order?.header?.value ?? null,
            body: bodyOf(expected ?? {}, order?.bodyOrder ?? []),
            buttons: order?.buttonOrder ?? []
          })
        })
      : [issue("value_error", [...root, "cards"], `must have ${template.cards.length} cards, not ${cards.length}`)])
  ]
}

const messageIssues = (
  path: IssuePath,
  { body, button, header }: Omit<AudienceParameters, "cards">,
  expected: Expected
): ReadonlyArray<Issue> => {
  const checkOf = (part: MessagePart["part"]) => (values: ReadonlyArray<string>) =>
    expected.check({ card: expected.card, part }, values)
  return [
    ...headerIssues([...path, "header"], header ?? null, expected, checkOf("header")),
    ...namesIssues([...path, "body"], body ?? {}, expected.body, checkOf("body")),
    ...namesIssues([...path, "button"], button ?? {}, expected.buttons, checkOf("buttons"))
  ]
}

const headerIssues = (
  path: IssuePath,
  header: AudienceValue | null,
  { header: type, shared }: Expected,
  check: (values: ReadonlyArray<string>) => ReturnType<ValueCheck>
): ReadonlyArray<Issue> => {
  if (type === null) return header === null ? [] : [issue("value_error", path, "the template has no header")]
  if (header === null) {
    return shared === null ? [issue("missing", path, "the template needs a header and none is given")] : []
  }
  return fixedTexts(header, path).flatMap(({ path, text }) => {
    const problem = headerValueProblem(type, text)
    return problem === undefined
      ? check([text]).map(({ problem }) => issue("value_error", path, problem))
      : [issue("value_error", path, problem)]
  })
}

/** Returns the fixed string of a parameter, its value or its fallback, with the string's path in the request. */
const fixedTexts = (given: AudienceValue, path: IssuePath) => {
  if (given.value !== undefined) return [{ text: given.value, path: [...path, "value"] }]
  return typeof given.fallback === "string" ? [{ text: given.fallback, path: [...path, "fallback"] }] : []
}

/**
 * Returns the issues of named values. If all values are the same for all recipients, includes the platform's objections.
 */
const namesIssues = (
  path: IssuePath,
  given: NamedAudienceValues,
  order: ReadonlyArray<string>,
  check: (values: ReadonlyArray<string>) => ReturnType<ValueCheck>
): ReadonlyArray<Issue> => {
  const names = Object.keys(given)
  const issues = [
    ...order
      .filter((name) => !Object.hasOwn(given, name))
      .map((name) => issue("missing", [...path, name], "is missing: the template needs a value")),
    ...names
      .filter((name) => !order.includes(name))
      .map((name) => issue("value_error", [...path, name], "is not in the broadcast's order")),
    ...Object.entries(given).flatMap(([name, value]) =>
      fixedTexts(value, [...path, name]).flatMap(({ path, text }) =>
        text.trim() === "" ? [issue("value_error", path, "must not be empty")] : []
      )
    )
  ]
  const fixed = order.map((name) => own(given, name)?.value)
  if (issues.length > 0 || fixed.length === 0 || !fixed.every((text) => text !== undefined)) return issues
  return check(fixed).map(({ index, problem }) => {
    const name = index === null ? undefined : order[index]
    return issue("value_error", name === undefined ? path : [...path, name, "value"], problem)
  })
}
