import type { CustomField, CustomFieldUuid, WorkspaceUuid } from "@rollcall/core"
import { HashMap, Option } from "effect"

/** The definitions of each workspace, archived ones among them. */
export type CustomFieldsState = HashMap.HashMap<WorkspaceUuid, HashMap.HashMap<CustomFieldUuid, CustomField>>

export const emptyCustomFields: CustomFieldsState = HashMap.empty()

export const fieldsOf = (
  state: CustomFieldsState,
  workspace: WorkspaceUuid
): HashMap.HashMap<CustomFieldUuid, CustomField> =>
  Option.getOrElse(HashMap.get(state, workspace), () => HashMap.empty())

export const putField = (state: CustomFieldsState, field: CustomField): CustomFieldsState =>
  HashMap.set(state, field.workspaceUuid, HashMap.set(fieldsOf(state, field.workspaceUuid), field.uuid, field))

/** Whether the workspace has a definition with this uuid. */
export const hasField = (state: CustomFieldsState, { uuid, workspaceUuid }: CustomField): boolean =>
  HashMap.has(fieldsOf(state, workspaceUuid), uuid)

/** The definitions of a workspace, oldest first, then by uuid. */
export const fieldsInOrder = (state: CustomFieldsState, workspace: WorkspaceUuid): ReadonlyArray<CustomField> =>
  HashMap.toValues(fieldsOf(state, workspace)).sort(
    (a, b) => a.createdAt.epochMilliseconds - b.createdAt.epochMilliseconds || (a.uuid < b.uuid ? -1 : 1)
  )
