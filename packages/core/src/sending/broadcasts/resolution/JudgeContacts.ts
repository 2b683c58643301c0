import { Effect, Result } from "effect"
import * as Arr from "effect/Array"
import type { Contact } from "../../../people/contacts/Contact.ts"
import { addressFields, type NumberForms } from "../../../people/contacts/Identifiers.ts"
import { ContactStore } from "../../../people/contacts/ContactStore.ts"
import { optedOutAmong } from "../../../people/opt-outs/OptOutKeys.ts"
import { type ContactUuid, nextId, RecipientUuid, type WorkspaceUuid } from "../../../shared/Ids.ts"
import type { Template, TemplateCategory } from "../../templates/Template.ts"
import type { FoundTemplate } from "../../templates/TemplateCatalog.ts"
import { erasedProblem, optedOutProblem, type RecipientProblem, type StoredRecipient } from "../Recipient.ts"
import { keptReference, readRecipient, type RecipientReading } from "../RecipientRules.ts"
import type { AudienceRequest, BroadcastAudience } from "../audience/AudienceRequest.ts"
import { audienceMessages } from "../audience/AudienceMessages.ts"
import type { SelectedContact, Selection, SelectionPart } from "../audience/AudienceStore.ts"
import { AddressSet, type ContactAddress, contactAddress } from "./ContactAddress.ts"
import type { Addressee } from "../../../people/identity/Addressee.ts"
import { RetryStore } from "../retry/RetryStore.ts"
import type { FieldTexts } from "../audience/FieldText.ts"
import { own } from "../../../shared/Own.ts"

/** A contact of an audience, with the results that depend only on the snapshot. */
export interface ReadContact {
  readonly contact: ContactUuid
  /** The contact's address, or the invalid content of its address field; empty if the address fields are empty. */
  readonly identifier: string
  readonly address: string | null
  readonly clientReference: string | null
  /** The problem, if any, that takes precedence over erasure and opt-outs. */
  readonly first: RecipientProblem | null
  readonly reading: RecipientReading
}

/** A contact of an audience, with its message or the problems that prevent the message. */
export interface JudgedContact extends Omit<ReadContact, "contact" | "first"> {
  /** Null if the contact was erased since the audience was read. */
  readonly contact: ContactUuid | null
}

export const excludedProblem: RecipientProblem = { reason: "excluded", error: "the audience excludes the contact" }
const archivedProblem: RecipientProblem = { reason: "archived", error: "the contact is archived" }
const noConsentProblem: RecipientProblem = {
  reason: "no_consent",
  error: "the contact has not checked the field that the audience requires"
}
export const noAddressProblem: RecipientProblem = { reason: "no_address", error: "the contact has no address" }
const invalidProblem: RecipientProblem = {
  reason: "invalid_identifier",
  error: "the address of the contact is neither a phone number with country code nor a user id"
}
const duplicateProblem: RecipientProblem = {
  reason: "duplicate_identifier",
  error: "an older contact of the audience has the same address"
}

/** Returns the problem of a contact without a valid address. */
export const addressProblem = ({ _tag }: Exclude<ContactAddress, { readonly _tag: "Address" }>): RecipientProblem =>
  _tag === "None" ? noAddressProblem : invalidProblem

/** Returns why a contact gets no message at any address: it is archived, or lacks the required consent. Null otherwise. */
export const standingProblem = (
  { archived, customFields }: Pick<Contact, "archived" | "customFields">,
  { require }: Pick<AudienceRequest, "require">
): RecipientProblem | null => {
  if (archived) return archivedProblem
  const isChecked = !require || own(customFields, require.field) === true
  return isChecked ? null : noConsentProblem
}

const refused = (problem: RecipientProblem): RecipientReading => Result.fail(Arr.of(problem))

/**
 * Returns a function that reads an audience's contacts in their order. If several contacts have the same address, the first
 * contact with a valid message gets the message. Archived and excluded contacts leave the address to the next contact.
 */
export const makeContactReader = (
  { parameters, request }: typeof BroadcastAudience.Type,
  found: FoundTemplate<Template>,
  textOf: FieldTexts,
  numbers: NumberForms
) => {
  const fields = request.address ?? addressFields
  const addresses = new AddressSet()
  const messageOf = audienceMessages(request.parameters ?? {}, textOf)
  const referenceOf = request.clientReference ? textOf(request.clientReference.field) : null

  const readMessage = (contact: Contact, identifier: string, clientReference: string | null) => {
    const recipient = { identifier, clientReference, parameters: messageOf(contact, identifier) }
    return {
      reading: readRecipient(recipient, undefined, parameters, found),
      clientReference: keptReference(recipient)
    }
  }

  return ({ contact, isExcluded }: SelectedContact): ReadContact => {
    const found = contactAddress(numbers, contact, fields)
    const first = isExcluded ? excludedProblem : standingProblem(contact, request)
    const base = { contact: contact.uuid, first, clientReference: null }
    switch (found._tag) {
      case "None":
        return { ...base, identifier: "", address: null, reading: refused(first ?? noAddressProblem) }
      case "Invalid":
        return { ...base, identifier: found.text, address: null, reading: refused(first ?? invalidProblem) }
      case "Address": {
        const { address } = found
        if (first !== null) return { ...base, identifier: address, address, reading: refused(first) }
        const message = readMessage(contact, address, referenceOf?.(contact, address) ?? null)
        return Result.isFailure(message.reading) || addresses.add(address)
          ? { ...base, identifier: address, address, ...message }
          : { ...base, identifier: address, address, reading: refused(duplicateProblem) }
      }
    }
  }
}

/** The recipients of an earlier broadcast that an audience excludes, by status. */
export type ExcludedRecipients = Extract<SelectionPart, { readonly _tag: "Recipients" }>

/** Returns the recipients of earlier broadcasts that a selection excludes. */
export const excludedRecipients = ({ exclude }: Selection): ReadonlyArray<ExcludedRecipients> =>
  exclude.flatMap((part) => (part._tag === "Recipients" ? [part] : []))

/** Returns which addresses belong to recipients that an audience excludes, regardless of the recipients' contacts. */
const excludedAddresses = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  excluded: ReadonlyArray<ExcludedRecipients>,
  addresses: ReadonlyArray<string>
) {
  const found = new Set<string>()
  if (excluded.length === 0 || addresses.length === 0) return found
  const { outcomes } = yield* RetryStore
  const broadcasts = Arr.dedupe(excluded.map(({ broadcast }) => broadcast))
  for (const { address, broadcast, status } of yield* outcomes(workspace, broadcasts, { addresses })) {
    if (excluded.some((part) => part.broadcast === broadcast && part.statuses.includes(status))) found.add(address)
  }
  return found
})

/**
 * Applies the checks that don't depend on the contact snapshot: whether a contact was erased since, has the address of an
 * excluded recipient, or is opted out of the category. A contact merged since is replaced by its survivor. In a transaction
 * that shares `optOutLock`, the result stays valid until the transaction ends.
 */
export const judgeContacts = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  category: TemplateCategory,
  excluded: ReadonlyArray<ExcludedRecipients>,
  contacts: ReadonlyArray<ReadContact>
) {
  const store = yield* ContactStore
  const named = contacts.map(({ contact }) => contact)
  const known = named.length === 0 ? [] : yield* store.survivors(workspace, named)
  const survivors = new Map(known.map(({ survivor, uuid }) => [uuid, survivor]))
  const addresses = contacts.flatMap(({ address, contact, first }) =>
    address === null || first !== null || !survivors.has(contact) ? [] : [address]
  )
  const optedOut = yield* optedOutAmong(workspace, addresses, category)
  const alreadySent = yield* excludedAddresses(workspace, excluded, addresses)
  return contacts.map(({ contact, first, ...read }): JudgedContact => {
    const survivor = survivors.get(contact) ?? null
    if (survivor === null) {
      const reading = refused(first ?? erasedProblem)
      return { contact: null, identifier: "", address: null, clientReference: null, reading }
    }
    const judged = { ...read, contact: survivor }
    if (first !== null || read.address === null) return judged
    if (alreadySent.has(read.address)) return { ...judged, reading: refused(excludedProblem) }
    return optedOut.has(read.address) ? { ...judged, reading: refused(optedOutProblem) } : judged
  })
})

/** Returns the addressees of the contacts that get a message. */
export const addresseesOf = (contacts: ReadonlyArray<JudgedContact>): ReadonlyArray<Addressee> =>
  contacts.flatMap(({ address, contact, reading }) =>
    Result.isSuccess(reading) && address !== null ? [{ address, contact }] : []
  )

/** Returns the contacts as recipients, with positions that start after `before`. */
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
