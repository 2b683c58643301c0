import { describe, expect, it } from "@effect/vitest"
import { allOf } from "../../src/search/Condition.ts"
import { searchTermFields } from "../../src/search/Field.ts"
import { toPredicate } from "../../src/search/Predicate.ts"
import { searchable } from "../../src/search/Searchable.ts"
import { searchTermCondition } from "../../src/search/SearchTerm.ts"
import type { Contact } from "../../src/contacts/Contact.ts"
import { contact } from "./Contact.ts"

const finds = (term: string, fields: Partial<Contact>): boolean =>
  toPredicate(allOf(searchTermCondition(term)))(searchable(contact(fields)))

describe("searchTermCondition (S8)", () => {
  it("looks into the seven default text fields and no other", () => {
    expect(searchTermFields).toEqual([
      "first_name",
      "last_name",
      "email",
      "phone_number",
      "chatapp_id",
      "socialmsg_id",
      "external_contact_id"
    ])
    for (const field of [
      "firstName",
      "lastName",
      "email",
      "phoneNumber",
      "chatappId",
      "socialmsgId",
      "externalContactId"
    ] as const) {
      expect(finds("needle", { [field]: "a NEEDLE b" })).toBe(true)
    }
    expect(finds("needle", { clientReference: "needle" })).toBe(false)
  })

  it("asks for every token, in whatever field", () => {
    const ada = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.org" }
    expect(finds("ada love", ada)).toBe(true)
    expect(finds("love\u00a0ADA\t.org", ada)).toBe(true)
    expect(finds("ada byron", ada)).toBe(false)
  })

  it("asks for nothing without a token", () => {
    expect(searchTermCondition("")).toEqual([])
    expect(searchTermCondition(" \n\u3000 ")).toEqual([])
  })

  it("splits what was typed: a character that folds to a text with a space stays one token", () => {
    expect(finds("¨", { firstName: "x\u0308" })).toBe(false)
    expect(finds("¨", { firstName: "x¨y" })).toBe(true)
  })

  it("S2: takes every token literally", () => {
    expect(finds("100%", { firstName: "100% Ada" })).toBe(true)
    expect(finds("1_0", { firstName: "100% Ada" })).toBe(false)
    expect(finds("%", { firstName: "Ada" })).toBe(false)
  })

  it.each(["1701", "+49170", "(0170)123", "49.170.123", "49/170-12"])(
    "finds %s among the digits of a phone number",
    (term) => {
      const expected = term === "(0170)123" ? { phoneNumber: "00 170-123" } : { phoneNumber: "0049 170/123-45" }
      expect(finds(term, expected)).toBe(true)
      expect(finds(term, { chatappId: expected.phoneNumber })).toBe(true)
    }
  )

  it("looks for digits from four on, and in the phone fields alone", () => {
    expect(finds("170", { phoneNumber: "1-7-0" })).toBe(false)
    expect(finds("1701", { phoneNumber: "1-7-0-1" })).toBe(true)
    expect(finds("1701", { socialmsgId: "1-7-0-1" })).toBe(false)
  })

  it("takes no digits out of a token that is no phone number", () => {
    expect(finds("a1701", { phoneNumber: "1701" })).toBe(false)
    expect(finds("ada1701@example.org", { phoneNumber: "1701" })).toBe(false)
  })
})
