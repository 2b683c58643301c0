import { applyChanges, type CustomField, CustomFieldStore, slice } from "@rollcall/core"
import { Effect, Layer, Option } from "effect"
import { Database } from "../kernel/Database.ts"
import { oldestFirst, rowOf, rowsOf } from "../kernel/Rows.ts"
import type { Tables } from "../kernel/Tables.ts"

export const layerCustomFieldStore = Layer.effect(
  CustomFieldStore,
  Effect.gen(function* () {
    const { read, write } = yield* Database

    const all: CustomFieldStore["Service"]["all"] = (workspace) =>
      read(({ fields }) => rowsOf(fields, workspace).toSorted(oldestFirst))

    const named: CustomFieldStore["Service"]["named"] = (workspace, keys) =>
      Effect.map(all(workspace), (fields) => fields.filter((field) => isActive(field) && keys.includes(field.fieldKey)))

    const find: CustomFieldStore["Service"]["find"] = (workspace, uuid) =>
      read(({ fields }) => Option.fromUndefinedOr(rowOf(fields, workspace, uuid)))

    return CustomFieldStore.of({
      insert: (field) =>
        write(({ fields }) => {
          const isTaken = rowsOf(fields, field.workspaceUuid).some(({ fieldKey }) => fieldKey === field.fieldKey)
          if (!isTaken) fields.set(field.uuid, field)
          return !isTaken
        }),

      all,
      named,

      // A transaction has the only turn to write: nobody gets between this and its end.
      hold: named,

      find,
      lock: find,

      list: (workspace, page) => Effect.map(all(workspace), (fields) => slice(fields.filter(isActive), page)),

      replace: (field) =>
        write(({ fields }) => {
          if (rowOf(fields, field.workspaceUuid, field.uuid) !== undefined) fields.set(field.uuid, field)
        }),

      hasValues: (workspace, uuid) =>
        read(({ contacts, searchables }) =>
          rowsOf(contacts, workspace).some((contact) => searchables.get(contact.uuid)?.values.has(uuid))
        ),

      archive: (field, now) =>
        write((tables) => {
          if (rowOf(tables.fields, field.workspaceUuid, field.uuid) === undefined) return
          tables.fields.set(field.uuid, { ...field, status: "archived", archivedAt: now, updatedAt: now })
          hideValues(tables, field)
        })
    })
  })
)

const isActive = ({ status }: CustomField): boolean => status === "active"

/** Takes the values out of the contacts. Nobody searches for an archived field, so what searches see may stay (F7). */
const hideValues = ({ contacts }: Tables, { fieldKey, uuid, workspaceUuid }: CustomField): void => {
  const cleared = { field: uuid, key: fieldKey, value: null, entries: [] }
  for (const contact of rowsOf(contacts, workspaceUuid)) {
    contacts.set(contact.uuid, { ...contact, customFields: applyChanges(contact.customFields, [cleared]) })
  }
}
