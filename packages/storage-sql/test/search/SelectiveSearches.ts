import { type CustomField, CustomFieldUuid, WorkspaceUuid } from "@rollcall/core"
import { type DataType, FieldType, type Filter } from "@rollcall/core/people"
import { instantNames, textNames } from "@rollcall/core/storage"
import { DateTime } from "effect"

export const workspace = WorkspaceUuid.make("00000000-0000-4000-8000-000000000001")

const instant = DateTime.makeUnsafe(0)

/** A field of every type; its key is the type. */
export const fields: ReadonlyArray<CustomField> = FieldType.literals.map((fieldType, n) => ({
  uuid: CustomFieldUuid.make(`00000000-0000-4000-8007-0000000000${String(n).padStart(2, "0")}`),
  workspaceUuid: workspace,
  name: fieldType,
  icon: null,
  fieldType,
  fieldKey: fieldType.replace(":", "_"),
  status: "active",
  editable: true,
  sensitive: false,
  selectOptions: null,
  createdAt: instant,
  updatedAt: instant,
  archivedAt: null
}))

type Test = Pick<Filter, "operator" | "value">

/** Every positive operator on a text, with a value that selects few contacts. */
const textTests = (field: string): ReadonlyArray<Test> => [
  { operator: "equals", value: `zzzz ${field} 1` },
  { operator: "contains", value: "ZZZ" },
  { operator: "starts_with", value: "zzzz" },
  { operator: "ends_with", value: `${field} 7` },
  { operator: "range", value: ["zzz", "zzzzz"] },
  { operator: "gt", value: "zzz" },
  { operator: "gte", value: "zzz" },
  { operator: "lt", value: '"' },
  { operator: "lte", value: '"' }
]

const tests = (late: unknown, range: ReadonlyArray<unknown>, early: unknown): ReadonlyArray<Test> => [
  { operator: "equals", value: late },
  { operator: "range", value: range },
  { operator: "gt", value: range[0] },
  { operator: "gte", value: range[0] },
  { operator: "lt", value: early },
  { operator: "lte", value: early }
]

const instantTests = tests("2033-05-18", ["2033-05-18T03:33:20Z", "2034-01-01T00:00:00Z"], "1970-01-02")
const numberTests = tests(2_000_000_000_003, [2_000_000_000_000, 2_000_000_000_010], 1_000)

const dataTypes: { readonly [Type in FieldType]: DataType } = {
  text: "text",
  "number:integer": "long",
  "number:decimal": "double",
  "number:percentage": "double",
  checkbox: "boolean",
  date: "date",
  "date:date_time": "date",
  "date:time": "text",
  "date:relative": "date",
  select: "text",
  multiselect: "text",
  user: "text"
}

const customTests = (type: FieldType): ReadonlyArray<Test> => {
  if (type === "multiselect") {
    const values = [`zzzz ${type} 1`, [`zzzz ${type} 1`]]
    return values.flatMap((value) => [
      { operator: "equals", value },
      { operator: "contains", value }
    ])
  }
  switch (dataTypes[type]) {
    case "text":
      return textTests(type)
    case "boolean":
      return [{ operator: "equals", value: true }]
    case "date":
      return instantTests
    default:
      return numberTests
  }
}

const predefined: ReadonlyArray<Filter> = [
  ...textNames.flatMap((field) => textTests(field).map((test) => ({ field, ...test }))),
  ...instantNames.flatMap((field) => instantTests.map((test) => ({ field, ...test }))),
  { field: "clientReference", operator: "exists" },
  { field: "lastEngagedAt", operator: "exists" },
  { field: "externalContactId", operator: "not_exists" },
  { field: "archived", operator: "equals", value: true },
  { field: "archived", operator: "not_equals", value: false }
]

const custom: ReadonlyArray<Filter> = fields.flatMap(({ fieldKey, fieldType }) =>
  customTests(fieldType).map((test) => ({ field: fieldKey, dataType: dataTypes[fieldType], ...test }))
)

/**
 * Every operator that can be selective, on every predefined field and a custom field of every type. The few that are
 * found have texts from `zzzz` or before `"`, instants after 2033 or on the first day of 1970, and numbers like those.
 */
export const selectiveSearches = [...predefined, ...custom].map(
  (filter) => [`${filter.field} ${filter.operator} ${JSON.stringify(filter.value) ?? ""}`.trimEnd(), filter] as const
)
