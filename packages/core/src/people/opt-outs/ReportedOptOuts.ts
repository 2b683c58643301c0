import { DateTime } from "effect"
import type { ContactEngagement } from "../contacts/ContactStore.ts"
import { addressesOf, addressOf, type NumberForms } from "../contacts/Identifiers.ts"
import { isAddress } from "../identifiers/AddressForm.ts"
import type { WorkspaceUuid } from "../../shared/Ids.ts"

/** What a channel says of an address. No door has the name: signatures below map it, so that declarations write its members. */
export interface ReportedOptOut {
  readonly workspace: WorkspaceUuid
  readonly address: string
  /** When the person said so, by the channel's clock; now without it. */
  readonly at?: DateTime.Utc
  /** Another address of the person, whose opt-outs hold for this one: nothing is said of this one itself. */
  readonly sameAs?: string
}

/** Reports of one workspace and one instant, with the addresses that broadcasts could name. */
export const groupsOf = (numbers: NumberForms, reports: ReadonlyArray<ReportedOptOut>) => {
  const usable = reports.flatMap(({ address: given, at, workspace }) => {
    const address = addressOf(numbers, given)
    return address !== null && isAddress(address) ? [{ workspace, address, at }] : []
  })
  return Array.from(Map.groupBy(usable, ({ workspace }) => workspace)).flatMap(([workspace, ofWorkspace]) =>
    Array.from(Map.groupBy(ofWorkspace, ({ at }) => at?.epochMilliseconds)).map(([millis, group]) => ({
      workspace,
      at: millis === undefined ? undefined : DateTime.makeUnsafe(millis),
      addresses: group.map(({ address }) => address)
    }))
  )
}

/** Makes what returns the contacts of a workspace that have one of some addresses, in the order that is given here. */
export const makeHolders = (
  numbers: NumberForms,
  contacts: ReadonlyArray<ContactEngagement>,
  workspace: WorkspaceUuid
) => {
  const held = contacts
    .filter(({ workspaceUuid }) => workspaceUuid === workspace)
    .flatMap((contact) => addressesOf(numbers, contact).map((address) => ({ address, contact })))
  const byAddress = Map.groupBy(held, ({ address }) => address)
  return (addresses: ReadonlyArray<string>): ReadonlyArray<ContactEngagement> => {
    const found = new Set(addresses.flatMap((address) => byAddress.get(address) ?? []).map(({ contact }) => contact))
    return contacts.filter((contact) => found.has(contact))
  }
}
