import type { Broadcast, WorkspaceUuid } from "@rollcall/core"
import { StorageError } from "@rollcall/core"
import {
  type BroadcastRef,
  Delivery,
  hasExpired,
  type IdempotencyRecord,
  isOver,
  type StoredRecipient
} from "@rollcall/core/storage"
import { DateTime, type Duration } from "effect"
import { holderOfAddress } from "../contacts/ContactRows.ts"
import { firstDue } from "../database/Rows.ts"
import { broadcastDueAt, type BroadcastRow, isHidden, type Tables, within } from "../database/Tables.ts"
import { addDelivery, hasDelivery, removeDelivery } from "../delivery/DeliveryRows.ts"

export const refOf = ({ uuid, workspaceUuid }: Broadcast): BroadcastRef => ({
  workspace: workspaceUuid,
  broadcast: uuid
})

/** Returns a broadcast's row, whether it is staged or published. */
export const find = ({ broadcasts }: Tables, { broadcast, workspace }: BroadcastRef): BroadcastRow | undefined =>
  broadcasts.get(workspace, broadcast)

/** Returns a broadcast's row if it is published. */
export const published = (tables: Tables, ref: BroadcastRef): BroadcastRow | undefined => {
  const row = find(tables, ref)
  return row?.isStaged === false ? row : undefined
}

export const put = ({ broadcasts }: Tables, row: BroadcastRow): void =>
  broadcasts.set(row.broadcast.workspaceUuid, row.broadcast.uuid, row)

/** Returns the first `limit` broadcasts due for a worker. */
export const dueRows = (
  { broadcasts }: Tables,
  now: DateTime.Utc,
  limit: number,
  kind: Parameters<typeof broadcastDueAt>[1]
) => firstDue(broadcasts.all(), (row) => broadcastDueAt(row, kind), now, limit)

/**
 * Returns when a claimed broadcast is due again: after the duration, or at its `validUntil` if that is earlier and has not
 * passed.
 */
export const checkAfterClaim = (broadcast: Broadcast, after: Duration.Duration, now: DateTime.Utc): DateTime.Utc => {
  const next = DateTime.addDuration(now, after)
  return hasExpired(broadcast, now) ? next : earlier(next, broadcast.validUntil)
}

/**
 * Returns when to check a broadcast next: after the duration, or at `validUntil` if that is earlier. Null if both are null.
 */
export const nextCheck = (
  { validUntil }: Broadcast,
  after: Duration.Duration | null,
  now: DateTime.Utc
): DateTime.Utc | null => (after === null ? validUntil : earlier(DateTime.addDuration(now, after), validUntil))

/** Returns the earlier of two timestamps; `limit` may be null. */
export const earlier = (at: DateTime.Utc, limit: DateTime.Utc | null): DateTime.Utc =>
  limit === null ? at : DateTime.min(at, limit)

/** Initial values of a broadcast row before the first attempt to resolve its audience. */
export const unresolved = { attempt: 0, progress: { contacts: null, resolved: 0 } } as const

/** Values of a broadcast row until the broadcast is over. */
export const goingOn = { overAt: null, kept: null } as const

/** Whether the recipients of a broadcast will never be visible, because it is staged or ended before it was complete. */
export const isAbandoned = (row: BroadcastRow): boolean =>
  row.isStaged || (isHidden(row) && isOver(row.broadcast.status))

/** Whether any recipient's uuid is taken or given twice. */
export const areTaken = (
  tables: Tables,
  workspaceUuid: WorkspaceUuid,
  recipients: ReadonlyArray<StoredRecipient>
): boolean =>
  new Set(recipients.map(({ uuid }) => uuid)).size < recipients.length ||
  recipients.some(({ uuid }) => hasDelivery(tables, { workspaceUuid, uuid }))

/** Adds recipients and links each to its contact. */
export const addRecipients = (
  tables: Tables,
  ref: BroadcastRef,
  recipients: ReadonlyArray<StoredRecipient>,
  now: DateTime.Utc
): void => {
  for (const recipient of recipients) {
    const { address, contact } = recipient
    const holder = address === null ? null : holderOfAddress(tables, ref.workspace, address)
    addDelivery(tables, Delivery.newDelivery(ref, recipient, now, contact === undefined ? holder : contact), address)
  }
}

export const removeRecipients = (tables: Tables, { broadcast, workspace }: BroadcastRef): void => {
  for (const delivery of tables.deliveries.rows(within(workspace, broadcast))) removeDelivery(tables, delivery)
}

/** Stores the record of an idempotency key. */
export const keepKey = (
  { idempotencyKeys }: Tables,
  { workspace }: BroadcastRef,
  idempotency: { readonly key: string; readonly record: IdempotencyRecord },
  now: DateTime.Utc
): void => idempotencyKeys.set(workspace, idempotency.key, { ...idempotency, workspace, storedAt: now })

export const conflict = (message: string) => new StorageError({ reason: "Conflict", cause: new Error(message) })
