import { assert, describe, it } from "@effect/vitest"
import { ContactUuid, type CustomField, CustomFieldUuid, WorkspaceUuid } from "@rollcall/core"
import { DateTime } from "effect"
import * as fc from "fast-check"
import { fieldTexts } from "../../../../src/sending/broadcasts/audience/FieldText.ts"
import type { ValueFormat } from "../../../../src/sending/broadcasts/audience/ValueFormat.ts"
import { makeZoneReader } from "../../../../src/sending/broadcasts/zones/RecipientZones.ts"
import { type Contact, makeContact } from "../../../../src/people/contacts/Contact.ts"
import type { CustomFieldValue } from "../../../../src/people/custom-fields/CustomFieldValue.ts"
import { digitForms } from "../../../../src/people/contacts/Identifiers.ts"
import { SelectOptionUuid } from "../../../../src/shared/Ids.ts"

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

/** Numbers that begin with 1 may be in two zones, and numbers that begin with 49 are in Berlin. */
const numbers = {
  ...digitForms,
  timeZones: (address: string) =>
    address.startsWith("1") ? ["America/New_York", "Europe/Berlin"] : address.startsWith("49") ? ["Europe/Berlin"] : []
}

const utc = makeZoneReader(numbers, { timeZone: "UTC", timeZoneField: "zone" })
const none = makeZoneReader(numbers, null)

const textOf = (
  fieldType: CustomField["fieldType"],
  locale: string,
  value: CustomFieldValue,
  format: ValueFormat | null = null
) => fieldTexts(locale, [field(fieldType)], utc)("field", format)?.(contact({ customFields: { field: value } }), null)

/** The text with plain spaces: which kind of space a language writes between two parts depends on the version of its data. */
const plain = (text: string | null | undefined) => text?.replace(/\s/g, " ")

describe("a field's text", () => {
  it.each([
    ["text", "en", "  as it is ", "  as it is "],
    ["number:integer", "en_US", 20_451, "20451"],
    ["number:integer", "de", -2_026, "-2026"],
    ["number:decimal", "en", 20_451, "20,451"],
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
  ] as const)("R4: of type %s in %s is written in the language's format", (fieldType, locale, value, expected) => {
    assert.strictEqual(plain(textOf(fieldType, locale, value)), expected)
  })

  it.each([
    ["number:integer", "en", 20_451, "decimal", "20,451"],
    ["number:integer", "de", 20_451, "decimal", "20.451"],
    ["number:integer", "de", 20_451, "integer", "20451"],
    ["number:decimal", "en", 0.5, "decimal", "0.5"],
    ["date", "en", "2026-03-09", "full_date", "Monday, March 9, 2026"],
    ["date", "de", "2026-03-09", "date", "09.03.2026"],
    ["date:date_time", "de", "2026-03-09T23:30:00Z", "time", "23:30"],
    ["date:date_time", "de", "2026-03-09T23:30:00Z", "date", "09.03.2026"],
    ["date:date_time", "de", "2026-03-09T23:30:00Z", "full_date", "Montag, 9. März 2026"],
    ["date:date_time", "de", "2026-03-09T23:30:00Z", "date_time", "09.03.2026, 23:30"],
    ["date:time", "en", "09:30", "time", "9:30 AM"]
  ] as const)("R4: of type %s in %s is written in the named format", (type, locale, value, format, expected) => {
    assert.strictEqual(plain(textOf(type, locale, value, format)), expected)
  })

  it.each([
    ["the zone in the field", utc, "Asia/Kathmandu", "4917000000001", "15.01.2027, 18:50"],
    ["an offset in the field", utc, "GMT-5", "4917000000001", "15.01.2027, 08:05"],
    ["the zone of the number", utc, null, "4917000000001", "15.01.2027, 14:05"],
    ["the zone of the number, where the field can't be read", utc, "Atlantis", "4917000000001", "15.01.2027, 14:05"],
    ["the zone of the workspace", utc, null, "7000000000001", "15.01.2027, 13:05"],
    [
      "the zone of the workspace, with its name, where the number has several",
      utc,
      null,
      "12025550123",
      "15.01.2027, 13:05 (UTC)"
    ],
    ["UTC, with its name, where nothing is known", none, null, "7000000000001", "15.01.2027, 13:05 (UTC)"],
    ["UTC, with its name, where there is no number", none, null, null, "15.01.2027, 13:05 (UTC)"]
  ] as const)("R4: a timestamp is written in %s", (_, zones, zone, address, expected) => {
    const values = { field: "2027-01-15T13:05:00Z", ...(zone !== null && { zone }) }
    const text = fieldTexts("de", [field("date:date_time")], zones)("field")
    assert.strictEqual(plain(text?.(contact({ customFields: values }), address)), expected)
  })

  it("R4: is the same in every zone for a date and a time of day", () => {
    for (const [type, value, expected] of [
      ["date", "2027-01-15", "15.01.2027"],
      ["date:time", "14:05", "14:05"]
    ] as const) {
      const text = fieldTexts("de", [field(type)], utc)("field")
      assert.strictEqual(
        text?.(contact({ customFields: { field: value, zone: "Pacific/Apia" } }), "12025550123"),
        expected
      )
    }
  })

  it.each([
    ["text", " \n "],
    ["multiselect", []]
  ] as const)("R4: of type %s without visible characters is missing", (fieldType, value) => {
    assert.strictEqual(textOf(fieldType, "en", value), null)
  })

  it("R4: includes predefined fields, and is missing if they are empty", () => {
    const read = fieldTexts("en", [], utc)
    const texts = (one: Contact) =>
      ["firstName", "lastName", "externalContactId", "archived", "createdAt", "lastEngagedAt"].map((name) =>
        plain(read(name)?.(one, null))
      )
    assert.deepStrictEqual(texts(contact()), ["Ana", undefined, "7", "false", "Mar 9, 2026, 2:05 PM", undefined])
    assert.deepStrictEqual(
      ["field", "constructor", "first_name"].map((name) => read(name)),
      [null, null, null]
    )
  })

  it("R4: is missing for a contact without a value, whatever the field's name", () => {
    const named: CustomField = { ...field("text"), fieldKey: "constructor" }
    assert.strictEqual(fieldTexts("en", [named], utc)("constructor")?.(contact(), null), null)
  })

  it("R4: never fails for any locale and value, and is never blank", () => {
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
