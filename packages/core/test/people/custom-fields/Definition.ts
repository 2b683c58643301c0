import { DateTime } from "effect"
import type { CustomField, SelectOption } from "../../../src/people/custom-fields/CustomField.ts"
import { CustomFieldUuid, SelectOptionUuid, WorkspaceUuid } from "../../../src/shared/Ids.ts"

const uuid = (kind: number, n: number) =>
  `00000000-0000-4000-8${String(kind).padStart(3, "0")}-${String(n).padStart(12, "0")}`

/** An active text field that can be edited, but for what is given. */
export const definition = (fields: Partial<CustomField> = {}): CustomField => ({
  uuid: CustomFieldUuid.make(uuid(7, 1)),
  workspaceUuid: WorkspaceUuid.make(uuid(1, 1)),
  name: "Field",
  icon: null,
  fieldType: "text",
  fieldKey: "field",
  status: "active",
  editable: true,
  sensitive: false,
  selectOptions: null,
  createdAt: DateTime.makeUnsafe(0),
  updatedAt: DateTime.makeUnsafe(0),
  archivedAt: null,
  ...fields
})

/** The nth option of a field. */
export const option = (n: number, fields: Partial<SelectOption> = {}): SelectOption => ({
  uuid: SelectOptionUuid.make(uuid(8, n)),
  displayLabel: `Option ${n}`,
  fieldKey: `option_${n}`,
  archived: false,
  ...fields
})
