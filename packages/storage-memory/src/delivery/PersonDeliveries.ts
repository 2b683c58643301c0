import type { Broadcast } from "@rollcall/core"
import { newestBefore } from "@rollcall/core/operations"
import { Delivery, type DeliveryStore, type ErasedPerson, isOver } from "@rollcall/core/storage"
import { DateTime, Struct } from "effect"
import { isHidden, type Tables } from "../database/Tables.ts"
import { addressOfRecipient } from "./DeliveryRows.ts"

type Store = DeliveryStore["Service"]

/** The deliveries of the workspace that are tied to a contact, or to none and have one of the addresses. */
const deliveriesOfPerson = (
  tables: Tables,
  { addresses, contact, mergedFrom, workspace }: Omit<ErasedPerson, "until">
) =>
  tables.deliveries.all().flatMap((row) => {
    const isOfOther = row.contactUuid !== null && ![contact, ...mergedFrom].includes(row.contactUuid)
    if (row.workspaceUuid !== workspace || isOfOther) return []
    if (row.contactUuid === null && !addresses.includes(addressOfRecipient(tables, row) ?? "")) return []
    const stored = tables.broadcasts.get(workspace, row.broadcastUuid)
    return stored === undefined ? [] : [{ row, stored }]
  })

/** The deliveries of a person: see `DeliveryStore`. */
export const ofPerson = (tables: Tables, person: ErasedPerson, limit: number) =>
  deliveriesOfPerson(tables, person)
    .filter(
      ({ row, stored }) =>
        row.contactUuid !== null || DateTime.isLessThanOrEqualTo(stored.broadcast.createdAt, person.until)
    )
    .slice(0, limit)
    .map(({ row, stored }) => ({
      ref: Delivery.broadcastOf(row),
      uuid: row.uuid,
      isOver: isOver(stored.broadcast.status)
    }))

/** The newest messages to a person before a place: see `DeliveryStore`. */
export const messagesBefore = (tables: Tables, ...[person, place, limit]: Parameters<Store["messagesBefore"]>) =>
  newestBefore(
    deliveriesOfPerson(tables, person).flatMap(({ row, stored }) =>
      isHidden(stored) ? [] : [messageOf(row, stored.broadcast)]
    ),
    ({ broadcast, uuid }) => ({ at: broadcast.createdAt, uuid, index: 0 }),
    place,
    limit
  )

const messageOf = (row: Delivery.Delivery, broadcast: Broadcast) => ({
  ...Struct.pick(row, [
    "uuid",
    "broadcastUuid",
    "identifier",
    "clientReference",
    "status",
    "reason",
    "error",
    "sentAt",
    "deliveredAt",
    "readAt"
  ]),
  broadcast: Struct.pick(broadcast, ["name", "templateName", "channelType", "createdBy", "createdAt"])
})
