import { DateTime } from "effect"
import type { ContactEngagement } from "../contacts/ContactStore.ts"
import { addressesOf, addressOf, type NumberForms } from "../contacts/Identifiers.ts"
import { isAddress } from "../identifiers/AddressForm.ts"
import type { WorkspaceUuid } from "../../shared/Ids.ts"

/**
 * A channel's report about an address. The package does not export this type: public signatures use a mapped copy, so that
 * their declarations list the members.
 */
export interface ReportedOptOut {
  readonly workspace: WorkspaceUuid
  readonly address: string
  /** The time of the person's request, by the channel's clock. Default: now. */
  readonly at?: DateTime.Utc
  /**
   * Another address of the person, from which opt-outs are copied to this address. If set, nothing is reported about
   * this address itself.
   */
  readonly sameAs?: string
}

/** Groups reports by workspace and timestamp. Each group has the addresses that a broadcast can use. */
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

/** Makes a function that returns the workspace's contacts with any of the given addresses, in the order of `contacts`. */
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
