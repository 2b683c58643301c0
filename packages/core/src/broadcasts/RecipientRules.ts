import { Result } from "effect"
import type {
  NamedValues,
  RecipientCardRequest,
  RecipientParametersRequest,
  RecipientRequest
} from "./BroadcastRequest.ts"
import type { MessageParameters } from "../templates/MessageParameters.ts"
import type { HeaderType, Template } from "../templates/Template.ts"
import { type CardRequest, headerValueProblem, type ParametersRequest } from "../templates/TemplateParameters.ts"

/** The longest client reference, in UTF-16 units (specification, Limits). */
const maxClientReferenceLength = 255

const isTooLong = (reference: string | null): boolean => (reference?.length ?? 0) > maxClientReferenceLength

/** The client reference that is kept of a recipient: one that is too long is none, and stores need not find it. */
export const keptReference = ({ clientReference }: RecipientRequest): string | null =>
  isTooLong(clientReference) ? null : clientReference

/**
 * Of a recipient with more errors than this the first are told, and how many more there are. What a template can ask for
 * does not come near it: only somebody who sends thousands of keys that nobody asked for does.
 */
const maxErrors = 500

/** The message of one recipient, or everything that is wrong with it (B6). */
export type RecipientReading = Result.Result<MessageParameters, ReadonlyArray<string>>

/**
 * Reads one recipient against parameters that have passed `parameterViolations` for the template. `firstIndex` is where
 * the same identifier stood first, if it did before (B7).
 */
export const readRecipient = (
  recipient: RecipientRequest,
  firstIndex: number | undefined,
  parameters: ParametersRequest,
  template: Template
): RecipientReading => {
  const message = readMessage(recipient.parameters, parameters, template)
  const errors = [
    ...identifierErrors(recipient.identifier),
    ...(firstIndex === undefined ? [] : [`duplicate identifier: it stands first at recipients[${firstIndex}]`]),
    ...(isTooLong(recipient.clientReference)
      ? [`client_reference must have at most ${maxClientReferenceLength} characters`]
      : []),
    ...message.errors
  ]
  if (errors.length === 0) return Result.succeed(message.parameters)
  const more = errors.length - maxErrors
  return Result.fail(more > 0 ? [...errors.slice(0, maxErrors), `and ${more} more`] : errors)
}

const identifierPattern = /^[1-9][0-9]{6,14}$/

const identifierErrors = (identifier: string): ReadonlyArray<string> => {
  if (identifierPattern.test(identifier)) return []
  return identifier.startsWith("+")
    ? ["identifier must be given without the leading plus"]
    : ["identifier must be a phone number with country code: 7 to 15 digits, the first not 0"]
}

/** A value that was read, and what was wrong with it: both, so that every error of a recipient is told. */
interface Read<A> {
  readonly parameters: A
  readonly errors: ReadonlyArray<string>
}

const readMessage = (
  given: RecipientParametersRequest,
  shared: ParametersRequest,
  template: Template
): Read<MessageParameters> => {
  const body = readNamed("parameters.body", given.body, shared.bodyOrder, "body_order")
  if (template.kind === "plain") {
    const header = readHeader("parameters.header", given.header, shared.header?.value ?? null, template.header)
    const buttons = readNamed("parameters.button", given.button ?? {}, shared.buttonOrder, "button_order")
    const surplus = given.cards === null ? [] : ["parameters.cards: the template is not a carousel"]
    return {
      parameters: { header: header.parameters, body: body.parameters, buttons: buttons.parameters, cards: null },
      errors: [...header.errors, ...body.errors, ...buttons.errors, ...surplus]
    }
  }
  const topLevel = [
    ...(given.header === null ? [] : ["parameters.header: a carousel takes headers per card only"]),
    ...(given.button === null ? [] : ["parameters.button: a carousel takes buttons per card only"])
  ]
  const cards = readCards(given.cards ?? [], shared.cards ?? [], template.cards)
  return {
    parameters: { header: null, body: body.parameters, buttons: [], cards: cards.parameters },
    errors: [...topLevel, ...body.errors, ...cards.errors]
  }
}

type Card = NonNullable<MessageParameters["cards"]>[number]

const readCards = (
  given: ReadonlyArray<RecipientCardRequest>,
  shared: ReadonlyArray<CardRequest>,
  template: ReadonlyArray<{ readonly header: HeaderType }>
): Read<ReadonlyArray<Card>> => {
  if (given.length !== shared.length) {
    return { parameters: [], errors: [`parameters.cards: must have ${shared.length} cards, not ${given.length}`] }
  }
  const cards = given.map((card, index): Read<Card> => {
    const path = `parameters.cards[${index}]`
    const order = shared[index]
    const type = template[index]?.header ?? null
    const header = readHeader(`${path}.header`, card.header, order?.header?.value ?? null, type)
    const body = readNamed(`${path}.body`, card.body, order?.bodyOrder ?? [], "body_order")
    const buttons = readNamed(`${path}.button`, card.button, order?.buttonOrder ?? [], "button_order")
    return {
      parameters: { header: header.parameters, body: body.parameters, buttons: buttons.parameters },
      errors: [...header.errors, ...body.errors, ...buttons.errors]
    }
  })
  return { parameters: cards.map((card) => card.parameters), errors: cards.flatMap((card) => card.errors) }
}

/** The recipient's value overrides the shared one; the type is the template's and cannot be changed (B17). */
const readHeader = (
  path: string,
  given: RecipientParametersRequest["header"],
  shared: string | null,
  type: HeaderType | null
): Read<MessageParameters["header"]> => {
  if (type === null) {
    return { parameters: null, errors: given === null ? [] : [`${path}: the template has no header`] }
  }
  if (given !== null && given.type !== null && given.type !== type) {
    return { parameters: null, errors: [`${path}: takes a value only, its type is ${type}`] }
  }
  const value = given?.value ?? shared
  if (value === null) {
    return { parameters: null, errors: [`${path}: the template needs a header and none is given`] }
  }
  const problem = given === null ? undefined : headerValueProblem(type, given.value)
  return { parameters: { type, value }, errors: problem === undefined ? [] : [`${path}.value: ${problem}`] }
}

/** The values in the order of their names: each name has a value that is not empty, and there is none beside (B8). */
const readNamed = (
  path: string,
  given: NamedValues,
  order: ReadonlyArray<string>,
  orderName: string
): Read<ReadonlyArray<string>> => {
  const errors: Array<string> = []
  const values = order.map((name) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (value === undefined) errors.push(`${path}: ${JSON.stringify(name)} is missing`)
    else if (value.trim() === "") errors.push(`${path}: ${JSON.stringify(name)} must not be empty`)
    return value ?? ""
  })
  for (const name of Object.keys(given)) {
    if (!order.includes(name)) errors.push(`${path}: ${JSON.stringify(name)} is not in ${orderName}`)
  }
  return { parameters: values, errors }
}
