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
import { personKey } from "../identity/PersonKey.ts"
import { ContactStore } from "../contacts/ContactStore.ts"
import type { ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import { issue, type Issue } from "../../shared/Issue.ts"
import { type KeptOptOut, type OptOutScope, stops } from "./OptOut.ts"
import { type OptOutEntry, OptOutStore } from "./OptOutStore.ts"

/**
 * The prefix of the key for a number without its country. The national digits follow the prefix. The prefix without digits
 * is the key that marks a workspace with such opt-outs.
 */
const home = "home"

const homeOptOut = (homeKey: string): string => `${home} ${homeKey}`

/** Returns whether a key belongs to a number without its country. */
export const isHomeOptOut = (key: string): boolean => key.startsWith(home)

/** Returns the addresses that get no messages if this key is opted out. */
export const addressesKeptOut = (numbers: NumberForms, key: string): ReadonlyArray<string> =>
  isHomeOptOut(key) ? numbers.addressesOf(key.slice(home.length + 1)) : [key]

export const entriesOfPeople = (contacts: ReadonlyArray<ContactUuid>): ReadonlyArray<OptOutEntry> =>
  contacts.map((contact) => ({ key: personKey(contact), isDirect: true, contact, address: null }))

/**
 * Returns the entries of addresses and national digits. With national digits, adds the entry that makes {@link scopesAmong}
 * also find opt-outs by national numbers.
 */
export const entriesOfKeys = (
  keys: ReadonlyArray<string>,
  isDirect: (key: string) => boolean
): ReadonlyArray<OptOutEntry> =>
  [...keys, ...(keys.some(isHomeOptOut) ? [home] : [])].map((key) => ({
    key,
    isDirect: isDirect(key),
    contact: null,
    address: isAddress(key) ? key : null
  }))

/**
 * Returns the opt-out keys of a contact: every address that its identifiers and former addresses can be read as, including
 * further numbers in them, and the national digits of numbers without a country. Empty if no recipient can have such an
 * address.
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
      ...former.flatMap(addressKeys),
      ...written.flatMap((number) => {
        const homeKey = numbers.homeKey(number)
        return homeKey === null ? [] : [homeOptOut(homeKey)]
      })
    ])
  )
}

/** Returns the issue for a contact that cannot be opted out because the contact has no {@link optOutKeys}. */
export const noAddressIssue = ({ chatappId, phoneNumber }: Pick<Contact, "chatappId" | "phoneNumber">): Issue =>
  (chatappId ?? phoneNumber) === null
    ? issue("missing", ["phoneNumber"], "the contact has no phone_number and no chatapp_id")
    : issue(
        "value_error",
        ["phoneNumber"],
        "the contact's phone_number and chatapp_id contain no readable number or user id"
      )

/** Returns the keys of a current or former address, which may be a number without its country. */
const addressKeys = (address: string): ReadonlyArray<string> => {
  if (isAddress(address)) return [address]
  const homeKey = homeKeyOf(address)
  return homeKey === null ? [] : [homeOptOut(homeKey)]
}

/** Returns the keys, with the keys of numbers without their country that stop messages to the same addresses. */
export const keysKeepingOut = (numbers: NumberForms, keys: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...keys,
  ...keys.filter(isAddress).flatMap((address) => homeKeysOf(numbers, address).map(homeOptOut))
]

/**
 * Returns the scopes of each opted-out address. An address may be opted out by itself, as a number without its country, as
 * the address of an opted-out person, or by another address that the person has or had. Makes at most six store calls.
 */
export const scopesAmong = Effect.fnUntraced(function* (workspace: WorkspaceUuid, addresses: ReadonlyArray<string>) {
  const scopes = new Map<string, Set<OptOutScope>>()
  const given = Array.from(new Set(addresses)).filter(isAddress)
  if (given.length === 0) return scopes
  const addTo = (address: string, scope: OptOutScope) => {
    const known = scopes.get(address)
    if (known === undefined) scopes.set(address, new Set([scope]))
    else known.add(scope)
  }
  const numbers = yield* PhoneNumbers
  const contacts = yield* ContactStore
  const { find, isEmpty, ofHolders } = yield* OptOutStore
  if (yield* isEmpty(workspace)) return scopes
  const found = yield* find(workspace, [...given, home])
  for (const address of given) for (const { scope } of found.get(address) ?? []) addTo(address, scope)
  for (const { address, scope } of yield* ofHolders(workspace, given)) addTo(address, scope)
  const others = given.filter((address) => scopes.get(address)?.has("all") !== true)
  if (others.length === 0) return scopes
  const homeKeys = found.has(home)
    ? others.flatMap((address) =>
        homeKeysOf(numbers, address).map((key) => ({
          address,
          key: homeOptOut(key),
          former: null,
          isDirectOnly: false
        }))
      )
    : []
  const related = yield* contacts.relatedAddressesOf(workspace, others)
  const possible = [
    ...homeKeys,
    ...related.flatMap(({ address, isFormer, related }) =>
      addressKeys(related).map((key) => ({ address, key, former: isFormer ? related : null, isDirectOnly: !isFormer }))
    )
  ]
  if (possible.length === 0) return scopes
  const keys = yield* find(workspace, Array.from(new Set(possible.map(({ key }) => key))))
  const optedOut = possible.filter(({ key }) => keys.has(key))
  const held = yield* contacts.holders(
    workspace,
    optedOut.flatMap(({ former }) => former ?? [])
  )
  const taken = new Set(held.map(({ address }) => address))
  for (const { address, former, isDirectOnly, key } of optedOut) {
    if (former !== null && taken.has(former)) continue
    const counts = ({ isDirect }: KeptOptOut) => isDirect || !isDirectOnly
    for (const { scope } of keys.get(key)?.filter(counts) ?? []) addTo(address, scope)
  }
  return scopes
})

/** Returns the addresses that get no messages of a template category. */
export const optedOutAmong = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  addresses: ReadonlyArray<string>,
  category: string
) {
  const scopes = yield* scopesAmong(workspace, addresses)
  return new Set(
    Array.from(scopes).flatMap(([address, of]) =>
      Array.from(of).some((scope) => stops(scope, category)) ? [address] : []
    )
  )
})
