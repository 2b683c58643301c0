import { describe, expect, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import type { Contact } from "../../../src/people/contacts/Contact.ts"
import { customKeys, planSearch, searchable } from "../../../src/people/contacts/ContactSearch.ts"
import { digitForms, identifierKeys } from "../../../src/people/contacts/Identifiers.ts"
import { predefinedFields } from "../../../src/people/contact-fields/PredefinedFields.ts"
import { entriesOf } from "../../../src/people/custom-fields/ValueIndex.ts"
import type { Operator, SearchRequest } from "../../../src/people/search/Filter.ts"
import { toPredicate } from "../../../src/people/search/Predicate.ts"
import { unaccented } from "../../../src/people/search/terms/UnaccentedText.ts"
import { ContactUuid } from "../../../src/shared/Ids.ts"
import { fold, foldTrimmed } from "../../../src/shared/Text.ts"
import { definition, option } from "../custom-fields/Definition.ts"
import { contact } from "./Fixture.ts"

const plan = (request: SearchRequest) => Result.getOrThrow(planSearch(request))

const uuidOf = (n: number) => ContactUuid.make(`00000000-0000-4000-8000-00000000000${n}`)

const indexOf = (fields: Partial<Contact>) => {
  const one = contact(fields)
  return searchable(one, identifierKeys(digitForms, one))
}

const finds = (request: SearchRequest, fields: Partial<Contact>): boolean =>
  toPredicate(plan(request).condition)(indexOf(fields))

describe("planSearch", () => {
  it("returns every contact, newest first, by default", () => {
    expect(plan({})).toEqual({
      condition: { _tag: "All", conditions: [] },
      sort: { field: { kind: "instant", name: "createdAt" }, direction: "desc" }
    })
  })

  it("S9: sorts by every predefined field, with any data type", () => {
    for (const [name, field] of predefinedFields) {
      expect(plan({ sortBy: { field: name, dataType: "double" } }).sort).toEqual({ field, direction: "asc" })
    }
  })

  it("S8: searches a term only in the seven default text fields", () => {
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
    "S2: tests another system's id with %s %j, exactly if the operator is equals",
    (operator, value, expected) => {
      const filter = { field: "externalContactId", operator, value }
      expect(finds({ advancedSearch: [filter] }, { externalContactId: "003000000ABCdef" })).toBe(expected)
    }
  )

  it("S8: searches digits only in the phone fields", () => {
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
  ])("S2, S8: the term %j finds the name %j, which a filter does not find", (searchTerm, lastName) => {
    expect(finds({ searchTerm }, { lastName })).toBe(true)
    for (const operator of ["equals", "contains", "starts_with"] as const) {
      const advancedSearch = [{ field: "lastName", operator, value: searchTerm }]
      expect(finds({ advancedSearch }, { lastName })).toBe(false)
    }
  })

  it.each([
    ["Köhler, Zoë", true],
    ['"Zoë Köhler"', true],
    ["„Köhler“ (zoë);", true],
    ["Zoë Köhler <zk@example.org>", true],
    ["Köhler – Zoë", true],
    ["\u202ako\u0308hler\u202c zo\u00adë\u200e", true],
    ["@example.org", true],
    ["@example.com", false],
    ["\u0660\u0661\u0665\u0661 \u06f1\u06f0\u06f0\u06f0\u06f0\u06f0\u06f9\u06f9", true],
    ["+\u0664\u0669 \u0661\u0665\u0661 10000099.", true],
    ["#", false]
  ])("S8: removes characters from the term %j that are not searched for", (searchTerm, expected) => {
    const zoe = { firstName: "Zoë", lastName: "Köhler", email: "zk@example.org", phoneNumber: "+49 151 10000099" }
    expect(finds({ searchTerm }, zoe)).toBe(expected)
  })

  it.each([
    ["zerowidth", { firstName: "Zero\u200bWidth" }],
    ["anne-marie", { firstName: "Anne Marie" }],
    ["anne marie", { firstName: "Anne-Marie" }],
    ["josé-luis", { firstName: "Jose\u2011Luis" }],
    ["St. John", { lastName: "St John" }],
    ["St.John", { lastName: "St. John" }],
    ["St John", { lastName: "St.-John" }],
    ["J.R.R. Tolkien", { firstName: "J. R. R.", lastName: "Tolkien" }],
    ["ジョン・スミス", { lastName: "ジョン スミス" }]
  ])("S8: the term %j finds the name %j", (searchTerm, name) => {
    expect(finds({ searchTerm }, name)).toBe(true)
  })

  it("S8: distinguishes periods and hyphens outside names", () => {
    expect(finds({ searchTerm: "a-1" }, { externalContactId: "a 1" })).toBe(false)
    expect(finds({ searchTerm: "ab-c" }, { externalContactId: "ab.c" })).toBe(false)
    expect(finds({ searchTerm: "a.b@example.org" }, { email: "a-b@example.org" })).toBe(false)
  })

  it("S3, S9: compares a name by its folded form, and orders and ranges it without accents", () => {
    const names = fc.string({ unit: fc.constantFrom(...Array.from("abzAÁáżøL' -\u0301")), minLength: 1, maxLength: 5 })
    const ask = (operator: Operator, value: unknown, lastName: string) =>
      finds({ advancedSearch: [{ field: "lastName", operator, value }] }, { lastName })
    fc.assert(
      fc.property(names, names, (lastName, given) => {
        fc.pre(lastName.trim() !== "" && given.trim() !== "")
        const [name, operand] = [foldTrimmed(lastName), foldTrimmed(given)]
        expect(ask("equals", given, lastName)).toBe(name === operand)
        expect(ask("starts_with", given, lastName)).toBe(name.startsWith(operand))
        const [plain, bound] = [unaccented(name), unaccented(operand)]
        const isAfterEqual = name !== plain && (operand === bound || name > operand)
        expect(ask("gt", given, lastName)).toBe(plain === bound ? isAfterEqual : plain > bound)
        expect(ask("gte", given, lastName)).toBe(ask("gt", given, lastName) || name === operand)
        expect(ask("lt", given, lastName)).toBe(!ask("gte", given, lastName))
      }),
      { numRuns: 2_000 }
    )
  })

  it.each(["externalContactId", "email", "phoneNumber", "uuid"])(
    "S2: a list finds values equal to one of its elements, %s",
    (field) => {
      const values = {
        externalContactId: ["a", "b", "c"],
        email: ["a@example.org", "b@example.org", "c@example.org"],
        phoneNumber: ["+49 30 1", "+49 30 2", "+49 30 3"],
        uuid: [uuidOf(1), uuidOf(2), uuidOf(3)]
      }[field]
      const asks = (value: unknown, operator: Operator = "equals") =>
        [1, 2, 3].filter((n) =>
          finds(
            { advancedSearch: [{ field, operator, value }] },
            contact({ uuid: uuidOf(n), [field]: values?.[n - 1] })
          )
        )
      for (const n of [1, 2, 3]) expect(asks([values?.[n - 1]])).toEqual(asks(values?.[n - 1]))
      expect(asks(values?.slice(1))).toEqual([2, 3])
      expect(asks(values?.slice(1), "not_equals")).toEqual([1])
    }
  )

  it("S7: rejects a list without values, with more than 1,000 values, and for a field that is no identifier", () => {
    const refused = (field: string, value: unknown) =>
      Result.isFailure(planSearch({ advancedSearch: [{ field, operator: "equals", value }] }))
    expect(refused("email", [])).toBe(true)
    expect(
      refused(
        "email",
        Array.from({ length: 1_001 }, (_, n) => `${n}@example.org`)
      )
    ).toBe(true)
    expect(refused("email", [1])).toBe(true)
    expect(refused("firstName", ["a"])).toBe(true)
    expect(refused("uuid", ["a"])).toBe(true)
  })

  it("S2: a term without accents matches within one string, and only in the fields that terms search", () => {
    const name = { firstName: "José", lastName: "Núñez", clientReference: "Zoë" }
    expect(finds({ searchTerm: "jose nunez" }, name)).toBe(true)
    for (const searchTerm of ["josenunez", "zoe", "enu"]) expect(finds({ searchTerm }, name)).toBe(false)
  })

  it.each(["\u0301", "\u0301\u0308", "\u064e", "¨"])(
    "S2: a search for only accents, %j, finds the contacts with them",
    (searchTerm) => {
      expect(finds({ searchTerm }, { firstName: "Ada Augusta", lastName: "Núñez" })).toBe(false)
      expect(finds({ searchTerm }, { firstName: `q${searchTerm}` })).toBe(true)
    }
  )

  it("S2: a substring finds at least the strings that contain it in folded form", () => {
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
    "S7, W9: rejects the unknown field %j, and names the existing fields",
    (field) => {
      const issue = {
        path: ["sortBy", "field"],
        code: "value_error",
        message: `${JSON.stringify(field)} is neither a custom field nor one of ${[...predefinedFields.keys()].join(", ")}`
      }
      expect(planSearch({ sortBy: { field } })).toEqual(Result.fail([issue]))
    }
  )

  it("F3, S11: finds a custom field by its key, and its options by uuid and label", () => {
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
      direction: "asc",
      options: [red.fieldKey]
    })
  })

  it("reads the definitions for names that could be custom fields, each once", () => {
    const named = (field: string) => ({ field, operator: "exists" }) as const
    const advancedSearch = [named("color"), named("email"), named("size"), named("Color"), named("color")]
    expect(customKeys({ advancedSearch, sortBy: { field: "age" } })).toEqual(["color", "size", "age"])
  })
})

describe("searchable", () => {
  it("S6: an empty string or a phone number without digits is no value; false is a value", () => {
    const { boolean, text } = indexOf({ firstName: "", email: null, phoneNumber: "unknown" })
    expect([text["firstName"], text["email"], text["phoneNumber.digits"]]).toEqual([null, null, null])
    expect([text["phoneNumber"], boolean["archived"]]).toEqual(["unknown", false])
  })

  it("S2: folds strings, and keeps a phone number's digits", () => {
    const { text } = indexOf({ lastName: "STRAẞE", phoneNumber: "+49 (170) 1", externalContactId: "aB" })
    expect([text["lastName"], text["phoneNumber.digits"]]).toEqual(["strasse", "491701"])
    expect([text["externalContactId"], text["externalContactId.exact"]]).toEqual(["ab", "aB"])
  })

  it("S2: stores unaccented forms only for strings with accents, so for most contacts none", () => {
    const unaccented = (fields: Partial<Contact>) => indexOf(fields).text["unaccented"]
    expect(unaccented({ firstName: "Zoë", lastName: "Smith", socialmsgId: "o’b", email: "" })).toBe("zoe\no'b")
    expect(unaccented({ firstName: "Zoe", lastName: "O'Brien", phoneNumber: "+49 1", clientReference: "é" })).toBeNull()
    expect(unaccented({ firstName: "\u0301", lastName: "¨" })).toBeNull()
  })
})
