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
import { broadcastDueAt, type BroadcastRow, isHidden, type Tables, within } from "../database/Tables.ts"
import { addDelivery, hasDelivery, removeDelivery } from "../delivery/DeliveryRows.ts"

/** A broadcast, named by its workspace and its uuid. */
export const refOf = ({ uuid, workspaceUuid }: Broadcast): BroadcastRef => ({
  workspace: workspaceUuid,
  broadcast: uuid
})

/** The row of a broadcast, staged ones too. */
export const find = ({ broadcasts }: Tables, { broadcast, workspace }: BroadcastRef): BroadcastRow | undefined =>
  broadcasts.get(workspace, broadcast)

/** The row of a published broadcast. */
export const published = (tables: Tables, ref: BroadcastRef): BroadcastRow | undefined => {
  const row = find(tables, ref)
  return row?.isStaged === false ? row : undefined
}

/** Inserts or replaces the row of a broadcast. */
export const put = ({ broadcasts }: Tables, row: BroadcastRow): void =>
  broadcasts.set(row.broadcast.workspaceUuid, row.broadcast.uuid, row)

/** The first rows that are due for a loop. */
export const dueRows = (
  { broadcasts }: Tables,
  now: DateTime.Utc,
  limit: number,
  kind: Parameters<typeof broadcastDueAt>[1]
) =>
  broadcasts
    .all()
    .flatMap((row) => {
      const at = broadcastDueAt(row, kind)
      return at === null || DateTime.isGreaterThan(at, now) ? [] : [{ row, at }]
    })
    .sort((a, b) => DateTime.Order(a.at, b.at))
    .slice(0, limit)
    .map(({ row }) => row)

/** When a broadcast is due again that was claimed: after a duration, or at its `validUntil` if that is yet to come. */
export const checkAfterClaim = (broadcast: Broadcast, after: Duration.Duration, now: DateTime.Utc): DateTime.Utc => {
  const next = DateTime.addDuration(now, after)
  return hasExpired(broadcast, now) ? next : earlier(next, broadcast.validUntil)
}

/**
 * The instant of the next check: after a duration, if one is given, and at `validUntil` at the latest; null for none.
 */
export const nextCheck = (
  { validUntil }: Broadcast,
  after: Duration.Duration | null,
  now: DateTime.Utc
): DateTime.Utc | null => (after === null ? validUntil : earlier(DateTime.addDuration(now, after), validUntil))

/** The earlier of two instants, of which the second may be absent. */
export const earlier = (at: DateTime.Utc, limit: DateTime.Utc | null): DateTime.Utc =>
  limit === null ? at : DateTime.min(at, limit)

/** What the row of a broadcast has before the first attempt to resolve its audience. */
export const unresolved = { attempt: 0, progress: { contacts: null, resolved: 0 } } as const

/** What the row of a broadcast has as long as it is not over. */
export const goingOn = { overAt: null, kept: null } as const

/** Whether the recipients of a broadcast will never be visible: it is staged, or was over before it was complete. */
export const isAbandoned = (row: BroadcastRow): boolean =>
  row.isStaged || (isHidden(row) && isOver(row.broadcast.status))

/** Whether a uuid of recipients is taken, or given twice. */
export const areTaken = (
  tables: Tables,
  workspaceUuid: WorkspaceUuid,
  recipients: ReadonlyArray<StoredRecipient>
): boolean =>
  new Set(recipients.map(({ uuid }) => uuid)).size < recipients.length ||
  recipients.some(({ uuid }) => hasDelivery(tables, { workspaceUuid, uuid }))

/** Adds recipients, each tied to its contact. */
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

/** Removes every recipient of a broadcast. */
export const removeRecipients = (tables: Tables, { broadcast, workspace }: BroadcastRef): void => {
  for (const delivery of tables.deliveries.rows(within(workspace, broadcast))) removeDelivery(tables, delivery)
}

/** Stores a record under an idempotency key. */
export const keepKey = (
  { idempotencyKeys }: Tables,
  { workspace }: BroadcastRef,
  idempotency: { readonly key: string; readonly record: IdempotencyRecord },
  now: DateTime.Utc
): void => idempotencyKeys.set(workspace, idempotency.key, { ...idempotency, workspace, storedAt: now })

export const conflict = (message: string) => new StorageError({ reason: "Conflict", cause: new Error(message) })
