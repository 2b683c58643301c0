import { Duration, Effect, Option } from "effect"
import { ContactStore } from "../../contacts/ContactStore.ts"
import type { ContactUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { TemplateCategory } from "../../templates/Template.ts"
import { type FrequencyCap, noLimits, type WorkspaceSettings } from "../../workspaces/WorkspaceSettings.ts"
import { WorkspaceStore } from "../../workspaces/WorkspaceStore.ts"
import { BroadcastStore } from "../BroadcastStore.ts"
import type { RecipientProblem } from "../Recipient.ts"

/** To whom a message counts (Q3): a contact, or an address that no contact had when its recipient was accepted. */
export interface Addressee {
  readonly contact: ContactUuid | null
  readonly address: string
}

/** Distinguishes addressees of a workspace: no uuid is an address. */
export const addresseeKey = ({ address, contact }: Addressee): string => contact ?? address

/** The problem of a recipient that has had as many marketing messages as the workspace allows. */
export const frequencyCapProblem: RecipientProblem = {
  reason: "frequency_cap",
  error: "the recipient has had as many marketing messages as the workspace allows"
}

/** What limits broadcasts of a category in a workspace: only marketing is limited. */
export const limitsOf = Effect.fnUntraced(function* (workspace: WorkspaceUuid, category: TemplateCategory) {
  const none: WorkspaceSettings = noLimits
  if (category !== "marketing") return none
  const { settings } = yield* WorkspaceStore
  return Option.getOrElse(yield* settings(workspace), () => none)
})

/** How many marketing messages count for each addressee by now, by {@link addresseeKey}. */
export const marketingSendsTo = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  { days }: FrequencyCap,
  addressees: ReadonlyArray<Addressee>
) {
  const { marketingSends } = yield* BroadcastStore
  const contacts = new Set(addressees.flatMap(({ contact }) => contact ?? []))
  const addresses = new Set(addressees.flatMap(({ address, contact }) => (contact === null ? [address] : [])))
  const persons = { contacts: Array.from(contacts), addresses: Array.from(addresses) }
  return yield* marketingSends(workspace, persons, Duration.days(days))
})

/**
 * Returns the keys of those addressees that have reached the cap by now. It is for acceptance, and changes with every send
 * that begins: dispatch decides again, with locks.
 */
const cappedAmong = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  cap: FrequencyCap | null,
  addressees: ReadonlyArray<Addressee>
) {
  const none: ReadonlySet<string> = new Set()
  if (cap === null || addressees.length === 0) return none
  const sends = yield* marketingSendsTo(workspace, cap, addressees)
  return new Set(Array.from(sends).flatMap(([key, count]) => (count >= cap.messages ? [key] : [])))
})

/** Returns those of these contacts that have reached the cap by now, if broadcasts of the category are limited. */
export const cappedContacts = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  category: TemplateCategory,
  contacts: ReadonlyArray<ContactUuid>
) {
  const { frequencyCap } = yield* limitsOf(workspace, category)
  const addressees = contacts.map((contact) => ({ contact, address: "" }))
  return yield* cappedAmong(workspace, frequencyCap, addressees)
})

/**
 * Returns those of the addresses of new recipients that have reached the cap by now: each counts for the contact that its
 * recipient is going to be tied to.
 */
export const cappedAddresses = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  cap: FrequencyCap | null,
  addresses: ReadonlyArray<string>
) {
  const none: ReadonlySet<string> = new Set()
  if (cap === null || addresses.length === 0) return none
  const contacts = yield* ContactStore
  const holders = new Map<string, ContactUuid>()
  for (const { address, contact } of yield* contacts.holders(workspace, addresses)) {
    if (!holders.has(address)) holders.set(address, contact)
  }
  const addressees = addresses.map((address) => ({ address, contact: holders.get(address) ?? null }))
  const capped = yield* cappedAmong(workspace, cap, addressees)
  return new Set(addressees.flatMap((one) => (capped.has(addresseeKey(one)) ? [one.address] : [])))
})
