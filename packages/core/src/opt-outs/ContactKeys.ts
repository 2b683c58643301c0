import { Effect } from "effect"
import type { ContactEngagement } from "../contacts/ContactStore.ts"
import { addressesOf, addressOf, PhoneNumbers } from "../contacts/Identifiers.ts"
import { isAddress } from "../identifiers/AddressForm.ts"
import type { ContactUuid, WorkspaceUuid } from "../shared/Ids.ts"
import { AddressedRecipients } from "./AddressedRecipients.ts"
import { entriesOfKeys, entriesOfPeople, optOutKeys, ownFormerAddresses, personKey } from "./OptOutKeys.ts"
import type { OptOutEntry } from "./OptOutStore.ts"

/** What the store keeps of opt-outs. */
export interface Keys {
  /** The keys of addresses, and of digits without a country. */
  readonly keys: ReadonlyArray<string>
  /** Those of them that are opted out themselves, and not as those of a person. */
  readonly direct: ReadonlySet<string>
  readonly people: ReadonlyArray<ContactUuid>
  /** What contacts have in the place of an address, and no broadcast could name. */
  readonly others: ReadonlyArray<string>
}

/** A contact as far as opt-outs concern it. */
export type ContactOfKeys = Pick<ContactEngagement, "chatappId" | "phoneNumber" | "uuid" | "workspaceUuid">

/** The keys of addresses and of people. */
export const allKeys = ({ keys, people }: Keys): ReadonlyArray<string> => [...keys, ...people.map(personKey)]

/** The entries of addresses and of people. */
export const entriesOf = ({ direct, keys, people }: Keys): ReadonlyArray<OptOutEntry> => [
  ...entriesOfKeys(keys, (key) => direct.has(key)),
  ...entriesOfPeople(people)
]

const noKeys: ReadonlySet<string> = new Set()

/** The keys of the opt-outs of a contact. */
export const keysOf = Effect.fnUntraced(function* (contact: ContactOfKeys) {
  const numbers = yield* PhoneNumbers
  const former = yield* ownFormerAddresses(contact.workspaceUuid, contact.uuid)
  const keys = optOutKeys(numbers, contact, former)
  const all: Keys = {
    keys: [...new Set([...keys, ...(yield* otherAddressesOf(contact.workspaceUuid, keys))])],
    direct: noKeys,
    people: [contact.uuid],
    others: addressesOf(numbers, contact).filter((address) => !isAddress(address))
  }
  return all
})

/** The other addresses of the recipients who write under one of these keys, or are sent to at one (C10). */
export const otherAddressesOf = Effect.fnUntraced(function* (workspace: WorkspaceUuid, keys: ReadonlyArray<string>) {
  const numbers = yield* PhoneNumbers
  const recipients = yield* AddressedRecipients
  const found = yield* recipients.otherAddresses(workspace, keys.filter(isAddress))
  return found.flatMap((address) => addressOf(numbers, address) ?? []).filter(isAddress)
})
