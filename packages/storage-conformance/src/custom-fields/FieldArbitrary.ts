import { type CustomField, CustomFieldUuid, type WorkspaceUuid } from "@rollcall/core"
import { FieldType, hasOptions } from "@rollcall/core/custom-fields"
import { SelectOptionUuid } from "@rollcall/core/shared"
import type { SelectOption } from "@rollcall/core/custom-fields"
import fc from "fast-check"
import { instantArbitrary } from "../shared/InstantArbitrary.ts"
import { textArbitrary } from "../shared/TextArbitrary.ts"

/** Keys that have a meaning in JavaScript, SQL or JSON. They are data nevertheless (F1). */
export const hostileKeys: ReadonlyArray<string> = [
  "constructor",
  "hasownproperty",
  "tostring",
  "length",
  "then",
  "x__proto__",
  "null",
  "true",
  "select",
  "drop_table_contacts",
  "order_by_1",
  "custom_fields",
  "field_uuid",
  "n".repeat(250)
]

/** A text that a name, an icon or a label may have: trimmed, at most 250 UTF-16 units. */
const short = (text: string): string => text.slice(0, 250).toWellFormed().trim() || "x"

const keyArbitrary = fc.oneof(fc.constantFrom(...hostileKeys), fc.stringMatching(/^[a-z][a-z0-9_]{0,30}$/))

const optionsArbitrary: fc.Arbitrary<ReadonlyArray<SelectOption>> = fc.array(
  fc.record({
    uuid: fc.uuid().map((uuid) => SelectOptionUuid.make(uuid)),
    displayLabel: textArbitrary.map(short),
    fieldKey: keyArbitrary,
    archived: fc.boolean()
  }),
  { minLength: 1, maxLength: 4 }
)

/** A definition as the services write it, active or archived. */
export const customFieldArbitrary = (workspaceUuid: WorkspaceUuid): fc.Arbitrary<CustomField> =>
  fc
    .record({
      uuid: fc.uuid().map((uuid) => CustomFieldUuid.make(uuid)),
      name: textArbitrary.map((text) => short(`the ${text}`)),
      icon: fc.option(textArbitrary.map(short)),
      fieldType: fc.constantFrom(...FieldType.literals),
      fieldKey: keyArbitrary,
      editable: fc.boolean(),
      sensitive: fc.boolean(),
      options: optionsArbitrary,
      createdAt: instantArbitrary,
      updatedAt: instantArbitrary,
      archivedAt: fc.option(instantArbitrary)
    })
    .map(({ options, ...field }): CustomField => ({
      ...field,
      workspaceUuid,
      status: field.archivedAt === null ? "active" : "archived",
      selectOptions: hasOptions(field.fieldType) ? options : null
    }))
