import { type BroadcastRef, compareCodePoints, Delivery, type DeliveryStore } from "@rollcall/core/storage"
import { singlePartition, type Tables, within } from "../database/Tables.ts"

type Row = Delivery.Delivery

/** The key of a delivery. */
export type DeliveryKey = Pick<Row, "workspaceUuid" | "uuid">

const keyOf = ({ uuid, workspaceUuid }: DeliveryKey): DeliveryKey => ({ workspaceUuid, uuid })

/** Returns the key of a delivery across all workspaces. */
const keyIn = ({ uuid, workspaceUuid }: DeliveryKey): string => within(workspaceUuid, uuid)

const partitionOf = ({ broadcastUuid, workspaceUuid }: Row): string => within(workspaceUuid, broadcastUuid)

export const hasDelivery = ({ recipients }: Tables, { uuid, workspaceUuid }: DeliveryKey): boolean =>
  recipients.get(workspaceUuid, uuid) !== undefined

/** Returns the deliveries of a broadcast in the order of acceptance. */
export const deliveriesOf = ({ deliveries }: Tables, { broadcast, workspace }: BroadcastRef): ReadonlyArray<Row> =>
  deliveries.rows(within(workspace, broadcast))

export const deliveryOf = ({ deliveries }: Tables, { broadcast, workspace }: BroadcastRef, uuid: Row["uuid"]) =>
  deliveries.get(within(workspace, broadcast), uuid)

export const findDelivery = (tables: Tables, { uuid, workspaceUuid }: DeliveryKey): Row | undefined => {
  const ref = tables.recipients.get(workspaceUuid, uuid)
  return ref && deliveryOf(tables, ref, uuid)
}

/** Returns the selected deliveries. A transaction is the only writer until it ends, so its reads are already locked. */
export const lockDeliveries = (tables: Tables, ...[selector]: Parameters<DeliveryStore["Service"]["lock"]>) => {
  const keys =
    "deliveries" in selector ? selector.deliveries : selector.messageIds.flatMap((id) => tables.messages.rows(id))
  return Array.from(new Set(keys.flatMap((key) => findDelivery(tables, key) ?? []))).sort(byUuid)
}

/** Returns the address of a recipient's identifier; null if there is no address or the recipient was erased. */
export const addressOfRecipient = ({ recipients }: Tables, { identifier, uuid, workspaceUuid }: Row): string | null =>
  identifier === "" ? null : (recipients.get(workspaceUuid, uuid)?.address ?? null)

/** Adds the delivery to a new recipient with the given address. */
export const addDelivery = (tables: Tables, row: Row, address: string | null): void => {
  const ref: BroadcastRef = { workspace: row.workspaceUuid, broadcast: row.broadcastUuid }
  tables.recipients.set(row.workspaceUuid, row.uuid, { ...ref, address, writesFrom: null })
  tables.deliveries.set(partitionOf(row), row.uuid, row)
}

/** Replaces a delivery and updates the indexes of message ids and leases. */
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

/** Returns a workspace's deliveries to any of the addresses. */
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

/** Returns a workspace's pending and claimed deliveries to any of the addresses. */
export const unsentTo = (tables: Tables, workspace: Row["workspaceUuid"], addresses: ReadonlyArray<string>) =>
  deliveriesTo(tables, workspace, addresses)
    .filter(Delivery.isUnsent)
    .map((row) => ({ ref: Delivery.broadcastOf(row), uuid: row.uuid }))

/** Compares deliveries by uuid, the order in which they are locked. */
export const byUuid = (a: Row, b: Row): number => compareCodePoints(a.uuid, b.uuid)
