import { DateTime, Effect } from "effect"
import type { BroadcastRef } from "../broadcasts/Broadcast.ts"
import { unansweredProblem } from "../broadcasts/Recipient.ts"
import type { ContactEngagement } from "../../people/contacts/ContactStore.ts"
import { addressesOf, type NumberForms } from "../../people/contacts/Identifiers.ts"
import { EventSettings } from "../../events/events/EventSettings.ts"
import { EventStore } from "../../events/events/EventStore.ts"
import { nameEvent, type NewEvent } from "../../events/events/RollcallEvent.ts"
import type { RecipientUuid, WorkspaceUuid } from "../../shared/Ids.ts"
import type { Delivery } from "./Delivery.ts"

/** The effect of a delivery on every contact of a workspace with the recipient's address. */
export interface ContactEffect {
  readonly workspace: WorkspaceUuid
  /** The recipient's identifier; in an applied effect, the identifier's address. */
  readonly address: string
  /** The client reference of the recipient; null without a reference. Null keeps the contact's earlier reference. */
  readonly clientReference: string | null
  /** When the contact read the message; null if unread. */
  readonly engagedAt: DateTime.Utc | null
}

/**
 * Returns the effect of a delivery's change on contacts. A contact is addressed when the channel accepts the message, and
 * engaged when the person reads the message. Null without an effect, or if the contact was erased.
 */
export const contactEffect = (before: Delivery, after: Delivery): ContactEffect | null => {
  const clientReference = before.sentAt === null && after.sentAt !== null ? after.clientReference : null
  const engagedAt = before.readAt === null ? after.readAt : null
  return effectOn(after.workspaceUuid, after.identifier, clientReference, engagedAt)
}

/** Returns the effect of an accepted message when nothing else changed. */
export const acceptedEffect = (
  workspace: WorkspaceUuid,
  { clientReference, identifier }: Pick<Delivery, "clientReference" | "identifier">
): ContactEffect | null => effectOn(workspace, identifier, clientReference, null)

const effectOn = (
  workspace: WorkspaceUuid,
  address: string,
  clientReference: string | null,
  engagedAt: DateTime.Utc | null
): ContactEffect | null =>
  address === "" || (clientReference === null && engagedAt === null)
    ? null
    : { workspace, address, clientReference, engagedAt }

/**
 * Returns a contact after an effect, which doesn't count as an update of the contact. In the API, only `last_engaged_at`
 * changes, and it never goes back.
 */
const withEffect = (contact: ContactEngagement, { clientReference, engagedAt }: ContactEffect): ContactEngagement => ({
  ...contact,
  clientReference: clientReference ?? contact.clientReference,
  lastEngagedAt:
    engagedAt === null || contact.lastEngagedAt === null
      ? (engagedAt ?? contact.lastEngagedAt)
      : DateTime.max(engagedAt, contact.lastEngagedAt)
})

/** Returns a contact after effects, applied in order; the same object if nothing changes. */
export const withEffects = (
  numbers: NumberForms,
  contact: ContactEngagement,
  effects: ReadonlyArray<ContactEffect>
): ContactEngagement => {
  const addresses = addressesOf(numbers, contact)
  const after = effects
    .filter(({ address, workspace }) => workspace === contact.workspaceUuid && addresses.includes(address))
    .reduce(withEffect, contact)
  const isSame = after.clientReference === contact.clientReference && isAt(after.lastEngagedAt, contact.lastEngagedAt)
  return isSame ? contact : after
}

const isAt = (a: DateTime.Utc | null, b: DateTime.Utc | null): boolean => a?.epochMilliseconds === b?.epochMilliseconds

/**
 * Returns the event of a delivery's change. Null if the status is unchanged, or is now `pending`, `claimed` or `sending`.
 */
export const recipientEvent = (before: Delivery, after: Delivery): NewEvent | null => {
  const { broadcastUuid, reason, status, uuid, workspaceUuid } = after
  if (status === before.status || status === "pending" || status === "claimed" || status === "sending") return null
  return nameEvent({ type: `recipient.${status}`, workspaceUuid, broadcastUuid, recipientUuid: uuid, reason })
}

/** Makes the event of a recipient that a bulk statement changed. */
export const bulkEvent = (
  type: "recipient.sent" | "recipient.unknown",
  { broadcast, workspace }: BroadcastRef,
  recipientUuid: RecipientUuid
): NewEvent => {
  const reason = type === "recipient.unknown" ? unansweredProblem.reason : null
  return nameEvent({ type, workspaceUuid: workspace, broadcastUuid: broadcast, recipientUuid, reason })
}

/** Appends recipient events if they are enabled. Call it after saving the deliveries, in the same transaction. */
export const announce = Effect.fnUntraced(function* (events: () => ReadonlyArray<NewEvent>) {
  const { recipients } = yield* EventSettings
  if (recipients) yield* EventStore.use((store) => store.append(events()))
})
