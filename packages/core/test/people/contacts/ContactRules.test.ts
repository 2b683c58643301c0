import { describe, expect, it } from "@effect/vitest"
import { identifierFields, maxFieldLength } from "../../../src/people/contacts/Contact.ts"
import { writableFields } from "../../../src/people/contact-fields/PredefinedFields.ts"
import { fieldIssues, identifierIssues } from "../../../src/people/contacts/ContactRules.ts"
import { InvalidInput } from "../../../src/shared/Issue.ts"
import { contact } from "./Fixture.ts"

describe("fieldIssues", () => {
  it("accepts missing, null, empty and ordinary strings", () => {
    expect(fieldIssues({})).toEqual([])
    expect(fieldIssues({ firstName: null, lastName: undefined, email: "", phoneNumber: "+49 170" })).toEqual([])
  })

  it("accepts 1,000 characters and rejects 1,001 (W8)", () => {
    for (const field of writableFields) {
      expect(fieldIssues({ [field]: "👋".repeat(maxFieldLength) })).toEqual([])
      expect(fieldIssues({ [field]: "👋".repeat(maxFieldLength + 1) })).toMatchObject([
        { code: "too_long", path: [field] }
      ])
    }
  })

  it.each(["a\0b", "\ud800", "\udc00x"])("rejects a string that a store cannot keep: %j", (value) => {
    expect(fieldIssues({ firstName: value, email: value })).toMatchObject([
      { code: "value_error", path: ["firstName"] },
      { code: "value_error", path: ["email"] }
    ])
  })
})

describe("identifierIssues (C1)", () => {
  it("names every identifier if none is given", () => {
    const issues = identifierIssues(contact({ firstName: "Ada" }))
    expect(issues).toMatchObject(identifierFields.map((field) => ({ code: "missing", path: [field] })))
    expect(new InvalidInput({ issues }).message).toBe(
      "externalContactId, email, phoneNumber, chatappId, socialmsgId: at least one identifier is required"
    )
  })

  it("are empty if one identifier is given", () => {
    for (const field of identifierFields) expect(identifierIssues(contact({ [field]: "x" }))).toEqual([])
  })
})
