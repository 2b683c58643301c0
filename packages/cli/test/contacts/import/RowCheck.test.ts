import { assert, describe, it } from "@effect/vitest"
import { checkRow, FieldWords, type RowChecks, type RowFields, sentRow, type SourceRow } from "@rollcall/contact-files"
import { Result } from "effect"
import { nationalNumbersOf } from "../../../src/contacts/import/rows/NationalNumber.ts"

const rowOf = (fields: RowFields, custom: Record<string, string> = {}): SourceRow => ({
  number: 1,
  end: 1,
  original: { _tag: "Line", text: "" },
  reading: sentRow({ fields, customFields: custom }),
  doubts: []
})

const german = Result.getOrThrow(nationalNumbersOf("de"))

const checks: RowChecks = { strict: false, toInternational: null, lenient: null, words: new FieldWords() }

const check = (more: Partial<RowChecks>, fields: RowFields, custom?: Record<string, string>) => {
  const { reading, warnings } = checkRow({ ...checks, ...more })(rowOf(fields, custom))
  return { reading: Result.map(reading, ({ body }) => body), warnings }
}

const reasons = (more: Partial<RowChecks>, fields: RowFields) =>
  check(more, fields).warnings.map(({ reason }) => reason)

describe("an identifier, with any match field", () => {
  it.each(["keine", "n/a", "-", "ada", "@", "a b@x.org", "ada@", "@x.org", "a@b@c.org"])(
    "%s is not an email address",
    (email) => {
      assert.deepStrictEqual(reasons({}, { email }), ["no_email_address"])
    }
  )

  it.each(["ada@x.org", "ADA@X", " ada+1@mail.x.org "])("%s may be an email address", (email) => {
    assert.deepStrictEqual(reasons({}, { email }), [])
  })

  it.each(["keine", "n/a", "-", "110", "+1 (23) 4", "12 345"])("%s has fewer than seven digits", (phone_number) => {
    assert.deepStrictEqual(reasons({}, { phone_number }), ["too_few_digits"])
  })

  it.each(["12 345 67", "+49 30 901820", "1-800-FLOWERS", "+1 415 555 0100 ext. 12"])(
    "%s may be a phone number",
    (phone_number) => {
      assert.deepStrictEqual(reasons({}, { phone_number }), [])
    }
  )

  it.each(["2024-01-15", "030 privat", "030, 23125001", "4915110000001.5"])(
    "%s is not a phone number",
    (phone_number) => {
      assert.deepStrictEqual(reasons({}, { phone_number }), ["no_phone_number"])
    }
  )

  it.each(["-", "N/A", "keine", "??"])("%s is a placeholder, not a customer's number", (external_contact_id) => {
    assert.deepStrictEqual(reasons({}, { external_contact_id }), ["placeholder"])
  })

  it("is checked with all others, and an empty one gives no warning", () => {
    const fields = { email: "keine", phone_number: "-", external_contact_id: "A1" }
    assert.deepStrictEqual(reasons({}, fields), ["no_email_address", "too_few_digits"])
    assert.deepStrictEqual(reasons({}, { email: " ", phone_number: null }), [])
  })

  it("is sent with a warning, and fails its row on request", () => {
    const warned = check({}, { email: "n/a" })
    assert.deepStrictEqual(warned.reading, Result.succeed({ email: "n/a" }))
    const why = { field: "email", reason: "no_email_address", error: 'email "n/a" is not an e-mail address' }
    assert.deepStrictEqual(warned.warnings, [why])
    const strict = check({ strict: true }, { email: "n/a" })
    assert.deepStrictEqual(strict, { reading: Result.fail(why), warnings: [] })
  })
})

describe("a number rounded by a spreadsheet", () => {
  it.each(["4,91512E+12", "4.91512e+11", " 5E+11 "])("%s is found in every number field", (text) => {
    for (const field of ["phone_number", "chatapp_id", "external_contact_id", "socialmsg_id"] as const) {
      assert.deepStrictEqual(reasons({}, { [field]: text }), ["spreadsheet_number"])
    }
    assert.deepStrictEqual(reasons({ toInternational: german }, { phone_number: text }), ["spreadsheet_number"])
    assert.deepStrictEqual(reasons({}, { email: "a@x.org", first_name: text }), [])
  })

  it.each(["12E5", "1E+5", "A4,9E+12", "4915123456789"])("%s is not one", (external_contact_id) => {
    assert.deepStrictEqual(reasons({}, { external_contact_id }), [])
  })

  it("is found in a custom field, without repeating the value", () => {
    const { warnings } = check({}, { email: "a@x.org" }, { customer: "4,91512E+12" })
    assert.deepStrictEqual(warnings, [
      {
        field: "custom_fields.customer",
        reason: "spreadsheet_number",
        error: "custom_fields.customer is a number that a spreadsheet has rounded"
      }
    ])
  })
})

describe("national numbers", () => {
  it.each([
    ["0151 1 0000001", "+4915110000001"],
    ["(030) 90 18-20", "+4930901820"],
    ["0049 30 901820", "+4930901820"],
    ["+44 20 7946 0000", "+44 20 7946 0000"]
  ])("%s is sent as %s", (phone_number, sent) => {
    const { reading, warnings } = check({ toInternational: german }, { phone_number, chatapp_id: phone_number })
    const chatapp_id = sent === phone_number ? sent : sent.slice(1)
    assert.deepStrictEqual(reading, Result.succeed({ phone_number: sent, chatapp_id }))
    assert.deepStrictEqual(warnings, [])
  })

  it.each(["keine", "110", "0151", "030 901820 ext 5"])("%s stays unchanged, with a warning", (phone_number) => {
    const { reading, warnings } = check({ toInternational: german }, { phone_number })
    assert.deepStrictEqual(reading, Result.succeed({ phone_number }))
    assert.deepStrictEqual(
      warnings.map(({ reason }) => reason),
      ["invalid_national_number"]
    )
  })

  it("need a known country", () => {
    assert.deepStrictEqual(
      nationalNumbersOf("Germany"),
      Result.fail('--country must be a country in two letters, such as DE, not "Germany"')
    )
  })
})
