import { Effect, Result } from "effect"
import * as Arr from "effect/Array"
import type { Contact } from "../../contacts/Contact.ts"
import { addressFields, type NumberForms } from "../../contacts/Identifiers.ts"
import { ContactStore } from "../../contacts/ContactStore.ts"
import { optedOutAmong } from "../../opt-outs/OptOutKeys.ts"
import { type ContactUuid, nextId, RecipientUuid, type WorkspaceUuid } from "../../shared/Ids.ts"
import type { Template, TemplateCategory } from "../../templates/Template.ts"
import type { FoundTemplate } from "../../templates/TemplateCatalog.ts"
import type { Broadcast } from "../Broadcast.ts"
import { erasedProblem, optedOutProblem, type RecipientProblem, type StoredRecipient } from "../Recipient.ts"
import { keptReference, readRecipient, type RecipientReading } from "../RecipientRules.ts"
import type { BroadcastAudience } from "../audience/AudienceRequest.ts"
import { audienceMessages } from "../audience/AudienceMessages.ts"
import type { SelectedContact } from "../audience/AudienceStore.ts"
import { AddressSet, contactAddress } from "./ContactAddress.ts"
import { cappedContacts, frequencyCapProblem } from "../marketing/FrequencyCap.ts"
import type { FieldText } from "../audience/FieldText.ts"

/** A contact of an audience, with what its snapshot alone decides of it. */
export interface ReadContact {
  readonly contact: ContactUuid
  /** What is written in its address; empty for none. */
  readonly identifier: string
  readonly address: string | null
  readonly clientReference: string | null
  /** The problem that comes before those of its erasure and of opt-outs, if any. */
  readonly first: RecipientProblem | null
  readonly reading: RecipientReading
}

/** A contact of an audience: its message, or the one reason why it gets none (R3). */
export interface JudgedContact extends Omit<ReadContact, "contact" | "first"> {
  /** Null if it was erased since the audience was read. */
  readonly contact: ContactUuid | null
}

export const excludedProblem: RecipientProblem = { reason: "excluded", error: "the audience excludes the contact" }
export const archivedProblem: RecipientProblem = { reason: "archived", error: "the contact is archived" }
export const noAddressProblem: RecipientProblem = { reason: "no_address", error: "the contact has no address" }
const invalidProblem: RecipientProblem = {
  reason: "invalid_identifier",
  error: "what the contact has in the place of an address is no phone number with country code"
}
const duplicateProblem: RecipientProblem = {
  reason: "duplicate_identifier",
  error: "an older contact of the audience has the address"
}

const refused = (problem: RecipientProblem): RecipientReading => Result.fail(Arr.of(problem))

/**
 * Makes what reads the contacts of an audience one after the other, in their order: of those with one address the first
 * one counts, whatever becomes of it (R3).
 */
export const makeContactReader = (
  { parameters, request }: typeof BroadcastAudience.Type,
  found: FoundTemplate<Template>,
  textOf: (field: string) => FieldText | null,
  numbers: NumberForms
) => {
  const fields = request.address ?? addressFields
  const addresses = new AddressSet()
  const messageOf = audienceMessages(request.parameters ?? {}, textOf)
  const referenceOf = request.clientReference ? textOf(request.clientReference.field) : null

  const readMessage = (contact: Contact, identifier: string, clientReference: string | null) => {
    const recipient = { identifier, clientReference, parameters: messageOf(contact) }
    return {
      reading: readRecipient(recipient, undefined, parameters, found),
      clientReference: keptReference(recipient)
    }
  }

  return ({ contact, isExcluded }: SelectedContact): ReadContact => {
    const found = contactAddress(numbers, contact, fields)
    const first = isExcluded ? excludedProblem : contact.archived ? archivedProblem : null
    const base = { contact: contact.uuid, first, clientReference: null }
    switch (found._tag) {
      case "None":
        return { ...base, identifier: "", address: null, reading: refused(first ?? noAddressProblem) }
      case "Invalid":
        return { ...base, identifier: found.text, address: null, reading: refused(first ?? invalidProblem) }
      case "Address": {
        const { address } = found
        const problem = addresses.add(address) ? first : (first ?? duplicateProblem)
        const reference = referenceOf?.(contact) ?? null
        return problem === null
          ? { ...base, identifier: address, address, ...readMessage(contact, address, reference) }
          : { ...base, identifier: address, address, reading: refused(problem) }
      }
    }
  }
}

/** What the reason of a contact depends on beside the contact. */
export interface JudgedBroadcast {
  readonly workspace: WorkspaceUuid
  readonly category: TemplateCategory
}

/** What the reasons of contacts of a broadcast depend on. */
export const judgedBroadcast = ({ category, workspaceUuid }: Broadcast): JudgedBroadcast => ({
  workspace: workspaceUuid,
  category
})

/**
 * Decides of contacts what is not that of their snapshot: whether they were erased since, are opted out, or are kept from
 * being reached by limits (R3). One that was merged since is the one that it was merged into. In a transaction that shares
 * `optOutLock` the answer stays true until its end.
 */
export const judgeContacts = Effect.fnUntraced(function* (
  broadcast: JudgedBroadcast,
  contacts: ReadonlyArray<ReadContact>
) {
  const { category, workspace } = broadcast
  const store = yield* ContactStore
  const named = contacts.map(({ contact }) => contact)
  const known = named.length === 0 ? [] : yield* store.survivors(workspace, named)
  const survivors = new Map(known.map(({ survivor, uuid }) => [uuid, survivor]))
  const optedOut = yield* optedOutAmong(
    workspace,
    contacts.flatMap(({ address, contact, first }) =>
      address === null || first !== null || !survivors.has(contact) ? [] : [address]
    )
  )
  const judged = contacts.map(({ contact, first, ...read }): JudgedContact => {
    const survivor = survivors.get(contact) ?? null
    if (survivor === null) {
      const reading = refused(first ?? erasedProblem)
      return { contact: null, identifier: "", address: null, clientReference: null, reading }
    }
    const isOptedOut = first === null && read.address !== null && optedOut.has(read.address)
    return { ...read, contact: survivor, ...(isOptedOut && { reading: refused(optedOutProblem) }) }
  })
  const reached = judged.flatMap(({ contact, reading }) =>
    contact !== null && Result.isSuccess(reading) ? [contact] : []
  )
  if (reached.length === 0) return judged
  const capped = yield* cappedContacts(workspace, category, Arr.dedupe(reached))
  if (capped.size === 0) return judged
  return judged.map((one) =>
    one.contact !== null && Result.isSuccess(one.reading) && capped.has(one.contact)
      ? { ...one, reading: refused(frequencyCapProblem) }
      : one
  )
})

/** The recipients that contacts are, behind so many others of the audience. */
export const recipientsOf = (contacts: ReadonlyArray<JudgedContact>, before: number) =>
  Effect.forEach(contacts, ({ reading, ...contact }, index) =>
    Effect.map(nextId, (uuid): StoredRecipient => ({
      ...contact,
      uuid: RecipientUuid.make(uuid),
      position: before + index + 1,
      outcome: Result.isSuccess(reading)
        ? { _tag: "Accepted", parameters: reading.success }
        : { _tag: "Rejected", problems: reading.failure }
    }))
  )
