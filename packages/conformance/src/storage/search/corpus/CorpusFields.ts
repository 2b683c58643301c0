import { type CustomField, CustomFieldUuid, type WorkspaceUuid } from "@rollcall/core"
import { SelectOptionUuid } from "@rollcall/core/operations"
import { type FieldType, hasOptions, type SelectOption } from "@rollcall/core/people"
import { DateTime } from "effect"
import { hostileTexts } from "../../shared/TextArbitrary.ts"

const uuidOf = (kind: number, n: number): string =>
  `00000000-0000-4000-8${String(kind).padStart(3, "0")}-${String(n + 1).padStart(12, "0")}`

/** A field of every type, two similar fields, and keys with a special meaning in JavaScript, SQL or JSON. */
const keys: ReadonlyArray<readonly [key: string, type: FieldType]> = [
  ["constructor", "text"],
  ["value", "text"],
  ["order_by_1", "number:integer"],
  ["null", "number:decimal"],
  ["n".repeat(250), "number:percentage"],
  ["true", "checkbox"],
  ["date", "date"],
  ["x__proto__", "date:date_time"],
  ["time", "date:time"],
  ["relative", "date:relative"],
  ["select", "select"],
  ["length", "multiselect"],
  ["user", "user"]
]

/** Options with hostile labels. Their keys share prefixes and other parts. */
const options: ReadonlyArray<SelectOption> = hostileTexts
  .filter((label) => label.length <= 250)
  .slice(10, 30)
  .map((displayLabel, n) => ({
    uuid: SelectOptionUuid.make(uuidOf(9, n)),
    displayLabel,
    fieldKey: n % 3 === 0 ? `option_${n}` : n % 3 === 1 ? `o${n}` : `red_${n}`,
    archived: n % 5 === 4
  }))

/** Returns the custom fields for the search suites. Some options are archived. */
export const corpusFields = (workspaceUuid: WorkspaceUuid): ReadonlyArray<CustomField> =>
  keys.map(([fieldKey, fieldType], n) => ({
    uuid: CustomFieldUuid.make(uuidOf(7, n)),
    workspaceUuid,
    name: `Field ${n}`,
    icon: null,
    fieldType,
    fieldKey,
    status: "active",
    editable: true,
    sensitive: n % 2 === 0,
    selectOptions: hasOptions(fieldType) ? options : null,
    createdAt: DateTime.makeUnsafe(n),
    updatedAt: DateTime.makeUnsafe(n),
    archivedAt: null
  }))

/** Long strings that differ only beyond the length that a database index or page holds. */
export const longTexts: ReadonlyArray<string> = [
  ...["a", "b", "B", ""].map((end) => `${"long ".repeat(100)}${end}`),
  ...["a", "b"].map((end) => `${"😀".repeat(499)}x${end}`),
  ...["y", "z"].map((end) => `${"x".repeat(9_000)}${end}`),
  "ﷺ".repeat(600)
].map((text) => text.trim())
