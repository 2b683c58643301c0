import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { mapHeader, nameOf, readMap } from "../../src/csv/ColumnMap.ts"

const definitions = [{ field_key: "customer_number", field_type: "text", name: "The customer number" }] as const

/** What becomes of each column, or why the header is refused. */
const map = (header: ReadonlyArray<string>, rules = "") =>
  Result.match(
    Result.flatMap(readMap(rules, definitions), (rules) => mapHeader(header, rules, definitions)),
    {
      onFailure: (why) => why,
      onSuccess: ({ targets, unmapped }) => ({
        targets: targets.map((target) => (target === null ? null : nameOf(target))),
        unmapped
      })
    }
  )

describe("columns", () => {
  it("map automatically if they have a field's name, in either spelling and any case", () => {
    assert.deepStrictEqual(
      map(["EMAIL", "firstName", "LAST_NAME", " externalcontactid ", "custom_fields.customer_number"]),
      {
        targets: ["email", "first_name", "last_name", "external_contact_id", "custom_fields.customer_number"],
        unmapped: []
      }
    )
  })

  it("named opted_out set opt-outs, unless a custom field has this key; in another spelling, a field with the name wins", () => {
    const named = (field_key: string, name: string) => [{ field_key, field_type: "text", name } as const]
    const target = (column: string, definitions: ReturnType<typeof named>) =>
      Result.map(mapHeader([column], [], definitions), ({ targets }) => targets.map((one) => one && nameOf(one)))
    const [key, name, none] = [named("opted_out", "Left"), named("left", "Opted out"), named("left", "Left")]
    const found = (["opted_out", "Opted out"] as const).map((column) =>
      [key, name, none].map((one) => Result.getOrThrow(target(column, one))[0])
    )
    assert.deepStrictEqual(found, [
      ["custom_fields.opted_out", "opted_out", "opted_out"],
      ["custom_fields.opted_out", "custom_fields.left", "opted_out"]
    ])
  })

  it("map by the rules; others are left out and reported, except those left out on purpose", () => {
    const rules = '"Mail, private=email",Handy=phoneNumber,No=custom_fields.customer_number,a=b=last_name,Notes='
    assert.deepStrictEqual(map(["mail, PRIVATE", "Handy", "No", "a=b", "Notes", "Age"], rules), {
      targets: ["email", "phone_number", "custom_fields.customer_number", "last_name", null, null],
      unmapped: ["Age"]
    })
  })

  it("with a rule take precedence over those with a field's name", () => {
    assert.deepStrictEqual(map(["email", "Mail"], "Mail=email"), { targets: [null, "email"], unmapped: ["email"] })
  })

  it("with the same name are accepted while neither is imported", () => {
    assert.deepStrictEqual(map(["email", "x", "x"]), { targets: ["email", null, null], unmapped: ["x", "x"] })
  })

  it.each([
    [["a"], "", 'none of the columns "a" is a field of contacts. Map them with --map'],
    [["a"], "b=email", '--map: there is no column "b" among "a"'],
    [["custom_fields.age"], "", 'column "custom_fields.age": the workspace has no custom field "age"'],
    [["a"], "a=custom_fields.age", '--map: the workspace has no custom field "age"'],
    [["a"], "email", '--map: "email" is not column=field'],
    [["a"], '"a=email', '--map: the quotes in "\\"a=email" do not match']
  ])("%j with %j are rejected", (header, rules, why) => {
    assert.strictEqual(map(header, rules), why)
  })

  it("cannot be mapped to an unknown field", () => {
    assert.include(
      JSON.stringify(map(["a"], "a=mail")).replaceAll("\\", ""),
      '--map: there is no field "mail". Use one of first_name, '
    )
  })
})
