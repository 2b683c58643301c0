import { Array as Arr, Effect } from "effect"
import type { InboundPerson } from "../channels/ChannelWebhook.ts"
import type { Contact } from "../../people/contacts/Contact.ts"
import { Contacts } from "../../people/contacts/Contacts.ts"
import { ContactStore } from "../../people/contacts/ContactStore.ts"
import {
  addressFields,
  addressOf,
  identifierValue,
  type NumberForms,
  PhoneNumbers
} from "../../people/contacts/Identifiers.ts"
import { readAddress } from "../../people/identifiers/AddressForm.ts"
import { OptOuts } from "../../people/opt-outs/OptOuts.ts"
import { type ContactUuid, systemCaller, type WorkspaceUuid } from "../../shared/Ids.ts"

/** The addresses of a person in a report: at least one current address, and the former address if reported. */
interface Person {
  readonly number: string | null
  readonly userId: string | null
  readonly former: string | null
}

type Change = Partial<Pick<Contact, "chatappId" | "phoneNumber">>

/**
 * Applies channel reports that addresses belong to one person. A contact with one of the addresses gets the other
 * addresses. A contact with a former address gets the new address instead. An opt-out of one address applies to all of the
 * person's addresses. A contact never gets another contact's address, and no contact changes if several contacts match a
 * report.
 *
 * @see docs/contributing/decisions.md, C11
 */
export const joinAddresses = Effect.fnUntraced(function* (reports: ReadonlyArray<InboundPerson>) {
  const numbers = yield* PhoneNumbers
  const optOuts = yield* OptOuts
  for (const [workspace, ofWorkspace] of Map.groupBy(reports, (report) => report.workspace)) {
    const people = peopleIn(numbers, ofWorkspace)
    if (people.length === 0) continue
    yield* changeContacts(workspace, people)
    yield* optOuts.carry(
      workspace,
      people.map((person) => ({ from: addressesOf(person), to: currentOf(person) }))
    )
  }
})

const currentOf = ({ number, userId }: Person): ReadonlyArray<string> => [number ?? [], userId ?? []].flat()

const addressesOf = (person: Person): ReadonlyArray<string> =>
  person.former === null ? currentOf(person) : [person.former]

/** Returns the people in reports with two known addresses, without duplicates. */
const peopleIn = (numbers: NumberForms, reports: ReadonlyArray<InboundPerson>): ReadonlyArray<Person> => {
  const addressIn = (text: string | undefined) => readAddress((text && addressOf(numbers, text)) || "")
  const people = reports.map(({ former, number, userId }): Person => {
    const [of, id, before] = [addressIn(number), addressIn(userId), addressIn(former)]
    return {
      number: of?._tag === "Number" ? of.digits : null,
      userId: id?._tag === "UserId" ? id.id : null,
      former: before === null ? null : before._tag === "Number" ? before.digits : before.id
    }
  })
  return Arr.dedupeWith(
    people.filter(({ former, number, userId }) =>
      former === null ? number !== null && userId !== null : former !== number && former !== userId
    ),
    (a, b) => a.number === b.number && a.userId === b.userId && a.former === b.former
  )
}

const changeContacts = Effect.fnUntraced(function* (workspace: WorkspaceUuid, people: ReadonlyArray<Person>) {
  const numbers = yield* PhoneNumbers
  const store = yield* ContactStore
  const contacts = yield* Contacts
  const named = people.flatMap((person) => [...currentOf(person), ...addressesOf(person)])
  const held = yield* store.holders(workspace, Arr.dedupe(named))
  if (held.length === 0) return
  const holdersOf = Map.groupBy(held, ({ address }) => address)
  const found = yield* store.named(workspace, Arr.dedupe(held.map(({ contact }) => contact)))
  const contactOf = new Map(found.map((contact) => [contact.uuid, contact]))
  const uuidsOf = (address: string | null) =>
    address === null ? [] : Arr.dedupe((holdersOf.get(address) ?? []).map(({ contact }) => contact))
  for (const person of people) {
    const [uuid, ...others] = Arr.dedupe(
      (person.former === null ? currentOf(person) : [person.former]).flatMap(uuidsOf)
    )
    const contact = uuid === undefined || others.length > 0 ? undefined : contactOf.get(uuid)
    if (contact === undefined) continue
    const isFree = (address: string) => uuidsOf(address).every((holder) => holder === contact.uuid)
    const change = changeOf(numbers, contact, person, isFree)
    if (Object.keys(change).length === 0) continue
    // If a batch has several reports about a contact, each report sees the earlier changes.
    const changed = yield* contacts
      .update(systemCaller(workspace), contact.uuid, change)
      .pipe(
        Effect.catchTag(["ContactNotFound", "InvalidInput"], () => Effect.as(logKept(workspace, contact.uuid), contact))
      )
    contactOf.set(changed.uuid, changed)
  }
})

/** Returns the changes of a contact: the person's missing addresses, and the new address instead of a former address. */
const changeOf = (
  numbers: NumberForms,
  contact: Contact,
  { former, number, userId }: Person,
  isFree: (address: string) => boolean
): Change => {
  const change: { -readonly [Field in keyof Change]: Change[Field] } = {}
  const keys = new Map(addressFields.map((field) => [field, identifierValue(numbers, field, contact[field])]))
  const has = (address: string) => Array.from(keys.values()).includes(address)
  if (number !== null && !has(number) && isFree(number)) {
    const isFormer = (field: (typeof addressFields)[number]) => former !== null && keys.get(field) === former
    if (contact.phoneNumber === null || isFormer("phoneNumber")) change.phoneNumber = `+${number}`
    if (isFormer("chatappId") && readAddress(former ?? "")?._tag === "Number") change.chatappId = number
  }
  const chatId = keys.get("chatappId") ?? null
  // A new number comes with a new id.
  const isReplaced = former !== null && chatId !== null && readAddress(chatId)?._tag === "UserId"
  if (userId !== null && !has(userId) && isFree(userId) && (contact.chatappId === null || isReplaced)) {
    change.chatappId = userId
  }
  return change
}

const logKept = (workspace: WorkspaceUuid, contact: ContactUuid) =>
  Effect.logInfo(
    "a contact keeps its addresses, because other addresses that a channel reported could not be stored"
  ).pipe(Effect.annotateLogs({ workspace, contact }))
