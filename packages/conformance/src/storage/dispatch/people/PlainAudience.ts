import type { BroadcastUuid, Contact, ContactUuid } from "@rollcall/core"
import type { RecipientReason } from "@rollcall/core/sending"
import { addressesOf, type People } from "./People.ts"

/** A message that the channel accepted. */
export interface SentMessage {
  readonly broadcast: BroadcastUuid
  readonly to: string
  /** The day in UTC. */
  readonly day: number
  /** The contact of its recipient. */
  readonly contact: ContactUuid | null
  /** The last reported status of the message. A delivered message stays delivered. */
  readonly reported: "delivered" | "undeliverable" | null
}

/** Returns whether a message was sent to the person or to the address. */
export const isTo = (people: People, address: string | null, contact: Contact | undefined) => (message: SentMessage) =>
  message.to === address || (contact !== undefined && people.of(message.contact)?.uuid === contact.uuid)

/** The outcome for a contact in an audience: its address, or the reason why it is excluded. */
export type AudienceMember = { readonly address: string } | { readonly reason: RecipientReason }

/**
 * Computes an audience's recipients among some or all contacts. A recipient has an address, is not archived, is not
 * opted out, and received none of the excluded messages. If contacts share an address, the oldest contact is the
 * recipient. Returns the possible results for each contact: more than one only if the person's opt-out state is open.
 */
export const plainAudience = (
  people: People,
  named: ReadonlyArray<ContactUuid> | null,
  excluded: ReadonlyArray<SentMessage>
) => {
  const members = new Map<ContactUuid, ReadonlyArray<AudienceMember>>()
  const reserved = new Set<string>()
  const memberOf = (contact: Contact): ReadonlyArray<AudienceMember> => {
    const [address] = addressesOf(contact)
    if (excluded.some(isTo(people, null, contact))) return [{ reason: "excluded" }]
    if (contact.archived) return [{ reason: "archived" }]
    if (address === undefined) return [{ reason: "no_address" }]
    if (excluded.some(isTo(people, address, undefined))) return [{ reason: "excluded" }]
    const left = { reason: "opted_out" } as const
    const standing = people.standing(address, contact)
    if (standing === "out") return [left]
    const member = reserved.has(address) ? ({ reason: "duplicate_identifier" } as const) : { address }
    reserved.add(address)
    return standing === "in" ? [member] : [member, left]
  }
  const isNamed = ({ uuid }: Contact) => named === null || named.some((one) => people.of(one)?.uuid === uuid)
  for (const contact of people.present.filter(isNamed)) members.set(contact.uuid, memberOf(contact))
  return members
}
