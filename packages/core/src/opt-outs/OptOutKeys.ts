import { Effect } from "effect"
import type { Contact } from "../contacts/Contact.ts"
import {
  addressesOf,
  addressOf,
  homeKeyOf,
  homeKeysOf,
  numbersIn,
  type NumberForms,
  PhoneNumbers
} from "../contacts/Identifiers.ts"
import { isAddress } from "../identifiers/AddressForm.ts"
import { ContactStore } from "../contacts/ContactStore.ts"
import type { ContactUuid, WorkspaceUuid } from "../shared/Ids.ts"
import { OptOutStore } from "./OptOutStore.ts"

/**
 * What the store keeps of an opt-out: an address; or, for a number whose country is not known, the digits by which it is
 * written at home, after this word. The word alone says that the workspace has any of these (C10).
 */
const home = "home"

const homeOptOut = (homeKey: string): string => `${home} ${homeKey}`

/** Whether a key is that of a number without its country. */
const isHomeOptOut = (key: string): boolean => key.startsWith(home)

/** The addresses of recipients that a key keeps out. */
export const addressesKeptOut = (numbers: NumberForms, key: string): ReadonlyArray<string> =>
  isHomeOptOut(key) ? numbers.addressesOf(key.slice(home.length + 1)) : [key]

/** The keys with the word that makes {@link optedOutAmong} look for numbers without their country, if one is of those. */
export const withMark = (keys: ReadonlyArray<string>): ReadonlyArray<string> =>
  keys.some(isHomeOptOut) ? [...keys, home] : keys

/**
 * The keys of the opt-outs of a contact, which has or had these addresses: every address that one of its texts could be
 * read as, further numbers in them too, and the digits at home of those that have no country. Empty if no recipient could
 * be meant.
 */
export const optOutKeys = (
  numbers: NumberForms,
  { chatappId, phoneNumber }: Pick<Contact, "chatappId" | "phoneNumber">,
  former: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const digits = phoneNumber === null || !isAddress(phoneNumber) ? null : addressOf(numbers, phoneNumber)
  const written = [...numbersIn("chatappId", chatappId), ...numbersIn("phoneNumber", phoneNumber)]
  const addresses = [
    ...addressesOf(numbers, { chatappId, phoneNumber }),
    ...written.map(numbers.key),
    ...(digits === null ? [] : [digits])
  ]
  return Array.from(
    new Set([
      ...addresses.filter(isAddress),
      ...former.flatMap(formerKeys),
      ...written.flatMap((number) => {
        const homeKey = numbers.homeKey(number)
        return homeKey === null ? [] : [homeOptOut(homeKey)]
      })
    ])
  )
}

/** The key of an address that a contact had: some of them are numbers without their country. */
const formerKeys = (address: string): ReadonlyArray<string> => {
  if (isAddress(address)) return [address]
  const homeKey = homeKeyOf(address)
  return homeKey === null ? [] : [homeOptOut(homeKey)]
}

/** The keys with those of numbers without their country that keep one of the addresses among them out. */
export const keysKeepingOut = (numbers: NumberForms, keys: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...keys,
  ...keys.filter(isAddress).flatMap((address) => homeKeysOf(numbers, address).map(homeOptOut))
]

/** Returns the former addresses of a contact that no other contact has now: with those goes what was theirs. */
export const ownFormerAddresses = Effect.fnUntraced(function* (workspace: WorkspaceUuid, contact: ContactUuid) {
  const contacts = yield* ContactStore
  const former = yield* contacts.formerAddresses(workspace, contact)
  if (former.length === 0) return former
  const holders = yield* contacts.holders(workspace, former)
  const taken = new Set(holders.flatMap((holder) => (holder.contact === contact ? [] : [holder.address])))
  return former.filter((address) => !taken.has(address))
})

/**
 * Returns those of these addresses of recipients that are opted out: themselves, by a number without its country, or by
 * an address that their contact had before. That is one query each of addresses and of contacts, and another one of what
 * else the workspace has of such opt-outs.
 */
export const optedOutAmong = Effect.fnUntraced(function* (workspace: WorkspaceUuid, addresses: ReadonlyArray<string>) {
  const given = Array.from(new Set(addresses)).filter(isAddress)
  if (given.length === 0) return new Set<string>()
  const numbers = yield* PhoneNumbers
  const contacts = yield* ContactStore
  const { find } = yield* OptOutStore
  const found = yield* find(workspace, [...given, home])
  const optedOut = new Set(given.filter((address) => found.has(address)))
  const others = given.filter((address) => !optedOut.has(address))
  if (others.length === 0) return optedOut
  const homeKeys = found.has(home)
    ? others.flatMap((address) =>
        homeKeysOf(numbers, address).map((key) => ({ address, key: homeOptOut(key), former: null }))
      )
    : []
  const former = yield* contacts.formerAddressesOf(workspace, others)
  const possible = [
    ...homeKeys,
    ...former.flatMap(({ address, former }) => formerKeys(former).map((key) => ({ address, key, former })))
  ]
  if (possible.length === 0) return optedOut
  const keys = yield* find(workspace, Array.from(new Set(possible.map(({ key }) => key))))
  const kept = possible.filter(({ key }) => keys.has(key))
  const held = yield* contacts.holders(
    workspace,
    kept.flatMap(({ former }) => former ?? [])
  )
  const taken = new Set(held.map(({ address }) => address))
  for (const { address, former } of kept) if (former === null || !taken.has(former)) optedOut.add(address)
  return optedOut
})
