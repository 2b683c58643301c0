import { Effect } from "effect"
import type { BroadcastRef } from "../broadcasts/Broadcast.ts"
import { EventSettings } from "../events/EventSettings.ts"
import { EventStore } from "../events/EventStore.ts"
import type { NewEvent } from "../events/RollcallEvent.ts"
import type { RecipientUuid } from "../shared/Ids.ts"
import type { Delivery } from "./Delivery.ts"

/** The event of a change of a delivery; null if its status stays, or becomes one of those that have no outcome. */
export const recipientEvent = (before: Delivery, after: Delivery): NewEvent | null => {
  const { broadcastUuid, reason, status, uuid, workspaceUuid } = after
  if (status === before.status || status === "pending" || status === "claimed" || status === "sending") return null
  return { type: `recipient.${status}`, workspaceUuid, broadcastUuid, recipientUuid: uuid, reason }
}

/** The event of a recipient that a bulk statement changed. */
export const bulkEvent = (
  type: "recipient.sent" | "recipient.unknown",
  { broadcast, workspace }: BroadcastRef,
  recipientUuid: RecipientUuid
): NewEvent => ({ type, workspaceUuid: workspace, broadcastUuid: broadcast, recipientUuid, reason: null })

/** Appends events of recipients, if they are asked for. Called after the deliveries are saved, in their transaction. */
export const announce = Effect.fnUntraced(function* (events: () => ReadonlyArray<NewEvent>) {
  const { recipients } = yield* EventSettings
  if (recipients) yield* EventStore.use((store) => store.append(events()))
})
