import { Result } from "effect"
import * as Arr from "effect/Array"
import {
  type GivenCards,
  type GivenHeader,
  type GivenNames,
  type GivenParameters,
  type GivenPayload,
  Unreadable
} from "./BroadcastPayload.ts"
import type { RecipientProblem, RecipientReason } from "./Recipient.ts"
import type { MessageParameters } from "../templates/MessageParameters.ts"
import { readAddress } from "../../people/identifiers/AddressForm.ts"
import { isLonger } from "../../shared/Text.ts"
import {
  categoryOf,
  type HeaderType,
  type PlainTemplate,
  type Template,
  type TemplateCard
} from "../templates/Template.ts"
import type { FoundTemplate } from "../templates/TemplateCatalog.ts"
import type { ValueCheck } from "../templates/ValueCheck.ts"
import { type CardPayload, headerValueProblem, type ParametersPayload } from "../templates/TemplateParameters.ts"
import { own } from "../../shared/Own.ts"

/** The longest client reference, in characters. */
export const maxClientReferenceLength = 255

/** Returns why a client reference is invalid; undefined if it is valid. */
const referenceProblem = (reference: GivenPayload["clientReference"]): string | undefined => {
  if (reference instanceof Unreadable) return reference.problem
  return isLonger(reference ?? "", maxClientReferenceLength)
    ? `must have at most ${maxClientReferenceLength} characters`
    : undefined
}

/** Returns the recipient's client reference; null if it is absent or invalid. */
export const keptReference = ({ clientReference }: GivenPayload): string | null =>
  clientReference instanceof Unreadable || referenceProblem(clientReference) !== undefined ? null : clientReference

/**
 * The maximum number of problems listed for one recipient. Another entry gives the number of problems left out. Only a
 * request with thousands of unexpected values has more problems.
 */
const maxProblems = 500

/** The message parameters of one recipient, or all problems of the recipient. */
export type RecipientReading = Result.Result<MessageParameters, Arr.NonEmptyReadonlyArray<RecipientProblem>>

const problem = (reason: RecipientReason, error: string): RecipientProblem => ({ reason, error })

/**
 * Validates one recipient. `parameters` are the broadcast's parameters and must have no `parameterIssues`. `firstIndex` is
 * the index of the first recipient with the same identifier; undefined if no earlier recipient has it.
 */
export const readRecipient = (
  recipient: GivenPayload,
  firstIndex: number | undefined,
  parameters: ParametersPayload,
  { check, template }: FoundTemplate<Template>
): RecipientReading => {
  const message = readMessage(recipient.parameters, parameters, template, check)
  const wrongReference = referenceProblem(recipient.clientReference)
  const problems = [
    ...identifierProblems(recipient.identifier, template),
    ...(firstIndex === undefined
      ? []
      : [problem("duplicate_identifier", `duplicate identifier: already given at recipients[${firstIndex}]`)]),
    ...(wrongReference === undefined
      ? []
      : [problem("invalid_client_reference", `the client reference ${wrongReference}`)]),
    ...message.problems
  ]
  if (!Arr.isReadonlyArrayNonEmpty(problems)) return Result.succeed(message.parameters)
  const omitted = problems[maxProblems]
  if (omitted === undefined) return Result.fail(problems)
  const summary = problem(omitted.reason, `and ${problems.length - maxProblems} more`)
  return Result.fail(Arr.append(problems.slice(0, maxProblems), summary))
}

const identifierProblems = (identifier: string, template: Template): ReadonlyArray<RecipientProblem> => {
  const address = readAddress(identifier)
  if (address?._tag === "UserId" && categoryOf(template) === "authentication") {
    const error = "an authentication template cannot be sent to a user id: give the person's phone number"
    return [problem("invalid_identifier", error)]
  }
  if (address !== null) return []
  const error = identifier.startsWith("+")
    ? "identifier must be given without the leading plus"
    : "identifier must be a phone number with country code (7 to 15 digits, the first not 0) or a user id such as US.13491208655302741918"
  return [problem("invalid_identifier", error)]
}

/**
 * A value and its problems. An invalid value doesn't end the validation, so that all problems of a recipient are reported.
 */
interface Read<A> {
  readonly parameters: A
  readonly problems: ReadonlyArray<RecipientProblem>
}

/** Returns the problem of an unreadable value. */
const unreadable = (place: string, { given, problem: what }: Unreadable): RecipientProblem =>
  problem(given === undefined ? "missing_parameter" : "invalid_parameter", `${place} ${what}`)

const readMessage = (
  given: GivenParameters,
  shared: ParametersPayload,
  template: Template,
  check: ValueCheck
): Read<MessageParameters> => {
  if (given instanceof Unreadable) {
    const parameters = { header: null, body: [], buttons: [], cards: null }
    return { parameters, problems: [unreadable("parameters:", given)] }
  }
  const body = readBody("parameters.body", given.body, shared.bodyOrder, template, partCheck(check, null, "body"))
  if (template.kind === "plain") {
    const shown = shared.header?.value ?? null
    const ofHeader = partCheck(check, null, "header")
    const header = readHeader("parameters.header", given.header, shown, template.header, ofHeader)
    const ofButtons = partCheck(check, null, "buttons")
    const buttons = readNamed("parameters.button", given.button ?? {}, shared.buttonOrder, ofButtons)
    const surplus =
      given.cards === null ? [] : [problem("unexpected_parameter", "parameters.cards: the template is not a carousel")]
    return {
      parameters: { header: header.parameters, ...body.parameters, buttons: buttons.parameters, cards: null },
      problems: [...header.problems, ...body.problems, ...buttons.problems, ...surplus]
    }
  }
  const topLevel = [
    ...(given.header === null ? [] : ["parameters.header: a carousel takes headers per card only"]),
    ...(given.button === null ? [] : ["parameters.button: a carousel takes buttons per card only"])
  ].map((error) => problem("unexpected_parameter", error))
  const cards = readCards(given.cards ?? [], shared.cards ?? [], template.cards, check)
  return {
    parameters: { header: null, ...body.parameters, buttons: [], cards: cards.parameters },
    problems: [...topLevel, ...body.problems, ...cards.problems]
  }
}

/** Returns the platform's objections to the values of one message part, each with the value's index. */
type PartCheck = (values: ReadonlyArray<string>) => ReturnType<ValueCheck>

const partCheck =
  (check: ValueCheck, card: number | null, part: Parameters<ValueCheck>[0]["part"]): PartCheck =>
  (values) =>
    values.length === 0 ? [] : check({ card, part }, values)

type Card = NonNullable<MessageParameters["cards"]>[number]

const readCards = (
  given: NonNullable<GivenCards>,
  shared: ReadonlyArray<CardPayload>,
  template: ReadonlyArray<TemplateCard>,
  check: ValueCheck
): Read<ReadonlyArray<Card>> => {
  if (given instanceof Unreadable) return { parameters: [], problems: [unreadable("parameters.cards:", given)] }
  if (given.length !== shared.length) {
    const error = `parameters.cards: must have ${shared.length} cards, not ${given.length}`
    return { parameters: [], problems: [problem("wrong_card_count", error)] }
  }
  const cards = given.map((card, index): Read<Card> => {
    const path = `parameters.cards[${index}]`
    if (card instanceof Unreadable) {
      return { parameters: { header: null, body: [], buttons: [] }, problems: [unreadable(`${path}:`, card)] }
    }
    const order = shared[index]
    const type = template[index]?.header ?? null
    const shown = order?.header?.value ?? null
    const header = readHeader(`${path}.header`, card.header, shown, type, partCheck(check, index, "header"))
    const ofBody = partCheck(check, index, "body")
    const body = readBody(`${path}.body`, card.body, order?.bodyOrder ?? [], template[index], ofBody)
    const ofButtons = partCheck(check, index, "buttons")
    const buttons = readNamed(`${path}.button`, card.button, order?.buttonOrder ?? [], ofButtons)
    return {
      parameters: { header: header.parameters, ...body.parameters, buttons: buttons.parameters },
      problems: [...header.problems, ...body.problems, ...buttons.problems]
    }
  })
  return { parameters: cards.map((card) => card.parameters), problems: cards.flatMap((card) => card.problems) }
}

/** Reads a header. The recipient's value overrides the shared value. The type is the template's and can't be changed. */
const readHeader = (
  path: string,
  given: GivenHeader,
  shared: string | null,
  type: HeaderType | null,
  check: PartCheck
): Read<MessageParameters["header"]> => {
  const refused = (...problems: ReadonlyArray<RecipientProblem>) => ({ parameters: null, problems })
  if (given instanceof Unreadable) return refused(unreadable(`${path}:`, given))
  if (type === null) {
    return given === null
      ? { parameters: null, problems: [] }
      : refused(problem("unexpected_parameter", `${path}: the template has no header`))
  }
  if (given === null) {
    return shared === null
      ? refused(problem("missing_parameter", `${path}: the template needs a header and none is given`))
      : { parameters: { type, value: shared }, problems: [] }
  }
  const wrongType = typeProblems(path, given.type, type)
  const { value } = given
  if (value instanceof Unreadable) return refused(...wrongType, unreadable(`${path}.value:`, value))
  const fault = headerValueProblem(type, value)
  if (fault === undefined) {
    const refusals = check([value]).map(({ problem: what }) => problem("invalid_parameter", `${path}.value: ${what}`))
    return { parameters: { type, value }, problems: [...wrongType, ...refusals] }
  }
  const reason = isBlank(value) ? "missing_parameter" : "invalid_parameter"
  return refused(...wrongType, problem(reason, `${path}.value: ${fault}`))
}

const typeProblems = (
  path: string,
  given: string | null | Unreadable,
  type: HeaderType
): ReadonlyArray<RecipientProblem> => {
  if (given instanceof Unreadable) return [unreadable(`${path}.type:`, given)]
  return given === null || given === type
    ? []
    : [problem("invalid_parameter", `${path}: takes only a value of type ${type}`)]
}

const isBlank = (value: string): boolean => value.trim() === ""

/**
 * Reads the values of a body, in the order of the template's parameter names, or of the broadcast's if the template's
 * parameters have no names.
 */
const readBody = (
  path: string,
  given: GivenNames,
  order: ReadonlyArray<string>,
  template: Pick<PlainTemplate, "bodyNames"> | undefined,
  check: PartCheck
): Read<Pick<MessageParameters, "body" | "bodyNames">> => {
  const bodyNames = template?.bodyNames
  const { parameters, problems } = readNamed(path, given, bodyNames ?? order, check)
  return { parameters: { body: parameters, ...(bodyNames !== undefined && { bodyNames }) }, problems }
}

/**
 * Reads values in the order of their names. Each name must have a non-empty value, and no other names may occur. If these
 * rules hold, also runs the platform's check.
 */
const readNamed = (
  path: string,
  given: GivenNames,
  order: ReadonlyArray<string>,
  check: PartCheck
): Read<ReadonlyArray<string>> => {
  if (given instanceof Unreadable) return { parameters: [], problems: [unreadable(`${path}:`, given)] }
  const problems: Array<RecipientProblem> = []
  const report = (reason: RecipientReason, name: string, what: string) =>
    problems.push(problem(reason, `${path}: ${JSON.stringify(name)} ${what}`))
  const values = order.map((name) => {
    const value = own(given, name)
    if (value instanceof Unreadable) {
      problems.push(unreadable(`${path}: ${JSON.stringify(name)}`, value))
      return ""
    }
    if (value === undefined) report("missing_parameter", name, "is missing")
    else if (isBlank(value)) report("missing_parameter", name, "must not be empty")
    return value ?? ""
  })
  for (const name of Object.keys(given)) {
    if (!order.includes(name)) report("unexpected_parameter", name, "is not in the broadcast's order")
  }
  if (problems.length === 0) {
    for (const { index, problem: what } of check(values)) {
      const name = index === null ? undefined : order[index]
      problems.push(
        problem("invalid_parameter", `${path}: ${name === undefined ? "" : `${JSON.stringify(name)} `}${what}`)
      )
    }
  }
  return { parameters: values, problems }
}
