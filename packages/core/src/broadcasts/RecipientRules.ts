import { Result } from "effect"
import * as Arr from "effect/Array"
import type { RecipientCardPayload, RecipientParametersPayload, RecipientPayload } from "./BroadcastPayload.ts"
import type { NamedValues } from "./BroadcastRequest.ts"
import type { RecipientProblem, RecipientReason } from "./Recipient.ts"
import type { MessageParameters } from "../templates/MessageParameters.ts"
import { isLonger } from "../shared/Text.ts"
import type { HeaderType, Template } from "../templates/Template.ts"
import { type CardPayload, headerValueProblem, type ParametersPayload } from "../templates/TemplateParameters.ts"

/** The longest client reference, in characters (specification, Limits; W8). */
export const maxClientReferenceLength = 255

const isTooLong = (reference: string | null): boolean => isLonger(reference ?? "", maxClientReferenceLength)

/** The client reference that is kept of a recipient: one that is too long is none, and stores need not find it. */
export const keptReference = ({ clientReference }: RecipientPayload): string | null =>
  isTooLong(clientReference) ? null : clientReference

/**
 * Of a recipient with more problems than this the first are listed, and how many more there are. No template takes
 * nearly as many values: only a request with thousands of surplus keys comes to it.
 */
const maxProblems = 500

/** The message of one recipient, or everything that is wrong with it (B6). */
export type RecipientReading = Result.Result<MessageParameters, Arr.NonEmptyReadonlyArray<RecipientProblem>>

const problem = (reason: RecipientReason, error: string): RecipientProblem => ({ reason, error })

/**
 * Reads one recipient against parameters that have passed `parameterViolations` for the template. `firstIndex` is where
 * the same identifier stood first, if it did before (B7).
 */
export const readRecipient = (
  recipient: RecipientPayload,
  firstIndex: number | undefined,
  parameters: ParametersPayload,
  template: Template
): RecipientReading => {
  const message = readMessage(recipient.parameters, parameters, template)
  const problems = [
    ...identifierProblems(recipient.identifier),
    ...(firstIndex === undefined
      ? []
      : [problem("duplicate_identifier", `duplicate identifier: it stands first at recipients[${firstIndex}]`)]),
    ...(isTooLong(recipient.clientReference)
      ? [
          problem(
            "invalid_client_reference",
            `the client reference must have at most ${maxClientReferenceLength} characters`
          )
        ]
      : []),
    ...message.problems
  ]
  if (!Arr.isReadonlyArrayNonEmpty(problems)) return Result.succeed(message.parameters)
  const omitted = problems[maxProblems]
  if (omitted === undefined) return Result.fail(problems)
  const more = problem(omitted.reason, `and ${problems.length - maxProblems} more`)
  return Result.fail(Arr.append(problems.slice(0, maxProblems), more))
}

const identifierPattern = /^[1-9][0-9]{6,14}$/

const identifierProblems = (identifier: string): ReadonlyArray<RecipientProblem> => {
  if (identifierPattern.test(identifier)) return []
  const error = identifier.startsWith("+")
    ? "identifier must be given without the leading plus"
    : "identifier must be a phone number with country code: 7 to 15 digits, the first not 0"
  return [problem("invalid_identifier", error)]
}

/** A value that was read, and what is wrong with it: both, so that every problem of a recipient is reported. */
interface Read<A> {
  readonly parameters: A
  readonly problems: ReadonlyArray<RecipientProblem>
}

const readMessage = (
  given: RecipientParametersPayload,
  shared: ParametersPayload,
  template: Template
): Read<MessageParameters> => {
  const body = readNamed("parameters.body", given.body, shared.bodyOrder)
  if (template.kind === "plain") {
    const header = readHeader("parameters.header", given.header, shared.header?.value ?? null, template.header)
    const buttons = readNamed("parameters.button", given.button ?? {}, shared.buttonOrder)
    const surplus =
      given.cards === null ? [] : [problem("unexpected_parameter", "parameters.cards: the template is not a carousel")]
    return {
      parameters: { header: header.parameters, body: body.parameters, buttons: buttons.parameters, cards: null },
      problems: [...header.problems, ...body.problems, ...buttons.problems, ...surplus]
    }
  }
  const topLevel = [
    ...(given.header === null ? [] : ["parameters.header: a carousel takes headers per card only"]),
    ...(given.button === null ? [] : ["parameters.button: a carousel takes buttons per card only"])
  ].map((error) => problem("unexpected_parameter", error))
  const cards = readCards(given.cards ?? [], shared.cards ?? [], template.cards)
  return {
    parameters: { header: null, body: body.parameters, buttons: [], cards: cards.parameters },
    problems: [...topLevel, ...body.problems, ...cards.problems]
  }
}

type Card = NonNullable<MessageParameters["cards"]>[number]

const readCards = (
  given: ReadonlyArray<RecipientCardPayload>,
  shared: ReadonlyArray<CardPayload>,
  template: ReadonlyArray<{ readonly header: HeaderType }>
): Read<ReadonlyArray<Card>> => {
  if (given.length !== shared.length) {
    const error = `parameters.cards: must have ${shared.length} cards, not ${given.length}`
    return { parameters: [], problems: [problem("wrong_card_count", error)] }
  }
  const cards = given.map((card, index): Read<Card> => {
    const path = `parameters.cards[${index}]`
    const order = shared[index]
    const type = template[index]?.header ?? null
    const header = readHeader(`${path}.header`, card.header, order?.header?.value ?? null, type)
    const body = readNamed(`${path}.body`, card.body, order?.bodyOrder ?? [])
    const buttons = readNamed(`${path}.button`, card.button, order?.buttonOrder ?? [])
    return {
      parameters: { header: header.parameters, body: body.parameters, buttons: buttons.parameters },
      problems: [...header.problems, ...body.problems, ...buttons.problems]
    }
  })
  return { parameters: cards.map((card) => card.parameters), problems: cards.flatMap((card) => card.problems) }
}

/** The recipient's value overrides the shared one; the type is the template's and cannot be changed (B17). */
const readHeader = (
  path: string,
  given: RecipientParametersPayload["header"],
  shared: string | null,
  type: HeaderType | null
): Read<MessageParameters["header"]> => {
  const refused = (reason: RecipientReason, error: string) => ({ parameters: null, problems: [problem(reason, error)] })
  if (type === null) {
    return given === null
      ? { parameters: null, problems: [] }
      : refused("unexpected_parameter", `${path}: the template has no header`)
  }
  if (given !== null && given.type !== null && given.type !== type) {
    return refused("invalid_parameter", `${path}: takes a value only, its type is ${type}`)
  }
  const value = given?.value ?? shared
  if (value === null) return refused("missing_parameter", `${path}: the template needs a header and none is given`)
  const fault = given === null ? undefined : headerValueProblem(type, given.value)
  if (fault === undefined) return { parameters: { type, value }, problems: [] }
  return refused(isBlank(value) ? "missing_parameter" : "invalid_parameter", `${path}.value: ${fault}`)
}

const isBlank = (value: string): boolean => value.trim() === ""

/** The values in the order of their names: each name has a value that is not empty, and there is none beside (B8). */
const readNamed = (path: string, given: NamedValues, order: ReadonlyArray<string>): Read<ReadonlyArray<string>> => {
  const problems: Array<RecipientProblem> = []
  const report = (reason: RecipientReason, name: string, what: string) =>
    problems.push(problem(reason, `${path}: ${JSON.stringify(name)} ${what}`))
  const values = order.map((name) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (value === undefined) report("missing_parameter", name, "is missing")
    else if (isBlank(value)) report("missing_parameter", name, "must not be empty")
    return value ?? ""
  })
  for (const name of Object.keys(given)) {
    if (!order.includes(name)) report("unexpected_parameter", name, "is not in the broadcast's order")
  }
  return { parameters: values, problems }
}
