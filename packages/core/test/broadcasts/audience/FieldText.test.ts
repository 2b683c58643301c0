import { assert, describe, it } from "@effect/vitest"
import { ContactUuid, type CustomField, CustomFieldUuid, WorkspaceUuid } from "@rollcall/core"
import { DateTime } from "effect"
import * as fc from "fast-check"
import { fieldTexts } from "../../../src/broadcasts/audience/FieldText.ts"
import { type Contact, makeContact } from "../../../src/contacts/Contact.ts"
import type { CustomFieldValue } from "../../../src/custom-fields/CustomFieldValue.ts"
import { SelectOptionUuid } from "../../../src/shared/Ids.ts"

const uuid = "00000000-0000-4000-8000-000000000001"
const now = DateTime.makeUnsafe("2026-03-09T14:05:00Z")

const contact = (change: Partial<Contact> = {}): Contact => ({
  ...makeContact({
    uuid: ContactUuid.make(uuid),
    workspace: WorkspaceUuid.make(uuid),
    fields: { firstName: "Ana", externalContactId: " 7 " },
    customFields: {},
    now
  }),
  ...change
})

const option = (fieldKey: string, displayLabel: string) => ({
  uuid: SelectOptionUuid.make(uuid),
  displayLabel,
  fieldKey,
  archived: false
})

const field = (fieldType: CustomField["fieldType"]): CustomField => ({
  uuid: CustomFieldUuid.make(uuid),
  workspaceUuid: WorkspaceUuid.make(uuid),
  name: "Field",
  icon: null,
  fieldType,
  fieldKey: "field",
  status: "active",
  editable: true,
  sensitive: true,
  selectOptions: [option("vip", "Very important"), option("new", "New here"), option("old", "Old friend")],
  createdAt: now,
  updatedAt: now,
  archivedAt: null
})

const textOf = (fieldType: CustomField["fieldType"], locale: string, value: CustomFieldValue) =>
  fieldTexts(locale, [field(fieldType)])("field")?.(contact({ customFields: { field: value } }))

/** The text with plain spaces: which kind of space a language writes between two parts depends on the version of its data. */
const plain = (text: string | null | undefined) => text?.replace(/\s/g, " ")

describe("the text of a field", () => {
  it.each([
    ["text", "en", "  as it is ", "  as it is "],
    ["number:integer", "en_US", 1_234_567, "1,234,567"],
    ["number:integer", "de", 1_234_567, "1.234.567"],
    ["number:decimal", "nl", 0.125, "0,125"],
    ["number:percentage", "en", 12.5, "12.5"],
    ["checkbox", "de", false, "false"],
    ["date", "en", "2026-03-09", "Mar 9, 2026"],
    ["date", "de_DE", "2026-03-09", "09.03.2026"],
    ["date:relative", "en_GB", "2026-03-09", "9 Mar 2026"],
    ["date:date_time", "en_US", "2026-03-09T23:30:00-02:00", "Mar 10, 2026, 1:30 AM"],
    ["date:time", "de", "09:30:15", "09:30"],
    ["select", "en", "vip", "Very important"],
    ["select", "en", "gone", "gone"],
    ["multiselect", "en", ["vip", "new", "old"], "Very important, New here, and Old friend"],
    ["multiselect", "nl", ["vip", "new"], "Very important en New here"],
    ["user", "en", uuid, uuid]
  ] as const)("R4: of type %s in %s is written as the language does", (fieldType, locale, value, expected) => {
    assert.strictEqual(plain(textOf(fieldType, locale, value)), expected)
  })

  it.each([
    ["text", " \n "],
    ["multiselect", []]
  ] as const)("R4: of type %s without anything to see is missing", (fieldType, value) => {
    assert.strictEqual(textOf(fieldType, "en", value), null)
  })

  it("R4: is that of predefined fields too, and missing where they have none", () => {
    const read = fieldTexts("en", [])
    const texts = (one: Contact) =>
      ["firstName", "lastName", "externalContactId", "archived", "createdAt", "lastEngagedAt"].map((name) =>
        plain(read(name)?.(one))
      )
    assert.deepStrictEqual(texts(contact()), ["Ana", undefined, "7", "false", "Mar 9, 2026, 2:05 PM", undefined])
    assert.deepStrictEqual(
      ["field", "constructor", "first_name"].map((name) => read(name)),
      [null, null, null]
    )
  })

  it("R4: is none of a contact without a value, whatever the field is called", () => {
    const named: CustomField = { ...field("text"), fieldKey: "constructor" }
    assert.strictEqual(fieldTexts("en", [named])("constructor")?.(contact()), null)
  })

  it("R4: never fails, whatever the locale and the value are, and is never blank", () => {
    const types = ["date", "date:date_time", "date:time", "date:relative", "number:decimal", "multiselect"] as const
    fc.assert(
      fc.property(
        fc.constantFrom(...types),
        fc.oneof(fc.string(), fc.constantFrom("en", "zh_CN", "pt_BR", "x", "en_")),
        fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.boolean(), fc.array(fc.string())),
        (type, locale, value) => {
          const text = textOf(type, locale, value)
          assert.isTrue(text === null || (text !== undefined && text.trim() !== ""))
        }
      )
    )
  })
})
