import { Effect } from "effect"
import { ContactStore } from "../contacts/ContactStore.ts"
import type { ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"

/**
 * Returns each contact's former addresses that no other contact has now. The person's data at such an address belongs to
 * the contact.
 */
export const ownFormerAddresses = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  uuids: ReadonlyArray<ContactUuid>
) {
  const contacts = yield* ContactStore
  const former = yield* contacts.formerAddresses(workspace, uuids)
  if (former.length === 0) return new Map<ContactUuid, ReadonlyArray<string>>()
  const holders = Map.groupBy(
    yield* contacts.holders(workspace, Array.from(new Set(former.map(({ address }) => address)))),
    ({ address }) => address
  )
  const notShared = former.filter(({ address, contact }) =>
    (holders.get(address) ?? []).every((holder) => holder.contact === contact)
  )
  return new Map<ContactUuid, ReadonlyArray<string>>(
    Array.from(
      Map.groupBy(notShared, ({ contact }) => contact),
      ([contact, of]) => [contact, of.map(({ address }) => address)]
    )
  )
})

/** Returns the other contact that has each address. If several contacts have an address, returns the first by uuid. */
export const otherHolders = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  contact: ContactUuid,
  addresses: ReadonlyArray<string>
) {
  if (addresses.length === 0) return new Map<string, ContactUuid>()
  const holders = yield* ContactStore.use((store) => store.holders(workspace, addresses))
  const others = holders.filter((holder) => holder.contact !== contact)
  return new Map(others.toReversed().map((holder) => [holder.address, holder.contact]))
})
