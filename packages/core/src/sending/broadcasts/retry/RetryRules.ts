import { issue, type Issue, type IssuePath } from "../../../shared/Issue.ts"
import type { MessageParameters } from "../../templates/MessageParameters.ts"
import type { Template } from "../../templates/Template.ts"
import type { CardPayload, ParametersPayload } from "../../templates/TemplateParameters.ts"
import { positions, type WordedPart } from "../../templates/TemplateText.ts"
import type { NamedValues, RecipientRequest } from "../BroadcastRequest.ts"
import { countKeys } from "../../../people/identity/Addressee.ts"
import { heldProblem, type RecipientReason, type RecipientStatus } from "../Recipient.ts"
import type { RetryReason } from "./RetryRequest.ts"
import type { Outcome, PastOutcome, PastRecipient } from "./RetryStore.ts"

/** The reason of a recipient that was given up although the channel may have accepted its message. */
const givenUp = "outcome_unknown"

/** Whether it is unknown if the recipient got the message. A message that the platform holds may still arrive. */
const isDoubtful = ({ reason, status }: Outcome): boolean =>
  (status === "unknown" && reason !== heldProblem.reason) || reason === givenUp

/**
 * Whether a retry for these reasons may reach somebody a second time.
 *
 * @see docs/contributing/decisions.md, R42
 */
export const mayRepeat = (reasons: ReadonlyArray<RetryReason>): boolean =>
  reasons.includes("unknown") || reasons.includes(givenUp)

/** The statuses and reasons of the recipients that may be named. `isNamed` leaves out some of these recipients. */
export const wantedOf = (reasons: ReadonlyArray<RetryReason>) => ({
  statuses: [
    ...(reasons.includes("undeliverable") ? (["undeliverable"] as const) : []),
    ...(reasons.includes("unknown") ? (["unknown"] as const) : [])
  ] satisfies ReadonlyArray<RecipientStatus>,
  reasons: reasons.map((reason): RecipientReason => (reason === "unknown" ? givenUp : reason))
})

/** Whether a recipient has one of the named outcomes. */
export const isNamed = (reasons: ReadonlyArray<RetryReason>, outcome: Outcome): boolean => {
  const { reason, status } = outcome
  if (isDoubtful(outcome)) return reasons.includes("unknown") || (reason === givenUp && reasons.includes(givenUp))
  if (status !== "rejected" && status !== "undeliverable") return false
  return reasons.some((named) => named === reason) || (status === "undeliverable" && reasons.includes("undeliverable"))
}

/**
 * Whether an outcome lets the person be sent to again: nothing was sent, or it certainly did not arrive; or it may not have
 * arrived and the reasons name doubtful outcomes. A recipient that still waits or is being sent to will get that message.
 */
const isFree = (reasons: ReadonlyArray<RetryReason>, outcome: Outcome): boolean =>
  isDoubtful(outcome) ? isNamed(reasons, outcome) : outcome.status === "rejected" || outcome.status === "undeliverable"

/**
 * Returns the recipients of a broadcast that a retry takes. `outcomes` are all outcomes of their addresses and contacts in
 * the broadcast, in the broadcasts that it retries in turn, and in all retries of these. Each outcome must leave the person
 * free. Of several recipients with one address or contact, the first is taken.
 *
 * @see docs/contributing/decisions.md, R41
 */
export const taken = (
  reasons: ReadonlyArray<RetryReason>,
  recipients: ReadonlyArray<PastRecipient>,
  outcomes: ReadonlyArray<PastOutcome>,
  broadcast: PastOutcome["broadcast"]
): ReadonlyArray<PastRecipient> => {
  const firsts = new Map<string, number>()
  const reached = new Set<string>()
  for (const outcome of outcomes) {
    const isFirstOf = outcome.broadcast === broadcast && isNamed(reasons, outcome)
    for (const key of countKeys(outcome)) {
      if (!isFree(reasons, outcome)) reached.add(key)
      if (isFirstOf) firsts.set(key, Math.min(outcome.position, firsts.get(key) ?? outcome.position))
    }
  }
  return recipients.filter(
    (recipient) =>
      isNamed(reasons, recipient) &&
      countKeys(recipient).every((key) => !reached.has(key) && firsts.get(key) === recipient.position)
  )
}

/** The keys of the persons and addresses of recipients who have got one of these messages by now. */
export const arrivedAmong = (outcomes: ReadonlyArray<PastOutcome>): ReadonlySet<string> =>
  new Set(
    outcomes.flatMap((outcome) => (arrived.some((status) => status === outcome.status) ? countKeys(outcome) : []))
  )

/** The statuses of a message that the provider has accepted and that is not known to have failed. */
const arrived = ["sent", "delivered", "read"] as const satisfies ReadonlyArray<RecipientStatus>

/** Values for everybody, in the form of one recipient's values. */
export type Replacement = NonNullable<RecipientRequest["parameters"]>

type Part = Pick<WordedPart, "body" | "bodyNames" | "buttons">

const bodyNamesOf = ({ body, bodyNames }: Part): ReadonlyArray<string> => bodyNames ?? positions(body)
const buttonNamesOf = ({ buttons = 0 }: Part): ReadonlyArray<string> => positions(buttons)

/** The names of the values of a retry's recipients: the template's names, or else positions. */
export const ordersOf = (template: Template): ParametersPayload => {
  const orders = (part: Part) => ({ bodyOrder: bodyNamesOf(part), buttonOrder: buttonNamesOf(part) })
  if (template.kind === "plain") return { header: null, ...orders(template), cards: null }
  return {
    header: null,
    ...orders(template),
    cards: template.cards.map((card): CardPayload => ({ header: { type: card.header, value: null }, ...orders(card) }))
  }
}

/**
 * The issues of values for everybody: the template must have each name.
 *
 * @see docs/contributing/decisions.md, R43
 */
export const replacementIssues = (given: Replacement, template: Template): ReadonlyArray<Issue> => {
  const at = ["parameters"]
  const cards = template.kind === "plain" ? [] : template.cards
  const surplus =
    given.cards && given.cards.length !== cards.length
      ? [issue("value_error", [...at, "cards"], `the template has ${cards.length} cards, not ${given.cards.length}`)]
      : []
  return [
    ...nameIssues([...at, "body"], given.body ?? {}, bodyNamesOf(template)),
    ...nameIssues(
      [...at, "button"],
      given.button ?? {},
      buttonNamesOf(template.kind === "plain" ? template : { body: 0 })
    ),
    ...surplus,
    ...cards.flatMap((card, index) => {
      const { body, button } = given.cards?.[index] ?? {}
      const path = [...at, "cards", index]
      return [
        ...nameIssues([...path, "body"], body ?? {}, bodyNamesOf(card)),
        ...nameIssues([...path, "button"], button ?? {}, buttonNamesOf(card))
      ]
    })
  ]
}

const nameIssues = (path: IssuePath, values: NamedValues, names: ReadonlyArray<string>): ReadonlyArray<Issue> =>
  Object.keys(values).flatMap((name) =>
    names.includes(name)
      ? []
      : [
          issue(
            "value_error",
            [...path, name],
            `the template has no such parameter: its names here are ${names.length === 0 ? "none" : names.join(", ")}`
          )
        ]
  )

/** The frozen values of a recipient, replaced where there is a value for everybody. */
export const valuesOf = (frozen: MessageParameters | null, replacement: Replacement | null): Replacement => {
  const { cards = null, ...message } = frozen ?? {}
  return withReplaced({ ...namedPart(message), cards: cards?.map(namedPart) ?? null }, replacement)
}

/** Values, replaced where there is a value for everybody. */
export const withReplaced = (values: Replacement, replacement: Replacement | null): Replacement => {
  const { cards = null, ...rest } = replacement ?? {}
  return {
    ...replacedPart(values, rest),
    cards: values.cards?.map((card, index) => replacedPart(card, cards?.[index] ?? {})) ?? cards
  }
}

type FrozenPart = Partial<Omit<MessageParameters, "cards">>
type ValuesOfPart = Omit<Replacement, "cards">

const namedPart = ({ body = [], bodyNames = positions(body.length), buttons = [], header = null }: FrozenPart) => ({
  header: header === null ? null : { value: header.value },
  body: named(bodyNames, body),
  button: named(positions(buttons.length), buttons)
})

const replacedPart = (values: ValuesOfPart, given: ValuesOfPart): ValuesOfPart => ({
  header: given.header ?? values.header ?? null,
  body: { ...values.body, ...given.body },
  button: unlessEmpty({ ...values.button, ...given.button })
})

/** A carousel takes no buttons above its cards, not even none. */
const unlessEmpty = (values: NamedValues): NamedValues | null => (Object.keys(values).length === 0 ? null : values)

const named = (names: ReadonlyArray<string>, values: ReadonlyArray<string>): NamedValues =>
  Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]))
