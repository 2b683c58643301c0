import { Effect } from "effect"
import type { ContactEngagement } from "../contacts/ContactStore.ts"
import { addressesOf, addressOf, PhoneNumbers } from "../contacts/Identifiers.ts"
import { isAddress } from "../identifiers/AddressForm.ts"
import type { ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import { AddressedRecipients } from "./AddressedRecipients.ts"
import { ownFormerAddresses } from "../identity/OwnAddresses.ts"
import { personKey } from "../identity/PersonKey.ts"
import { entriesOfKeys, entriesOfPeople, optOutKeys } from "./OptOutKeys.ts"
import type { OptOutEntry } from "./OptOutStore.ts"

/** The keys under which a person's opt-outs are stored. */
export interface Keys {
  /** The keys of addresses, and of digits without a country. */
  readonly keys: ReadonlyArray<string>
  /** The addresses in `keys` that are opted out directly, not through a person. */
  readonly direct: ReadonlySet<string>
  readonly people: ReadonlyArray<ContactUuid>
  /** The contact's addresses that no broadcast can use. */
  readonly others: ReadonlyArray<string>
}

/** The members of a contact that opt-outs use. */
export type ContactOfKeys = Pick<ContactEngagement, "chatappId" | "phoneNumber" | "uuid" | "workspaceUuid">

/** Returns the keys of addresses and of people. */
export const allKeys = ({ keys, people }: Keys): ReadonlyArray<string> => [...keys, ...people.map(personKey)]

/** Returns the store entries of addresses and of people. */
export const entriesOf = ({ direct, keys, people }: Keys): ReadonlyArray<OptOutEntry> => [
  ...entriesOfKeys(keys, (key) => direct.has(key)),
  ...entriesOfPeople(people)
]

const noKeys: ReadonlySet<string> = new Set()
const noKeysAtAll: Keys = { keys: [], direct: noKeys, people: [], others: [] }

/** Returns the opt-out keys of each contact, in the order of the contacts. */
export const keysOfAll = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  contacts: ReadonlyArray<Omit<ContactOfKeys, "workspaceUuid">>
) {
  const numbers = yield* PhoneNumbers
  const former = yield* ownFormerAddresses(
    workspace,
    contacts.map(({ uuid }) => uuid)
  )
  const keys = contacts.map((contact) => optOutKeys(numbers, contact, former.get(contact.uuid) ?? []))
  const others = yield* otherAddressesOf(workspace, Array.from(new Set(keys.flat())))
  return contacts.map((contact, n): Keys => {
    const contactKeys = keys[n] ?? []
    return {
      keys: [...new Set([...contactKeys, ...contactKeys.flatMap((key) => others.get(key) ?? [])])],
      direct: noKeys,
      people: [contact.uuid],
      others: addressesOf(numbers, contact).filter((address) => !isAddress(address))
    }
  })
})

/** Returns the opt-out keys of a contact. */
export const keysOf = Effect.fnUntraced(function* (contact: ContactOfKeys) {
  const [keys = noKeysAtAll] = yield* keysOfAll(contact.workspaceUuid, [contact])
  return keys
})

/**
 * Returns, for each given address, the other addresses of recipients who write from the address or receive messages at it.
 */
export const otherAddressesOf = Effect.fnUntraced(function* (workspace: WorkspaceUuid, keys: ReadonlyArray<string>) {
  const numbers = yield* PhoneNumbers
  const recipients = yield* AddressedRecipients
  const found = yield* recipients.otherAddresses(workspace, keys.filter(isAddress))
  const usable = found.flatMap(({ address, other: given }) => {
    const other = addressOf(numbers, given)
    return other !== null && isAddress(other) ? [{ address, other }] : []
  })
  return new Map(
    Array.from(
      Map.groupBy(usable, ({ address }) => address),
      ([address, of]) => [address, of.map(({ other }) => other)] as const
    )
  )
})
