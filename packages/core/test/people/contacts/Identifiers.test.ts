import { digitForms } from "@rollcall/core/people"
import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { usableIdentifiers } from "../../../src/people/contacts/ContactRules.ts"
import {
  addressesOf,
  hasIdentifier,
  identifierKeys,
  identifierValue
} from "../../../src/people/contacts/Identifiers.ts"

const unnamed = { externalContactId: null, email: null, phoneNumber: null, chatappId: null, socialmsgId: null }

describe("C3: normalised identifiers", () => {
  it("are an email in lower case, the digits of phone numbers, and other ids unchanged", () => {
    const contact = {
      externalContactId: "Crm-1",
      email: " mailto:\u200bÄDA@Example.ORG. ",
      phoneNumber: "+49 (170) 123456",
      chatappId: "４９-１７１２３４５６",
      socialmsgId: "Ada"
    }
    expect(identifierKeys(digitForms, contact)).toEqual([
      { field: "externalContactId", value: "Crm-1" },
      { field: "email", value: "äda@example.org" },
      { field: "phoneNumber", value: "49170123456" },
      { field: "chatappId", value: "4917123456" },
      { field: "socialmsgId", value: "Ada" }
    ])
  })

  it("leave out missing values and values without anything to match", () => {
    expect(identifierKeys(digitForms, unnamed)).toEqual([])
    expect(identifierKeys(digitForms, {})).toEqual([])
    expect(identifierKeys(digitForms, { ...unnamed, email: "  ", phoneNumber: "call me", socialmsgId: "" })).toEqual([])
  })

  it("of one field differ from those of every other field", () => {
    const contact = { ...unnamed, phoneNumber: "49170123" }
    expect(hasIdentifier(digitForms, contact, { field: "phoneNumber", value: "49170123" })).toBe(true)
    expect(hasIdentifier(digitForms, contact, { field: "chatappId", value: "49170123" })).toBe(false)
  })

  it("do not change when normalized again", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("email", "phoneNumber", "chatappId", "externalContactId", "socialmsgId"),
        fc.string({ unit: "binary" }),
        (field, text) => {
          const value = identifierValue(digitForms, field, text)
          expect(identifierValue(digitForms, field, value)).toBe(value)
        }
      )
    )
  })

  it("of a request are only the storable ones, trimmed as when stored", () => {
    const given = { externalContactId: " Crm-1 ", email: "a\0b", phoneNumber: "1".repeat(1_001), socialmsgId: "  " }
    expect(usableIdentifiers(digitForms, { ...given, firstName: "Ada", chatappId: null })).toEqual([
      { field: "externalContactId", value: "Crm-1" }
    ])
  })
})

describe("C5: a contact's addresses", () => {
  it("are the digits of chatapp_id and phone_number, each once", () => {
    const [one, other] = ["49171123456", "49170123456"]
    expect(addressesOf(digitForms, { chatappId: "+49 171 123456", phoneNumber: "49-170-123456" })).toEqual([one, other])
    expect(addressesOf(digitForms, { chatappId: "+49 171 123456", phoneNumber: one })).toEqual([one])
    expect(addressesOf(digitForms, { chatappId: null, phoneNumber: "none" })).toEqual([])
  })
})
