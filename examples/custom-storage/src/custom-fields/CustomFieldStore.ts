import { applyChanges, type CustomField, CustomFieldStore } from "@rollcall/core"
import { Effect, Layer, Option } from "effect"
import { Database } from "../kernel/Database.ts"
import { addRow, createdAt, findRow, orderBy, replaceRow, rowsOf } from "../kernel/Rows.ts"
import type { Tables } from "../kernel/Tables.ts"

export const layerCustomFieldStore = Layer.effect(
  CustomFieldStore,
  Effect.map(Database, ({ read, write }) => {
    const all: CustomFieldStore["Service"]["all"] = (workspace) =>
      read(({ fields }) => rowsOf(fields, workspace).toSorted(orderBy(createdAt)))

    const named: CustomFieldStore["Service"]["named"] = (workspace, keys) =>
      Effect.map(all(workspace), (fields) => fields.filter((field) => isActive(field) && keys.includes(field.fieldKey)))

    const find: CustomFieldStore["Service"]["find"] = (workspace, uuid) =>
      read(({ fields }) => findRow(fields, workspace, uuid))

    return CustomFieldStore.of({
      insert: (field) =>
        write(({ fields }) => {
          const isTaken = rowsOf(fields, field.workspaceUuid).some(({ fieldKey }) => fieldKey === field.fieldKey)
          return !isTaken && addRow(fields, field)
        }),

      all,
      named,
      find,

      // A transaction has the only turn to write: nobody gets between these two and its end.
      lockShared: named,
      lock: find,

      replace: (field) =>
        write((tables) => {
          if (Option.isNone(findRow(tables.fields, field.workspaceUuid, field.uuid))) return
          replaceRow(tables.fields, field)
          if (!isActive(field)) hideValues(tables, field)
        }),

      hasValues: (workspace, uuid) =>
        read(({ contacts }) => rowsOf(contacts, workspace).some(({ index }) => index.values.has(uuid)))
    })
  })
)

const isActive = ({ status }: CustomField): boolean => status === "active"

/** Takes the values out of the contacts. Nobody searches for an archived field, so that the index may keep them (F7). */
const hideValues = ({ contacts }: Tables, { fieldKey, uuid, workspaceUuid }: CustomField): void => {
  const cleared = { field: uuid, key: fieldKey, value: null, entries: [] }
  for (const row of rowsOf(contacts, workspaceUuid)) {
    const customFields = applyChanges(row.contact.customFields, [cleared])
    replaceRow(contacts, { ...row, contact: { ...row.contact, customFields } })
  }
}
