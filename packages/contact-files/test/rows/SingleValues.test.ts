import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { withSingleValues } from "../../src/rows/SingleValues.ts"

const numbers = ["+49 30 23125 001", "+44 7700 900003", "0049 30 23125-002", "(212) 555-0111", "0171/1234567"]

describe("I10: several values in one cell", () => {
  it("are reduced to the first value, with a warning", () => {
    const cell = fc.record({
      values: fc.shuffledSubarray(numbers, { minLength: 2 }),
      sign: fc.constantFrom(" ::: ", ";", "; ", " | ", "\n", ":::")
    })
    fc.assert(
      fc.property(cell, ({ sign, values }) => {
        const { body, warnings } = withSingleValues({ email: "a@b.c", phone_number: values.join(sign) })
        assert.deepStrictEqual(body, { email: "a@b.c", phone_number: values[0] ?? "" })
        assert.deepStrictEqual(
          warnings.map(({ field, reason }) => [field, reason]),
          [["phone_number", "several_values"]]
        )
      })
    )
  })

  it.each([
    ["+49 30 23125 001, +49 30 23125 002", "+49 30 23125 001"],
    ["+493023125001 +493023125002", "+493023125001"],
    ["0301234567890 / 01711234567", "0301234567890"]
  ])("that would be one too long number are separated: %s", (phone_number, first) => {
    assert.strictEqual(withSingleValues({ phone_number }).body.phone_number, first)
  })

  it.each(["030/1234567", "+49 (0) 30 23125 001", "tel:+1-415-555-0102;ext=7", "+1 415 555 0102 ext. 12345", "n/a"])(
    "%s is one number",
    (phone_number) =>
      assert.deepStrictEqual(withSingleValues({ phone_number }), { body: { phone_number }, warnings: [] })
  )

  it("that cannot be separated are no number", () => {
    const { body, warnings } = withSingleValues({ email: "a@b.c", phone_number: "493023125001493023125002" })
    assert.deepStrictEqual(body, { email: "a@b.c" })
    assert.deepStrictEqual(
      warnings.map(({ reason }) => reason),
      ["too_many_digits"]
    )
  })

  it.each([
    ["a@x.org ::: b@x.org", "a@x.org"],
    ["a@x.org; b@x.org", "a@x.org"],
    ["a@x.org, b@x.org", "a@x.org"],
    ["a@x.org b@x.org", "a@x.org"],
    ["Ada Lovelace <a@x.org>", "a@x.org"]
  ])("of addresses are reduced to one: %s", (email, first) => {
    assert.strictEqual(withSingleValues({ email }).body.email, first)
  })

  it("omit Exchange's internal addresses, and other strings stay unchanged", () => {
    assert.deepStrictEqual(withSingleValues({ email: "EX:/o=Org/ou=First", first_name: "E" }).body, { first_name: "E" })
    for (const email of ["keine", "a b@x.org", "ada@x.org"]) {
      assert.deepStrictEqual(withSingleValues({ email }), { body: { email }, warnings: [] })
    }
  })
})
