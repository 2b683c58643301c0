import { assert, describe, it } from "@effect/vitest"
import { Causes } from "../../src/outcomes/Causes.ts"
import { FieldWords } from "../../src/rows/FieldWords.ts"

describe("a row's error message", () => {
  const words = new FieldWords([{ field_key: "visits", name: "Visits" }])
  words.take("email", "Mail")
  words.take("custom_fields.visits", "custom_fields.visits")

  it.each([
    ["custom_fields.visits: must be a whole number", "Visits must be a whole number"],
    ["email: is taken; custom_fields.visits: must be a number", "Mail is taken; Visits must be a number"],
    ['email "n/a" is not an e-mail address', 'Mail "n/a" is not an e-mail address'],
    ["line 4: email must be a string or null", "line 4: Mail must be a string or null"],
    ["phone_number, email: one is required", "phone_number, Mail: one is required"],
    ["custom_fields.other: is not a custom field", "custom_fields.other: is not a custom field"]
  ])("%s", (message, said) => assert.strictEqual(words.sentence(message), said))

  it("is grouped with others of the same cause, with the first as an example", () => {
    const causes = new Causes()
    for (const [at, text] of ["a", "b", "a"].entries())
      causes.take({ reason: "r", error: `Mail "${text}" is none` }, at + 1)
    causes.take({ reason: "r", error: "line 8 has 6 cells" }, 7)
    assert.deepStrictEqual(causes.list, [
      { reason: "r", error: 'Mail "a" is none', count: 3, row: 1 },
      { reason: "r", error: "line 8 has 6 cells", count: 1, row: 7 }
    ])
  })
})
