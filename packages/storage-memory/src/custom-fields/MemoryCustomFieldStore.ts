import type { CustomField, WorkspaceUuid } from "@rollcall/core"
import type { CustomFieldValue } from "@rollcall/core/people"
import { applyChanges, CustomFieldStore } from "@rollcall/core/storage"
import { Effect, Option } from "effect"
import { storeLayer } from "../database/Database.ts"
import { createdAt, orderBy } from "../database/Rows.ts"
import { singlePartition, type Tables } from "../database/Tables.ts"

/** The {@link CustomFieldStore} port over tables in memory. */
export const layer = storeLayer(CustomFieldStore, ({ read, write }) => {
  const all: CustomFieldStore["Service"]["all"] = (workspace) =>
    read(({ fields }) => fields.rows(workspace).toSorted(orderBy(createdAt)))

  const named: CustomFieldStore["Service"]["named"] = (workspace, keys) =>
    Effect.map(all(workspace), (fields) => fields.filter((field) => isActive(field) && keys.includes(field.fieldKey)))

  const find: CustomFieldStore["Service"]["find"] = (workspace, uuid) =>
    read(({ fields }) => Option.fromUndefinedOr(fields.get(workspace, uuid)))

  return {
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
        if (isThere) moveValues(tables, field)
      }),

    hasValues: (workspace, uuid) =>
      read(({ contacts }) => contacts.rows(workspace).some(({ index }) => index.values.has(uuid)))
  }
})

/** Returns the version of a workspace's field definitions. */
export const definitionsVersion = ({ definitionVersions }: Tables, workspace: WorkspaceUuid): number =>
  definitionVersions.get(singlePartition, workspace) ?? 0

const isActive = ({ status }: CustomField): boolean => status === "active"

/** Hides the values of an archived field, or shows them again. The index keeps them, but no search uses the field. */
const moveValues = ({ contacts }: Tables, field: CustomField): void => {
  const { fieldKey: key, uuid, workspaceUuid } = field
  const changeTo = (value: CustomFieldValue | null) => [{ field: uuid, key, value, entries: [] }]
  for (const row of contacts.rows(workspaceUuid)) {
    const [from, to] = isActive(field) ? [row.hidden, row.contact.customFields] : [row.contact.customFields, row.hidden]
    const value = Object.hasOwn(from, key) ? from[key] : undefined
    if (value === undefined) continue
    const [left, given] = [applyChanges(from, changeTo(null)), applyChanges(to, changeTo(value))]
    const [customFields, hidden] = isActive(field) ? [given, left] : [left, given]
    contacts.set(workspaceUuid, row.contact.uuid, { ...row, hidden, contact: { ...row.contact, customFields } })
  }
}
