import { describe, expect, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import type { Contact } from "../../../src/people/contacts/Contact.ts"
import { customKeys, planSearch, searchable } from "../../../src/people/contacts/ContactSearch.ts"
import { digitForms, identifierKeys } from "../../../src/people/contacts/Identifiers.ts"
import { predefinedFields } from "../../../src/people/contact-fields/PredefinedFields.ts"
import { entriesOf } from "../../../src/people/custom-fields/ValueIndex.ts"
import type { SearchRequest } from "../../../src/people/search/Filter.ts"
import { toPredicate } from "../../../src/people/search/Predicate.ts"
import { fold } from "../../../src/shared/Text.ts"
import { definition, option } from "../custom-fields/Definition.ts"
import { contact } from "./Fixture.ts"

const plan = (request: SearchRequest) => Result.getOrThrow(planSearch(request))

const indexOf = (fields: Partial<Contact>) => {
  const one = contact(fields)
  return searchable(one, identifierKeys(digitForms, one))
}

const finds = (request: SearchRequest, fields: Partial<Contact>): boolean =>
  toPredicate(plan(request).condition)(indexOf(fields))

describe("planSearch", () => {
  it("asks for every contact, newest first, when nothing is said", () => {
    expect(plan({})).toEqual({
      condition: { _tag: "All", conditions: [] },
      sort: { field: { kind: "instant", name: "createdAt" }, direction: "desc" }
    })
  })

  it("S9: sorts by every predefined field, whatever data type is given", () => {
    for (const [name, field] of predefinedFields) {
      expect(plan({ sortBy: { field: name, dataType: "double" } }).sort).toEqual({ field, direction: "asc" })
    }
  })

  it("S8: looks for a term in the seven default text fields and no other", () => {
    for (const field of [
      "firstName",
      "lastName",
      "email",
      "phoneNumber",
      "chatappId",
      "socialmsgId",
      "externalContactId"
    ] as const) {
      expect(finds({ searchTerm: "needle" }, { [field]: "a NEEDLE b" })).toBe(true)
    }
    expect(finds({ searchTerm: "needle" }, { clientReference: "needle" })).toBe(false)
  })

  it.each([
    ["equals", " 003000000ABCdef ", true],
    ["equals", "003000000ABCdeF", false],
    ["not_equals", "003000000ABCdeF", true],
    ["not_equals", "003000000ABCdef", false],
    ["starts_with", "003000000abc", true],
    ["contains", "abcdef", true]
  ] as const)(
    "S2: asks an id of another system whether it %s %j, to the letter if equal",
    (operator, value, expected) => {
      const filter = { field: "externalContactId", operator, value }
      expect(finds({ advancedSearch: [filter] }, { externalContactId: "003000000ABCdef" })).toBe(expected)
    }
  )

  it("S8: looks for digits in the phone fields alone", () => {
    expect(finds({ searchTerm: "49.170.123" }, { phoneNumber: "0049 170/123-45" })).toBe(true)
    expect(finds({ searchTerm: "(0170)123" }, { chatappId: "00 170-123" })).toBe(true)
    expect(finds({ searchTerm: "1701" }, { socialmsgId: "1-7-0-1" })).toBe(false)
  })

  it.each([
    ["alvaro", "Álvaro"],
    ["ÁLVARO", "alvaro"],
    ["a\u0301lvaro", "Alvaro"],
    ["cerny", "Černý"],
    ["lukasiewicz", "Łukasiewicz"],
    ["Łukasiewicz", "Lukasiewicz"],
    ["istanbul", "İstanbullu"],
    ["ISPARTA", "ısparta"],
    ["zoë", "Zoe"],
    ["þór", "Thor"],
    ["Nguyen", "Nguyễn"],
    ["αθηνα", "Αθηνά"],
    ["алена", "Алёна"],
    ["o'brien", "O’Brien"],
    ["o´brien", "O'Brien"],
    ["o`brien", "OʼBrien"]
  ])("S2, S8: finds by the term %j the name %j, which a filter does not", (searchTerm, lastName) => {
    expect(finds({ searchTerm }, { lastName })).toBe(true)
    for (const operator of ["equals", "contains", "starts_with"] as const) {
      const advancedSearch = [{ field: "lastName", operator, value: searchTerm }]
      expect(finds({ advancedSearch }, { lastName })).toBe(false)
    }
  })

  it("S2: looks without accents into one text at a time, and into those that terms look into alone", () => {
    const name = { firstName: "José", lastName: "Núñez", clientReference: "Zoë" }
    expect(finds({ searchTerm: "jose nunez" }, name)).toBe(true)
    for (const searchTerm of ["josenunez", "zoe", "enu"]) expect(finds({ searchTerm }, name)).toBe(false)
  })

  it.each(["\u0301", "\u0301\u0308", "\u064e", "¨"])(
    "S2: finds by accents alone, %j, those who have them",
    (searchTerm) => {
      expect(finds({ searchTerm }, { firstName: "Ada Augusta", lastName: "Núñez" })).toBe(false)
      expect(finds({ searchTerm }, { firstName: `q${searchTerm}` })).toBe(true)
    }
  )

  it("S2: finds by a part of a text at least what it is in when both are folded", () => {
    const unit = fc.constantFrom(...Array.from("abßıİøþé1 -'’´¨`+(0)7\u0301\u0307\u0323\u064eّأشيァか\u3099"))
    const texts = fc.string({ unit, minLength: 1, maxLength: 12 })
    const cases = fc.tuple(texts, fc.nat(), fc.nat()).map(([text, from, length]) => {
      const start = from % text.length
      return { text, token: text.slice(start, start + 1 + (length % 6)).trim() }
    })
    fc.assert(
      fc.property(cases, ({ text, token }) => {
        fc.pre(!/\s/u.test(token) && token !== "" && fold(text).includes(fold(token)))
        expect(finds({ searchTerm: token }, { lastName: text })).toBe(true)
      }),
      { numRuns: 5_000 }
    )
  })

  it.each(["nickname", "", "Email", "email ", "__proto__", "constructor", "toString", "$.email"])(
    "S7, W9: knows no field %j, and names those that there are",
    (field) => {
      const issue = {
        path: ["sortBy", "field"],
        code: "value_error",
        message: `${JSON.stringify(field)} is neither a custom field nor one of ${[...predefinedFields.keys()].join(", ")}`
      }
      expect(planSearch({ sortBy: { field } })).toEqual(Result.fail([issue]))
    }
  )

  it("F3, S11: knows a custom field by its key, and its options by uuid and label", () => {
    const red = option(1, { displayLabel: "Dark red" })
    const color = definition({ fieldKey: "color", fieldType: "select", selectOptions: [red] })
    const index = searchable(contact(), [], new Map([[color.uuid, entriesOf("select", red.fieldKey)]]))
    for (const value of [red.uuid, red.displayLabel, red.fieldKey]) {
      const request: SearchRequest = { advancedSearch: [{ field: "color", operator: "equals", value }] }
      const { condition } = Result.getOrThrow(planSearch(request, [color]))
      expect(toPredicate(condition)(index)).toBe(true)
    }
    expect(Result.getOrThrow(planSearch({ sortBy: { field: "color" } }, [color])).sort).toEqual({
      field: { kind: "value", uuid: color.uuid, part: "text" },
      direction: "asc"
    })
  })

  it("asks for the definitions of names that custom fields could have, each once", () => {
    const named = (field: string) => ({ field, operator: "exists" }) as const
    const advancedSearch = [named("color"), named("email"), named("size"), named("Color"), named("color")]
    expect(customKeys({ advancedSearch, sortBy: { field: "age" } })).toEqual(["color", "size", "age"])
  })
})

describe("searchable", () => {
  it("S6: an empty text is no value, nor is a phone number without digits; false is one", () => {
    const { boolean, text } = indexOf({ firstName: "", email: null, phoneNumber: "unknown" })
    expect([text["firstName"], text["email"], text["phoneNumber.digits"]]).toEqual([null, null, null])
    expect([text["phoneNumber"], boolean["archived"]]).toEqual(["unknown", false])
  })

  it("S2: folds texts, and keeps the digits of a phone number", () => {
    const { text } = indexOf({ lastName: "STRAẞE", phoneNumber: "+49 (170) 1", externalContactId: "aB" })
    expect([text["lastName"], text["phoneNumber.digits"]]).toEqual(["strasse", "491701"])
    expect([text["externalContactId"], text["externalContactId.exact"]]).toEqual(["ab", "aB"])
  })

  it("S2: keeps without accents only the texts that have some, and of most contacts none", () => {
    const unaccented = (fields: Partial<Contact>) => indexOf(fields).text["unaccented"]
    expect(unaccented({ firstName: "Zoë", lastName: "Smith", socialmsgId: "o’b", email: "" })).toBe("zoe\no'b")
    expect(unaccented({ firstName: "Zoe", lastName: "O'Brien", phoneNumber: "+49 1", clientReference: "é" })).toBeNull()
    expect(unaccented({ firstName: "\u0301", lastName: "¨" })).toBeNull()
  })
})
