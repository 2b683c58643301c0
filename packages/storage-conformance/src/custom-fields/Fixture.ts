import {
  applyChanges,
  type Contact,
  type CustomField,
  CustomFieldStore,
  CustomFieldUuid,
  type CustomFieldValue,
  entriesOf,
  nextId,
  Transaction,
  type ValueChange,
  type WorkspaceUuid
} from "@rollcall/core"
import { DateTime, Effect } from "effect"
import { insertContact, newContact, replaceContact } from "../contacts/Fixture.ts"
import { newWorkspace } from "../kernel/Workspaces.ts"

/** Some instant, and others after it. */
export const instantOf = (n: number): DateTime.Utc => DateTime.makeUnsafe(Date.UTC(2026, 2, 1) + n)

/** An active definition of a text, in a workspace of its own unless one is given. Not yet stored. */
export const newField = Effect.fnUntraced(function* (fields: Partial<CustomField> = {}) {
  const field: CustomField = {
    uuid: CustomFieldUuid.make(yield* nextId),
    workspaceUuid: fields.workspaceUuid ?? (yield* newWorkspace),
    name: "Diet",
    icon: null,
    fieldType: "text",
    fieldKey: "diet",
    status: "active",
    editable: true,
    sensitive: false,
    selectOptions: null,
    createdAt: instantOf(0),
    updatedAt: instantOf(0),
    archivedAt: null,
    ...fields
  }
  return field
})

/** As `newField`, stored. */
export const storedField = Effect.fnUntraced(function* (fields: Partial<CustomField> = {}) {
  const store = yield* CustomFieldStore
  const field = yield* newField(fields)
  yield* store.insert(field)
  return field
})

/** A value for a field as stores are told of it; null clears. */
export const change = (field: CustomField, value: CustomFieldValue | null): ValueChange => ({
  field: field.uuid,
  key: field.fieldKey,
  value,
  entries: value === null ? [] : entriesOf(field.fieldType, value)
})

/** A stored contact with these values. */
export const valuedContact = Effect.fnUntraced(function* (
  workspaceUuid: WorkspaceUuid,
  changes: ReadonlyArray<ValueChange>,
  fields: Partial<Contact> = {}
) {
  const blank = yield* newContact({ ...fields, workspaceUuid })
  const contact: Contact = { ...blank, customFields: applyChanges({}, changes) }
  yield* insertContact(contact, changes)
  return contact
})

/** Changes values of a stored contact, and gives it as it then is. */
export const revalue = Effect.fnUntraced(function* (contact: Contact, changes: ReadonlyArray<ValueChange>) {
  const changed: Contact = { ...contact, customFields: applyChanges(contact.customFields, changes) }
  yield* replaceContact(changed, changes)
  return changed
})

/** Locks and archives a definition, and gives it as it then is. */
export const archive = Effect.fnUntraced(function* (field: CustomField, now: DateTime.Utc) {
  const store = yield* CustomFieldStore
  const transaction = yield* Transaction
  const archived: CustomField = { ...field, status: "archived", archivedAt: now, updatedAt: now }
  yield* transaction.run(Effect.andThen(store.lock(field.workspaceUuid, field.uuid), store.replace(archived)))
  return archived
})
