import type { RecipientFilter } from "@rollcall/core/sending"
import { type BroadcastRef, compareCodePoints, type Delivery } from "@rollcall/core/storage"
import { DateTime } from "effect"
import { singlePartition, type Tables, within } from "../database/Tables.ts"

type Row = Delivery.Delivery
type DeliveryKey = Pick<Row, "workspaceUuid" | "uuid">

const keyOf = ({ uuid, workspaceUuid }: DeliveryKey): DeliveryKey => ({ workspaceUuid, uuid })

/** The key of a delivery among those of all workspaces. */
const keyIn = ({ uuid, workspaceUuid }: DeliveryKey): string => within(workspaceUuid, uuid)

const partitionOf = ({ broadcastUuid, workspaceUuid }: Row): string => within(workspaceUuid, broadcastUuid)

/** Whether the workspace has a recipient with this uuid. */
export const hasDelivery = ({ recipients }: Tables, { uuid, workspaceUuid }: DeliveryKey): boolean =>
  recipients.get(workspaceUuid, uuid) !== undefined

/** The delivery to a recipient. */
export const findDelivery = (
  { deliveries, recipients }: Tables,
  { uuid, workspaceUuid }: DeliveryKey
): Row | undefined => {
  const ref = recipients.get(workspaceUuid, uuid)
  return ref && deliveries.get(within(ref.workspace, ref.broadcast), uuid)
}

/** The address that the identifier of a recipient is written for; null for none, and once it is erased. */
export const addressOfRecipient = ({ recipients }: Tables, { identifier, uuid, workspaceUuid }: Row): string | null =>
  identifier === "" ? null : (recipients.get(workspaceUuid, uuid)?.address ?? null)

/** Adds the delivery to a new recipient with this address. */
export const addDelivery = (tables: Tables, row: Row, address: string | null): void => {
  const ref: BroadcastRef = { workspace: row.workspaceUuid, broadcast: row.broadcastUuid }
  tables.recipients.set(row.workspaceUuid, row.uuid, { ...ref, address, writesFrom: null })
  tables.deliveries.set(partitionOf(row), row.uuid, row)
}

/** Replaces a delivery, and updates the indexes of message ids and of leases. */
export const putDelivery = ({ deliveries, leases, messages, recipients }: Tables, row: Row): void => {
  const before = deliveries.get(partitionOf(row), row.uuid)
  if (before === undefined || before === row) return
  if (row.identifier === "" && before.identifier !== "") {
    const ref: BroadcastRef = { workspace: row.workspaceUuid, broadcast: row.broadcastUuid }
    recipients.set(row.workspaceUuid, row.uuid, { ...ref, address: null, writesFrom: null })
  }
  deliveries.set(partitionOf(row), row.uuid, row)
  if (before.messageId !== null && before.messageId !== row.messageId) messages.remove(before.messageId, keyIn(row))
  if (row.messageId !== null) messages.set(row.messageId, keyIn(row), keyOf(row))
  if (row.leaseUntil !== null) leases.set(singlePartition, keyIn(row), { ...keyOf(row), until: row.leaseUntil })
  else if (before.leaseUntil !== null) leases.remove(singlePartition, keyIn(row))
}

/** Removes a delivery that was never claimed. */
export const removeDelivery = ({ deliveries, recipients }: Tables, row: Row): void => {
  deliveries.remove(partitionOf(row), row.uuid)
  recipients.remove(row.workspaceUuid, row.uuid)
}

/** The deliveries of a workspace to one of these addresses. */
export const deliveriesTo = (
  tables: Tables,
  workspace: Row["workspaceUuid"],
  addresses: ReadonlyArray<string>
): ReadonlyArray<Row> => {
  const wanted = new Set(addresses)
  return tables.deliveries
    .all()
    .filter((row) => row.workspaceUuid === workspace && wanted.has(addressOfRecipient(tables, row) ?? ""))
}

/** The order in which deliveries are locked. */
export const byUuid = (a: Row, b: Row): number => compareCodePoints(a.uuid, b.uuid)

/** Whether a delivery satisfies a filter, of whichever broadcast it is. */
export const isWanted = ({ clientReferences, reason, statuses, updatedAfter }: Omit<RecipientFilter, "broadcast">) => {
  const references = clientReferences && new Set(clientReferences)
  return (row: Row): boolean =>
    (references === null || (row.clientReference !== null && references.has(row.clientReference))) &&
    (updatedAfter === null || DateTime.isGreaterThan(row.updatedAt, updatedAfter)) &&
    (statuses === undefined || statuses.includes(row.status)) &&
    (reason === undefined || row.reason === reason)
}

/** Whether a delivery is one of a broadcast. */
export const isOf = (
  { broadcastUuid, workspaceUuid }: Delivery.Delivery,
  { broadcast, workspace }: BroadcastRef
): boolean => broadcastUuid === broadcast && workspaceUuid === workspace
