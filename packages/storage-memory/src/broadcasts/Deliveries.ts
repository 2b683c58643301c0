import {
  addressesOf,
  addressFields,
  type BroadcastRef,
  type Contact,
  contactEffect,
  type ContactEffect,
  Ledger,
  type Receipt,
  type RecipientUuid,
  searchable,
  withEffects
} from "@rollcall/core"
import type { DateTime } from "effect"
import { holdersOf, putContact } from "../contacts/ContactRows.ts"
import { type DeliveryRow, everywhere, type Tables, within } from "../database/Tables.ts"

/** The partition of the deliveries of a broadcast. */
export const partOf = ({ broadcast, workspace }: BroadcastRef): string => within(workspace, broadcast)

/** The delivery to a recipient, if there is one in any workspace. */
export const findDelivery = ({ deliveries, recipients }: Tables, uuid: RecipientUuid): DeliveryRow | undefined => {
  const ref = recipients.get(everywhere, uuid)
  return ref === undefined ? undefined : deliveries.get(partOf(ref), uuid)
}

/** Adds the delivery to a new recipient. */
export const addDelivery = ({ deliveries, recipients }: Tables, { ref, row }: DeliveryRow): void => {
  recipients.set(everywhere, row.uuid, ref)
  deliveries.set(partOf(ref), row.uuid, { ref, row })
}

/** Replaces a delivery. A message id that becomes known takes the receipts that wait for it (B11). */
export const putDelivery = (tables: Tables, { ref, row }: DeliveryRow, now: DateTime.Utc): void => {
  const { deliveries, messages, unmatchedReceipts } = tables
  const before = deliveries.get(partOf(ref), row.uuid)?.row
  if (before === undefined || before === row) return
  let after = row
  if (row.messageId !== null && row.messageId !== before.messageId) {
    messages.set(everywhere, row.messageId, row.uuid)
    for (const receipt of unmatchedReceipts.rows(row.messageId)) {
      after = Ledger.applyReceipt(after, receipt, now)
      unmatchedReceipts.remove(row.messageId, receipt.status)
    }
  }
  deliveries.set(partOf(ref), row.uuid, { ref, row: after })
  const effect = contactEffect(ref.workspace, before, after)
  if (effect !== null) affectContacts(tables, effect)
}

/** Applies a receipt to the delivery that it names, by correlation first, and keeps it where it names none (B11). */
export const receive = (tables: Tables, receipt: Receipt, now: DateTime.Utc): void => {
  const { correlation, messageId, status } = receipt
  const uuid = tables.messages.get(everywhere, messageId)
  const delivery =
    (correlation === null ? undefined : findDelivery(tables, correlation)) ??
    (uuid === undefined ? undefined : findDelivery(tables, uuid))
  if (delivery === undefined) tables.unmatchedReceipts.insert(messageId, status, receipt)
  else putDelivery(tables, { ref: delivery.ref, row: Ledger.applyReceipt(delivery.row, receipt, now) }, now)
}

/** Removes a contact from the deliveries of its workspace (C7). Contacts are seldom erased: it reads every delivery. */
export const eraseRecipients = (tables: Tables, contact: Contact, now: DateTime.Utc): void => {
  const addresses = addressesOf(contact)
  for (const { ref, row } of addresses.length === 0 ? [] : tables.deliveries.all()) {
    const isTheirs = ref.workspace === contact.workspaceUuid && addresses.includes(row.identifier)
    if (isTheirs) putDelivery(tables, { ref, row: Ledger.erase(row, now) }, now)
  }
}

/** What the change of a delivery means for the contacts that have its address (C5, C6). */
const affectContacts = (tables: Tables, effect: ContactEffect): void => {
  const { address, workspace } = effect
  for (const uuid of addressFields.flatMap((field) => holdersOf(tables, workspace, { field, value: address }))) {
    const row = tables.contacts.get(workspace, uuid)
    if (row === undefined) continue
    const contact = withEffects(row.contact, [effect])
    if (contact !== row.contact) putContact(tables, { contact, index: searchable(contact, row.index.values) })
  }
}
