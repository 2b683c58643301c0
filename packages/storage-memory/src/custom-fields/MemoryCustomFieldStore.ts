import { type CustomField, CustomFieldStore, type CustomFieldUuid, type WorkspaceUuid } from "@rollcall/core"
import { Effect, HashMap, Layer, type Option } from "effect"
import { contactsOf } from "../contacts/ContactsState.ts"
import { MemoryDatabase } from "../kernel/MemoryDatabase.ts"
import { fieldsInOrder, fieldsOf, hasField, putField } from "./CustomFieldsState.ts"
import { hideValues } from "./HideValues.ts"

const isActive = ({ status }: CustomField): boolean => status === "active"

/** The custom field definitions of the memory database. */
export const layer: Layer.Layer<CustomFieldStore, never, MemoryDatabase> = Layer.effect(
  CustomFieldStore,
  Effect.gen(function* () {
    const database = yield* MemoryDatabase

    const all = (workspace: WorkspaceUuid): Effect.Effect<ReadonlyArray<CustomField>> =>
      database.read(({ customFields }) => fieldsInOrder(customFields, workspace))

    const find = (workspace: WorkspaceUuid, uuid: CustomFieldUuid): Effect.Effect<Option.Option<CustomField>> =>
      database.read(({ customFields }) => HashMap.get(fieldsOf(customFields, workspace), uuid))

    const named = (
      workspace: WorkspaceUuid,
      keys: ReadonlyArray<string>
    ): Effect.Effect<ReadonlyArray<CustomField>> => {
      const wanted = new Set(keys)
      return Effect.map(all(workspace), (fields) =>
        fields.filter((field) => isActive(field) && wanted.has(field.fieldKey))
      )
    }

    return CustomFieldStore.of({
      insert: (field) =>
        database.modify((state) => {
          const taken = fieldsInOrder(state.customFields, field.workspaceUuid).some(
            ({ fieldKey }) => fieldKey === field.fieldKey
          )
          return taken ? [false, state] : [true, { ...state, customFields: putField(state.customFields, field) }]
        }),

      all,

      named,

      // A transaction holds the one lock that all writers need.
      lockShared: named,

      find,

      lock: find,

      replace: (field) =>
        database.modify((state) => {
          if (!hasField(state.customFields, field)) return [undefined, state]
          const contacts = isActive(field) ? state.contacts : hideValues(state.contacts, field)
          return [undefined, { ...state, contacts, customFields: putField(state.customFields, field) }]
        }),

      hasValues: (workspace, uuid) =>
        database.read(({ contacts }) =>
          HashMap.some(contactsOf(contacts, workspace), ({ index }) => index.values.has(uuid))
        )
    })
  })
)
