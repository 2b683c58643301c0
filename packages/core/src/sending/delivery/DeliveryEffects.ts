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

/** The effect of a broadcast on every contact of a workspace with the recipient's address. */
export interface ContactEffect {
  readonly workspace: WorkspaceUuid
  /** The identifier of the recipient; in an applied effect, the address that the identifier is written for. */
  readonly address: string
  /** The reference under which the contact was addressed; null without one, so that the earlier reference stays. */
  readonly clientReference: string | null
  /** When the contact read the message; null if it did not. */
  readonly engagedAt: DateTime.Utc | null
}

/**
 * The effect of a delivery's change on contacts: a contact was addressed when the channel accepted the message, and engaged
 * when it was read. Null without an effect, and for the delivery of an erased contact.
 */
export const contactEffect = (before: Delivery, after: Delivery): ContactEffect | null => {
  const clientReference = before.sentAt === null && after.sentAt !== null ? after.clientReference : null
  const engagedAt = before.readAt === null ? after.readAt : null
  return effectOn(after.workspaceUuid, after.identifier, clientReference, engagedAt)
}

/** The effect on contacts when the channel accepted a message and nothing else changed. */
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
 * A contact after an effect. This is no update of the contact: of the resource only `last_engaged_at` changes, and it never
 * moves back.
 */
const withEffect = (contact: ContactEngagement, { clientReference, engagedAt }: ContactEffect): ContactEngagement => ({
  ...contact,
  clientReference: clientReference ?? contact.clientReference,
  lastEngagedAt:
    engagedAt === null || contact.lastEngagedAt === null
      ? (engagedAt ?? contact.lastEngagedAt)
      : DateTime.max(engagedAt, contact.lastEngagedAt)
})

/** A contact after its effects, in their order; the same object if nothing changes. */
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

/** The event of a delivery's change; null if its status stays, or becomes `pending`, `claimed` or `sending`. */
export const recipientEvent = (before: Delivery, after: Delivery): NewEvent | null => {
  const { broadcastUuid, reason, status, uuid, workspaceUuid } = after
  if (status === before.status || status === "pending" || status === "claimed" || status === "sending") return null
  return nameEvent({ type: `recipient.${status}`, workspaceUuid, broadcastUuid, recipientUuid: uuid, reason })
}

/** The event of a recipient that a bulk statement changed. */
export const bulkEvent = (
  type: "recipient.sent" | "recipient.unknown",
  { broadcast, workspace }: BroadcastRef,
  recipientUuid: RecipientUuid
): NewEvent => {
  const reason = type === "recipient.unknown" ? unansweredProblem.reason : null
  return nameEvent({ type, workspaceUuid: workspace, broadcastUuid: broadcast, recipientUuid, reason })
}

/** Appends events of recipients, if anybody wants them. Called after the deliveries are saved, in their transaction. */
export const announce = Effect.fnUntraced(function* (events: () => ReadonlyArray<NewEvent>) {
  const { recipients } = yield* EventSettings
  if (recipients) yield* EventStore.use((store) => store.append(events()))
})
