import { Array as Arr, Effect } from "effect"
import type { Contact } from "../../people/contacts/Contact.ts"
import { ContactStore } from "../../people/contacts/ContactStore.ts"
import { addressOf, PhoneNumbers } from "../../people/contacts/Identifiers.ts"
import { DeliveryStore } from "../../sending/delivery/DeliveryStore.ts"
import { isAddress } from "../../people/identifiers/AddressForm.ts"
import { joinedByScope } from "../../people/opt-outs/OptOut.ts"
import { personKey } from "../../people/identity/PersonKey.ts"
import { entriesOfKeys, isHomeOptOut, optOutKeys } from "../../people/opt-outs/OptOutKeys.ts"
import { OptOutStore } from "../../people/opt-outs/OptOutStore.ts"
import type { Erasure } from "./ErasureStore.ts"

/**
 * Keeps only digests of a person's opted-out addresses. Opt-outs stored for the person are also stored for each address
 * that no other contact has. Must run before recipients are erased, because recipients show which addresses the person
 * writes from.
 */
export const eraseOptOuts = Effect.fn("Erasure.eraseOptOuts")(function* (
  { addresses, contact, mergedFrom, workspace }: Erasure,
  states: ReadonlyArray<Pick<Contact, "chatappId" | "phoneNumber">>
) {
  const numbers = yield* PhoneNumbers
  const store = yield* OptOutStore
  if (yield* store.isEmpty(workspace)) return
  const written = yield* DeliveryStore.use((deliveries) =>
    deliveries.otherAddresses(workspace, addresses.filter(isAddress))
  )
  const others = written.flatMap(({ other }) => addressOf(numbers, other) ?? [])
  const held = new Set(
    (yield* ContactStore.use((contacts) => contacts.holders(workspace, others))).flatMap((holder) =>
      [contact, ...mergedFrom].includes(holder.contact) ? [] : [holder.address]
    )
  )
  const ownAddresses = new Set([...addresses, ...others.filter((address) => !held.has(address))])
  const all = states.flatMap((state) => optOutKeys(numbers, state, addresses))
  const keys = Arr.dedupe(
    [...ownAddresses, ...all].filter((key) => isHomeOptOut(key) || (ownAddresses.has(key) && isAddress(key)))
  )
  const people = [contact, ...mergedFrom].map(personKey)
  const known = yield* store.find(workspace, [...keys, ...people])
  for (const { at, by, lastAt, scope, source } of joinedByScope(Array.from(known.values()).flat())) {
    yield* store.add(
      workspace,
      entriesOfKeys(keys, () => false),
      { scope, source, by },
      at,
      lastAt
    )
  }
  yield* store.forget(workspace, { people, keys })
})
