import type { CustomField, WorkspaceUuid } from "@rollcall/core"
import { applyChanges, CustomFieldStore } from "@rollcall/core/storage"
import { Effect, Layer, Option } from "effect"
import { Database } from "../database/Database.ts"
import { createdAt, orderBy } from "../database/Rows.ts"
import { singlePartition, type Tables } from "../database/Tables.ts"

/** The {@link CustomFieldStore} port over tables in memory. */
export const layer = Layer.effect(
  CustomFieldStore,
  Effect.map(Database, ({ read, write }) => {
    const all: CustomFieldStore["Service"]["all"] = (workspace) =>
      read(({ fields }) => fields.rows(workspace).toSorted(orderBy(createdAt)))

    const named: CustomFieldStore["Service"]["named"] = (workspace, keys) =>
      Effect.map(all(workspace), (fields) => fields.filter((field) => isActive(field) && keys.includes(field.fieldKey)))

    const find: CustomFieldStore["Service"]["find"] = (workspace, uuid) =>
      read(({ fields }) => Option.fromUndefinedOr(fields.get(workspace, uuid)))

    return CustomFieldStore.of({
      insert: (field) =>
        write(({ fields }) => {
          const isTaken = fields.rows(field.workspaceUuid).some(({ fieldKey }) => fieldKey === field.fieldKey)
          return !isTaken && fields.insert(field.workspaceUuid, field.uuid, field)
        }),

      all,
      named,
      find,

      // A transaction is the only writer until it ends: what it reads is locked.
      lockShared: (workspace, keys) =>
        Effect.zipWith(
          read((tables) => definitionsVersion(tables, workspace)),
          named(workspace, keys),
          (version, definitions) => ({ version, definitions })
        ),
      lock: find,

      replace: (field) =>
        write((tables) => {
          const version = definitionsVersion(tables, field.workspaceUuid)
          tables.definitionVersions.set(singlePartition, field.workspaceUuid, version + 1)
          const isThere = tables.fields.replace(field.workspaceUuid, field.uuid, field)
          if (isThere && !isActive(field)) hideValues(tables, field)
        }),

      hasValues: (workspace, uuid) =>
        read(({ contacts }) => contacts.rows(workspace).some(({ index }) => index.values.has(uuid)))
    })
  })
)

/** The version of the definitions of a workspace. */
export const definitionsVersion = ({ definitionVersions }: Tables, workspace: WorkspaceUuid): number =>
  definitionVersions.get(singlePartition, workspace) ?? 0

const isActive = ({ status }: CustomField): boolean => status === "active"

/** Removes the values of an archived field from the contacts. No search uses the field, so the index keeps them. */
const hideValues = ({ contacts }: Tables, { fieldKey, uuid, workspaceUuid }: CustomField): void => {
  const cleared = { field: uuid, key: fieldKey, value: null, entries: [] }
  for (const row of contacts.rows(workspaceUuid)) {
    if (!Object.hasOwn(row.contact.customFields, fieldKey)) continue
    const customFields = applyChanges(row.contact.customFields, [cleared])
    contacts.set(workspaceUuid, row.contact.uuid, { ...row, contact: { ...row.contact, customFields } })
  }
}
