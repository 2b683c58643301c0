import { Effect } from "effect"
import type { Contact } from "../contacts/Contact.ts"
import {
  addressesOf,
  addressOf,
  homeKeyOf,
  isAddress,
  type NumberForms,
  PhoneNumbers
} from "../contacts/Identifiers.ts"
import type { WorkspaceUuid } from "../shared/Ids.ts"
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
 * read as, and the digits at home of those that have no country. Empty if no recipient could be meant.
 */
export const optOutKeys = (
  numbers: NumberForms,
  { chatappId, phoneNumber }: Pick<Contact, "chatappId" | "phoneNumber">,
  former: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const digits = phoneNumber === null || !isAddress(phoneNumber) ? null : addressOf(numbers, phoneNumber)
  const addresses = [
    ...addressesOf(numbers, { chatappId, phoneNumber }),
    ...(digits === null ? [] : [digits]),
    ...former
  ]
  const homeKeys = [
    chatappId === null || isAddress(chatappId) ? null : numbers.homeKey(chatappId),
    phoneNumber === null ? null : numbers.homeKey(phoneNumber),
    ...former.map((address) => (isAddress(address) ? null : homeKeyOf(address)))
  ]
  return Array.from(
    new Set([
      ...addresses.filter(isAddress),
      ...homeKeys.flatMap((homeKey) => (homeKey === null ? [] : [homeOptOut(homeKey)]))
    ])
  )
}

/**
 * Returns those of these identifiers of recipients that are opted out, with one query; where the workspace has opt-outs of
 * numbers without their country, with two.
 */
export const optedOutAmong = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  identifiers: ReadonlyArray<string>
) {
  const numbers = yield* PhoneNumbers
  const { find } = yield* OptOutStore
  const optedOut = new Set<string>()
  const addresses = new Map<string, string>()
  for (const identifier of identifiers) {
    if (isAddress(identifier)) addresses.set(identifier, addressOf(numbers, identifier) ?? identifier)
  }
  if (addresses.size === 0) return optedOut
  const found = yield* find(workspace, [...new Set(addresses.values()), home])
  for (const [identifier, address] of addresses) if (found.has(address)) optedOut.add(identifier)
  if (!found.has(home)) return optedOut
  const homeKeys = Array.from(addresses, ([identifier, address]) => ({
    identifier,
    keys: numbers.homeKeys(address).map(homeOptOut)
  }))
  const foundAtHome = yield* find(workspace, Array.from(new Set(homeKeys.flatMap(({ keys }) => keys))))
  for (const { identifier, keys } of homeKeys) if (keys.some((key) => foundAtHome.has(key))) optedOut.add(identifier)
  return optedOut
})
