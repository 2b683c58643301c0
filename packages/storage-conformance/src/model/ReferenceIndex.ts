import {
  type Contact,
  type CustomFieldUuid,
  entriesOf,
  type Searchable,
  searchable,
  type ValueEntry
} from "@rollcall/core"
import { rowsOf, type Tables } from "./ReferenceTables.ts"

/** The index form of a contact, made from its values as they are returned: whatever a store was told of changes. */
export const indexOf = (tables: Tables, contact: Contact): Searchable => {
  const values = new Map<CustomFieldUuid, ReadonlyArray<ValueEntry>>()
  for (const { fieldKey, fieldType, uuid } of rowsOf(tables.fields, contact.workspaceUuid)) {
    const value = Object.hasOwn(contact.customFields, fieldKey) ? contact.customFields[fieldKey] : undefined
    if (value !== undefined) values.set(uuid, entriesOf(fieldType, value))
  }
  return searchable(contact, values)
}
