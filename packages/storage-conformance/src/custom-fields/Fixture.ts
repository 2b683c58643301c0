import { type Contact, type CustomField, CustomFieldUuid, type WorkspaceUuid } from "@rollcall/core"
import { type CustomFieldValue, entriesOf, type ValueChange } from "@rollcall/core/custom-fields"
import { nextId } from "@rollcall/core/shared"
import { applyChanges, CustomFieldStore } from "@rollcall/core/storage"
import { Effect } from "effect"
import { insertContact, newContact, replaceContact } from "../contacts/Fixture.ts"
import { inTransaction, instantOf, newWorkspace } from "../shared/Fixture.ts"
import type { Records } from "../shared/RecordLaws.ts"
import { customFieldArbitrary } from "./FieldArbitrary.ts"

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
export const storedField = (fields: Partial<CustomField> = {}) =>
  Effect.tap(newField(fields), (field) => CustomFieldStore.use((store) => store.insert(field)))

/** How definitions are stored: under their keys and their uuids. */
export const fieldRecords: Required<Records<CustomField>> = {
  generated: Effect.map(newWorkspace, customFieldArbitrary),
  fresh: (field) =>
    Effect.map(nextId, (id) => ({
      ...field,
      uuid: CustomFieldUuid.make(id),
      fieldKey: `${field.fieldKey.slice(0, 200)}_${id.replaceAll("-", "_")}`
    })),
  as: (field, { fieldKey, uuid }) => ({ ...field, fieldKey, uuid }),
  insert: (field) => CustomFieldStore.use((store) => store.insert(field)),
  find: ({ uuid, workspaceUuid }) => CustomFieldStore.use((store) => store.find(workspaceUuid, uuid)),
  lock: ({ uuid, workspaceUuid }) => CustomFieldStore.use((store) => store.lock(workspaceUuid, uuid)),
  replace: (field) => CustomFieldStore.use((store) => store.replace(field))
}

/** A change of a value, as stores take it; null clears. */
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

/** Changes values of a stored contact, and returns the changed contact. */
export const revalue = Effect.fnUntraced(function* (contact: Contact, ...changes: ReadonlyArray<ValueChange>) {
  const changed: Contact = { ...contact, customFields: applyChanges(contact.customFields, changes) }
  yield* replaceContact(changed, changes)
  return changed
})

/** Locks and archives a definition, and returns the archived one. */
export const archive = Effect.fnUntraced(function* (field: CustomField, n: number) {
  const now = instantOf(n)
  const archived: CustomField = { ...field, status: "archived", archivedAt: now, updatedAt: now }
  yield* inTransaction(Effect.andThen(fieldRecords.lock(field), fieldRecords.replace(archived)))
  return archived
})

/** Whether a contact has a value for the field. */
export const hasValues = ({ uuid, workspaceUuid }: CustomField) =>
  CustomFieldStore.use((store) => store.hasValues(workspaceUuid, uuid))
