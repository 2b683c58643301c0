import { assert, describe, it } from "@effect/vitest"
import { type MatchCheck, matchSentence, MatchValues, type RowFields, sentRow } from "@rollcall/contact-files"
import fc from "fast-check"

const checksOf = (rows: ReadonlyArray<RowFields>): ReadonlyArray<MatchCheck> => {
  const values = new MatchValues()
  values.take(rows.map((fields) => ({ reading: sentRow({ fields, customFields: {} }) })))
  return values.checks
}

/** What a file with these values of a field says of it. */
const checkOf = (field: "email" | "phone_number" | "external_contact_id", texts: ReadonlyArray<string>) =>
  checksOf(texts.map((text) => ({ [field]: text })))[0]

const emails = (count: number) => Array.from({ length: count }, (_, at) => `p${at}@x.org`)
const numbers = (count: number) => Array.from({ length: count }, (_, at) => `+49 151 ${1_000_000 + at}`)

describe("the values that rows can be matched on", () => {
  it.each<readonly [name: string, check: MatchCheck | undefined, isProposed: boolean, sentence: string]>([
    ["all good", checkOf("email", emails(400)), true, "400 e-mail addresses can be read, no two are the same"],
    [
      "many unreadable, some repeated",
      checkOf("email", [...emails(350), ...emails(12), ...Array.from({ length: 38 }, () => "n/a")]),
      false,
      "38 of 400 e-mail addresses can't be read; 12 are on several rows"
    ],
    [
      "few unreadable",
      checkOf("email", [...emails(98), "n/a", "keine"]),
      true,
      "2 of 100 e-mail addresses can't be read"
    ],
    [
      "one of few repeated",
      checkOf("phone_number", [...numbers(3), "0049 151 1000000"]),
      false,
      "1 of 4 phone numbers is on several rows"
    ],
    [
      "another extension",
      checkOf("phone_number", ["+1 415 555 0100 ext. 12", "+1 415 555 0100 ext. 13"]),
      true,
      "2 phone numbers can be read, no two are the same"
    ],
    [
      "no numbers",
      checkOf("phone_number", ["12", "4,91512E+12", "2024-01-15", "12"]),
      false,
      "4 of 4 phone numbers can't be read"
    ],
    ["placeholders", checkOf("external_contact_id", ["-", "n/a"]), false, "2 of 2 external IDs can't be read"],
    ["few values", checkOf("email", [...emails(2), "", "", ""]), false, "3 of 5 rows have no value"]
  ])("I3: suggest a field if nearly all values are readable and distinct: %s", (_, check, isProposed, sentence) => {
    assert.isDefined(check)
    if (check === undefined) return
    assert.strictEqual(check.isProposed, isProposed)
    assert.strictEqual(matchSentence(check), sentence)
  })

  it("are those of the non-empty fields, in the order of suggestions", () => {
    const uuid = "0197a000-0000-7000-8000-000000000001"
    const values = new MatchValues()
    values.take([
      { reading: sentRow({ fields: { external_contact_id: "7", email: "a@x.org" }, customFields: {}, uuid }) }
    ])
    assert.deepStrictEqual(
      values.checks.map(({ field }) => field),
      ["email", "external_contact_id", "uuid"]
    )
    assert.isEmpty(checksOf([{ first_name: "Ada" }]))
  })

  it("are those of the first 10,000 rows", () => {
    const check = checkOf("email", emails(10_001))
    assert.deepInclude(check, { rows: 10_000, values: 10_000, isWhole: false, isProposed: true })
    assert.include(check && matchSentence(check), "(first 10000 rows)")
    assert.deepInclude(checkOf("email", emails(10_000)), { isWhole: true })
  })

  it("I3: never suggest a field by which a file of up to 99 rows would update a contact created by another row", () => {
    const text = fc.oneof(
      fc.integer({ min: 1, max: 60 }).map((n) => `p${n}@x.org`),
      fc.integer({ min: 1, max: 60 }).map((n) => `P${n}@X.ORG `),
      fc.constantFrom("n/a", "keine", "-", "")
    )
    fc.assert(
      fc.property(fc.array(text, { maxLength: 99 }), (texts) => {
        const check = checkOf("email", texts)
        const readable = texts.filter((one) => one.includes("@")).map((one) => one.trim().toLowerCase())
        const repeats = readable.length - new Set(readable).size
        assert.strictEqual(check?.repeats ?? 0, repeats)
        assert.strictEqual(check?.unreadable ?? 0, texts.filter((one) => one !== "" && !one.includes("@")).length)
        if (check?.isProposed) assert.strictEqual(repeats, 0)
      })
    )
  })
})
