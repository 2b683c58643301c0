import { Effect } from "effect"
import type { Contact } from "../../../people/contacts/Contact.ts"
import { ContactStore } from "../../../people/contacts/ContactStore.ts"
import { addressFields, PhoneNumbers } from "../../../people/contacts/Identifiers.ts"
import type { ContactUuid, WorkspaceUuid } from "../../../shared/Ids.ts"
import type { Template } from "../../templates/Template.ts"
import type { WordedPart } from "../../templates/TemplateText.ts"
import type { BroadcastAudience } from "../audience/AudienceRequest.ts"
import { audienceMessages } from "../audience/AudienceMessages.ts"
import { audienceDefinitions } from "../audience/AudienceSelection.ts"
import { audienceTexts } from "../audience/AudienceTexts.ts"
import type { RecipientParametersPayload } from "../BroadcastPayload.ts"
import type { NamedValues } from "../BroadcastRequest.ts"
import type { RecipientProblem } from "../Recipient.ts"
import { contactAddress } from "../resolution/ContactAddress.ts"
import { addressProblem, standingProblem } from "../resolution/JudgeContacts.ts"
import { type Replacement, valuesOf, withReplaced } from "./RetryRules.ts"
import type { PastRecipient } from "./RetryStore.ts"
import { own } from "../../../shared/Own.ts"

/** A recipient of a retry, with its contact's current address and values. */
export interface RetriedRecipient {
  readonly past: PastRecipient
  readonly identifier: string
  readonly values: Replacement
  /** Why the recipient's contact can't be reached any more; null if it can. */
  readonly problem: RecipientProblem | null
}

/**
 * Makes the function that prepares an earlier broadcast's recipients for a retry. Recipients listed in a request keep their
 * identifiers, and their values unless the retry replaces them. For an audience, the contacts are read again: their current
 * addresses and values are used, and a contact that can't be reached any more gets a problem.
 */
export const makeRetryReader = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  audience: BroadcastAudience | null,
  template: Template,
  locale: string,
  replacement: Replacement | null
) {
  const contacts = yield* ContactStore
  const numbers = yield* PhoneNumbers
  const asPosted = (past: PastRecipient): RetriedRecipient => ({
    past,
    identifier: past.identifier,
    values: valuesOf(past.parameters, replacement),
    problem: null
  })
  if (audience === null) return (recipients: ReadonlyArray<PastRecipient>) => Effect.succeed(recipients.map(asPosted))

  const definitions = yield* audienceDefinitions(workspace, audience.request)
  const textOf = yield* audienceTexts(workspace, audience.request, locale, definitions)
  const valuesOfContact = audienceValues(audience, template, textOf)
  const fields = audience.request.address ?? addressFields
  const ofContact = (past: PastRecipient, contact: Contact): RetriedRecipient => {
    const found = contactAddress(numbers, contact, fields)
    const address = found._tag === "Address" ? found.address : null
    const values = withReplaced(valuesOfContact(contact, address), replacement)
    const { identifier } = past
    const problem = standingProblem(contact, audience.request)
    if (problem !== null) return { past, identifier, values, problem }
    return found._tag === "Address"
      ? { past, identifier: found.address, values, problem: null }
      : { past, identifier, values, problem: addressProblem(found) }
  }

  return Effect.fnUntraced(function* (recipients: ReadonlyArray<PastRecipient>) {
    const tied = Array.from(new Set(recipients.flatMap(({ contact }) => contact ?? [])))
    const known = tied.length === 0 ? [] : yield* contacts.survivors(workspace, tied)
    const survivors = new Map(known.map(({ survivor, uuid }) => [uuid, survivor]))
    const wanted = Array.from(new Set(survivors.values()))
    const found = wanted.length === 0 ? [] : yield* contacts.named(workspace, wanted)
    const byUuid = new Map(found.map((contact) => [contact.uuid, contact]))
    const contactOf = (uuid: ContactUuid | null) =>
      uuid === null ? undefined : byUuid.get(survivors.get(uuid) ?? uuid)
    return recipients.map((past): RetriedRecipient => {
      const contact = contactOf(past.contact)
      return contact === undefined ? asPosted(past) : ofContact(past, contact)
    })
  })
})

/** Makes the function that reads a contact's message values, with the names that a retry uses. */
const audienceValues = (
  { parameters, request }: BroadcastAudience,
  template: Template,
  textOf: Parameters<typeof audienceMessages>[1]
): ((contact: Contact, address: string | null) => Replacement) => {
  const messageOf = audienceMessages(request.parameters ?? {}, textOf)
  const cards = template.kind === "plain" ? [] : template.cards
  return (contact, address) => {
    const message = messageOf(contact, address)
    return {
      ...partValues(message, parameters, template),
      cards: message.cards?.map((card, index) => partValues(card, parameters.cards?.[index], cards[index])) ?? null
    }
  }
}

type Shared = Pick<BroadcastAudience["parameters"], "bodyOrder" | "buttonOrder"> & {
  readonly header: { readonly value: string | null } | null
}

/** Returns the values of one message part, by the template's names, or by position if the template has no names. */
const partValues = (
  { body, button, header }: Omit<RecipientParametersPayload, "cards">,
  shared: Shared = { header: null, bodyOrder: [], buttonOrder: [] },
  part: Pick<WordedPart, "bodyNames"> = {}
): Omit<Replacement, "cards"> => {
  const value = header?.value ?? shared.header?.value ?? null
  return {
    header: value === null ? null : { value },
    body: part.bodyNames === undefined ? byPosition(body, shared.bodyOrder) : body,
    button: byPosition(button ?? {}, shared.buttonOrder)
  }
}

const byPosition = (values: NamedValues, order: ReadonlyArray<string>): NamedValues =>
  Object.fromEntries(
    order.flatMap((name, index) => {
      const value = own(values, name)
      return value === undefined ? [] : [[`${index + 1}`, value] as const]
    })
  )
