import { describe, expect, it } from "@effect/vitest"
import { DateTime } from "effect"
import fc from "fast-check"
import {
  type ContactFields,
  identifierFields,
  isIdentified,
  makeContact,
  patchContact,
  tidy
} from "../../../src/people/contacts/Contact.ts"
import { writableFields } from "../../../src/people/contact-fields/PredefinedFields.ts"
import { ContactUuid, WorkspaceUuid } from "../../../src/shared/Ids.ts"

const uuid = ContactUuid.make("00000000-0000-4000-8000-000000000001")
const workspace = WorkspaceUuid.make("00000000-0000-4000-8000-00000000000a")
const now = DateTime.makeUnsafe("2024-02-29T12:00:00.000Z")
const later = DateTime.add(now, { seconds: 1 })
const make = (fields: ContactFields) => makeContact({ uuid, workspace, fields, customFields: {}, now })

const value = fc.oneof(
  fc.constant(null),
  fc.constant(undefined),
  fc.string(),
  fc.constantFrom("", " ", " x ", "\u00a0")
)
const fields: fc.Arbitrary<ContactFields> = fc.record(
  Object.fromEntries(writableFields.map((field) => [field, value])),
  { requiredKeys: [] }
)

describe("tidy (C1)", () => {
  it.each([
    [null, null],
    ["", null],
    [" \t\u00a0\ufeff", null],
    ["  Ada Lovelace\n", "Ada Lovelace"],
    ["0", "0"]
  ])("turns %j into %j", (value, expected) => {
    expect(tidy(value)).toBe(expected)
  })
})

describe("makeContact", () => {
  it("C1: trims every string and stores null for empty or missing ones", () => {
    fc.assert(
      fc.property(fields, (fields) => {
        const contact = make(fields)
        for (const field of writableFields) expect(contact[field]).toBe(fields[field]?.trim() || null)
      })
    )
  })

  it("C3: keeps other values as given", () => {
    const contact = make({ email: "Ada@Example.ORG", phoneNumber: "+49 (170) 12-3" })
    expect([contact.email, contact.phoneNumber]).toEqual(["Ada@Example.ORG", "+49 (170) 12-3"])
  })

  it("takes only the writable fields from a request", () => {
    const fields = { firstName: "Ada", archived: true, uuid: "x", clientReference: "y", constructor: "z" }
    expect(make(fields)).toEqual({ ...make({ firstName: "Ada" }) })
  })

  it("starts unarchived and without engagement, updated when created", () => {
    expect(make({})).toMatchObject({ archived: false, lastEngagedAt: null, createdAt: now, updatedAt: now })
  })
})

describe("patchContact", () => {
  it("C1: changes only the given fields; null and empty strings clear", () => {
    fc.assert(
      fc.property(fields, fields, (before, patch) => {
        const contact = make(before)
        const patched = patchContact(contact, patch, {}, later)
        for (const field of writableFields) {
          const given = patch[field]
          expect(patched[field]).toBe(given === undefined ? contact[field] : given?.trim() || null)
        }
        expect(patched).toMatchObject({ uuid, createdAt: now, updatedAt: later })
      })
    )
  })

  it("never sets updatedAt to an earlier time", () => {
    const contact = make({ email: "a" })
    expect(patchContact(contact, { email: "b" }, {}, DateTime.subtract(now, { days: 1 })).updatedAt).toEqual(now)
  })
})

describe("isIdentified (C1)", () => {
  it("requires one of the five identifiers; names do not count", () => {
    expect(identifierFields).toHaveLength(5)
    for (const field of identifierFields) expect(isIdentified(make({ [field]: "x" }))).toBe(true)
    expect(isIdentified(make({ firstName: "Ada", lastName: "Lovelace" }))).toBe(false)
    expect(isIdentified(make({ email: "  ", phoneNumber: "" }))).toBe(false)
  })
})
