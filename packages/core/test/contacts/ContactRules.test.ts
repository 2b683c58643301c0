import { describe, expect, it } from "@effect/vitest"
import { identifierFields, maxFieldLength } from "../../src/contacts/Contact.ts"
import { writableFields } from "../../src/custom-fields/PredefinedFields.ts"
import { fieldIssues, identifierIssues } from "../../src/contacts/ContactRules.ts"
import { contact } from "./Fixture.ts"

const wireNames = [
  "first_name",
  "last_name",
  "external_contact_id",
  "email",
  "phone_number",
  "chatapp_id",
  "socialmsg_id"
]

describe("fieldIssues", () => {
  it("finds nothing wrong with absent, null, empty and ordinary texts", () => {
    expect(fieldIssues({})).toEqual([])
    expect(fieldIssues({ firstName: null, lastName: undefined, email: "", phoneNumber: "+49 170" })).toEqual([])
  })

  it("takes 1,000 units and not 1,001", () => {
    for (const [index, field] of writableFields.entries()) {
      expect(fieldIssues({ [field]: "x".repeat(maxFieldLength) })).toEqual([])
      expect(fieldIssues({ [field]: "x".repeat(maxFieldLength + 1) })).toMatchObject([
        { type: "too_long", in: "body", field: wireNames[index] }
      ])
    }
  })

  it.each(["a\0b", "\ud800", "\udc00x"])("refuses what a store cannot keep: %j", (value) => {
    expect(fieldIssues({ firstName: value, email: value })).toMatchObject([
      { type: "value_error", in: "body", field: "first_name" },
      { type: "value_error", in: "body", field: "email" }
    ])
  })
})

describe("identifierIssues (C1)", () => {
  it("is one issue of the body when there is no identifier", () => {
    expect(identifierIssues(contact({ firstName: "Ada" }))).toMatchObject([
      { type: "missing", in: "body", field: "external_contact_id" }
    ])
  })

  it("is none when there is one", () => {
    for (const field of identifierFields) expect(identifierIssues(contact({ [field]: "x" }))).toEqual([])
  })
})
