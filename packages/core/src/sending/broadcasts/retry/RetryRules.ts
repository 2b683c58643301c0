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

/**
 * Returns whether the recipient may have got the message. A held message doesn't count here, although it may still arrive.
 */
const isDoubtful = ({ reason, status }: Outcome): boolean =>
  (status === "unknown" && reason !== heldProblem.reason) || reason === givenUp

/**
 * Returns whether a retry for these reasons may reach a recipient a second time.
 *
 * @see docs/contributing/decisions.md, R42
 */
export const mayRepeat = (reasons: ReadonlyArray<RetryReason>): boolean =>
  reasons.includes("unknown") || reasons.includes(givenUp)

/** Returns the statuses and reasons for a store query. The query may return more recipients; `isNamed` filters them. */
export const wantedOf = (reasons: ReadonlyArray<RetryReason>) => ({
  statuses: [
    ...(reasons.includes("undeliverable") ? (["undeliverable"] as const) : []),
    ...(reasons.includes("unknown") ? (["unknown"] as const) : [])
  ] satisfies ReadonlyArray<RecipientStatus>,
  reasons: reasons.map((reason): RecipientReason => (reason === "unknown" ? givenUp : reason))
})

/** Returns whether a recipient's outcome matches one of the reasons. */
export const isNamed = (reasons: ReadonlyArray<RetryReason>, outcome: Outcome): boolean => {
  const { reason, status } = outcome
  if (isDoubtful(outcome)) return reasons.includes("unknown") || (reason === givenUp && reasons.includes(givenUp))
  if (status !== "rejected" && status !== "undeliverable") return false
  return reasons.some((named) => named === reason) || (status === "undeliverable" && reasons.includes("undeliverable"))
}

/**
 * Returns whether an outcome permits another send to the person: the message was not sent, certainly did not arrive, or may
 * not have arrived and the reasons include that case. A recipient that is pending or being sent to is excluded, because its
 * message is still under way.
 */
const isFree = (reasons: ReadonlyArray<RetryReason>, outcome: Outcome): boolean =>
  isDoubtful(outcome) ? isNamed(reasons, outcome) : outcome.status === "rejected" || outcome.status === "undeliverable"

/**
 * Returns the recipients that a retry sends to. `outcomes` are all outcomes for their addresses and contacts, in the
 * broadcast, its ancestors and all their retries; each outcome must permit another send. Of several recipients with the
 * same address or contact, returns only the first.
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

/** Returns the keys of the contacts and addresses that have got one of these messages. */
export const arrivedAmong = (outcomes: ReadonlyArray<PastOutcome>): ReadonlySet<string> =>
  new Set(
    outcomes.flatMap((outcome) => (arrived.some((status) => status === outcome.status) ? countKeys(outcome) : []))
  )

/** The statuses of a message that the provider accepted and that isn't known to have failed. */
const arrived = ["sent", "delivered", "read"] as const satisfies ReadonlyArray<RecipientStatus>

/** Shared values for all recipients, in the form of one recipient's values. */
export type Replacement = NonNullable<RecipientRequest["parameters"]>

type Part = Pick<WordedPart, "body" | "bodyNames" | "buttons">

const bodyNamesOf = ({ body, bodyNames }: Part): ReadonlyArray<string> => bodyNames ?? positions(body)
const buttonNamesOf = ({ buttons = 0 }: Part): ReadonlyArray<string> => positions(buttons)

/** Returns the value names for a retry's recipients: the template's names, or positions. */
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
 * Returns the issues of shared values. The template must have each name.
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
            `the template has no such parameter${names.length === 0 ? "" : `. Use one of ${names.join(", ")}`}`
          )
        ]
  )

/** Returns a recipient's frozen values, overridden by the replacement. */
export const valuesOf = (frozen: MessageParameters | null, replacement: Replacement | null): Replacement => {
  const { cards = null, ...message } = frozen ?? {}
  return withReplaced({ ...namedPart(message), cards: cards?.map(namedPart) ?? null }, replacement)
}

/** Returns the values, overridden by the replacement. */
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

/** Returns null for no values, because a carousel refuses even an empty record of buttons above its cards. */
const unlessEmpty = (values: NamedValues): NamedValues | null => (Object.keys(values).length === 0 ? null : values)

const named = (names: ReadonlyArray<string>, values: ReadonlyArray<string>): NamedValues =>
  Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]))
