import type { Broadcast, ContactUuid, RecipientUuid, WorkspaceUuid } from "@rollcall/core"
import { newestBefore } from "@rollcall/core/operations"
import { Delivery, type DeliveryStore, type ErasedPerson, isOver } from "@rollcall/core/storage"
import { DateTime, Struct } from "effect"
import { isHidden, type Tables } from "../database/Tables.ts"
import { survivorOf } from "../merges/MemoryMergeStore.ts"
import { addressOfRecipient, deliveriesTo, findDelivery, putDelivery } from "./DeliveryRows.ts"

type Store = DeliveryStore["Service"]

/** Returns a workspace's deliveries that are linked to the contact, or that are unlinked and have one of the addresses. */
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

/** Returns the deliveries of a person. */
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

/** Returns the newest messages to a person before a place. */
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

/** Returns the contact and address of each delivery. A merged contact is replaced by its survivor. */
export const addresseesOf = (tables: Tables, workspace: WorkspaceUuid, uuids: ReadonlyArray<RecipientUuid>) =>
  uuids.flatMap((uuid) => {
    const row = findDelivery(tables, { workspaceUuid: workspace, uuid })
    if (row === undefined) return []
    const { contactUuid } = row
    const contact = contactUuid === null ? null : (survivorOf(tables, workspace, contactUuid) ?? contactUuid)
    const address = addressOfRecipient(tables, row) ?? row.identifier
    return [{ uuid, contact, tiedTo: contactUuid, address }]
  })

export const tieDeliveries = (tables: Tables, ...[deliveries, contactUuid]: Parameters<Store["tie"]>): void => {
  for (const key of deliveries) {
    const row = findDelivery(tables, key)
    if (row !== undefined) putDelivery(tables, { ...row, contactUuid })
  }
}

export const giveBack = (tables: Tables, ...[workspace, { addresses, from, to }]: Parameters<Store["giveBack"]>) => {
  for (const row of deliveriesTo(tables, workspace, addresses)) {
    if (row.contactUuid === from) putDelivery(tables, { ...row, contactUuid: to })
  }
}

export const sharedBroadcasts = (tables: Tables, workspace: WorkspaceUuid, contacts: ReadonlyArray<ContactUuid>) => {
  const wanted = new Set<string>(contacts)
  const own = tables.deliveries.all().filter(({ contactUuid, workspaceUuid }) => {
    if (workspaceUuid !== workspace || contactUuid === null) return false
    return wanted.has(contactUuid) || wanted.has(survivorOf(tables, workspace, contactUuid) ?? "")
  })
  return Array.from(Map.groupBy(own, ({ broadcastUuid }) => broadcastUuid).values())
    .filter((rows) => rows.length > 1 && rows.some(Delivery.isUnsent))
    .flatMap((rows) => rows.map((row) => ({ ref: Delivery.broadcastOf(row), uuid: row.uuid })))
}
