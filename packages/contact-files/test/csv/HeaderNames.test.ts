import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import { mapHeader, nameOf, readMap } from "../../src/csv/ColumnMap.ts"
import { fieldNames } from "../../src/csv/HeaderNames.ts"

const definitions = [
  { field_key: "loyalty_points", field_type: "number:integer", name: "Points (loyalty)" },
  { field_key: "mobile", field_type: "text", name: "Mobile app" }
] as const

const fieldsOf = (header: ReadonlyArray<string>, map = "") => {
  const rules = Result.getOrThrow(readMap(map, definitions))
  return Result.map(mapHeader(header, rules, definitions), ({ sources, targets }) => ({
    targets: targets.map((target) => (target === null ? null : nameOf(target))),
    sources: sources.map(({ columns, target }) => [nameOf(target), ...columns])
  }))
}

const targetsOf = (header: ReadonlyArray<string>) => Result.getOrThrow(fieldsOf(header)).targets

describe("I8: column names of other products", () => {
  it("map to their fields, in any spelling", () => {
    const written = Object.entries(fieldNames).flatMap(([field, names]) => names.map((name) => [field, name] as const))
    const spelling = fc.constantFrom<(name: string) => string>(
      (name) => name,
      (name) => name.toUpperCase(),
      (name) => ` ${name.toLowerCase()} `,
      (name) => name.replaceAll(/[\s-]+/g, "_"),
      (name) => name.replaceAll(/[\s-]+/g, "."),
      (name) => name.replaceAll(/[\s-]+/g, ""),
      (name) => `\u200e${name.normalize("NFD")}`
    )
    fc.assert(
      fc.property(fc.constantFrom(...written), spelling, ([field, name], spell) => {
        // What a custom field of the workspace is called counts first.
        const expected = /^mobile$/i.test(name) ? "custom_fields.mobile" : field
        assert.deepStrictEqual(targetsOf([spell(name)]), [expected])
      })
    )
  })

  it.each([
    ["HubSpot", ["Record ID", "First Name", "Last Name", "Email", "Phone Number"]],
    ["Mailchimp", ["", "First Name", "Last Name", "Email Address", "Phone Number"]],
    ["Outlook", ["", "First Name", "Last Name", "E-mail Address", "Mobile Phone"]],
    ["Google", ["", "First Name", "Last Name", "E-mail 1 - Value", "Phone 1 - Value"]],
    ["Google before 2024", ["", "Given Name", "Family Name", "E-mail 1 - Value", "Phone 1 - Value"]],
    ["Salesforce", ["", "FIRSTNAME", "LASTNAME", "EMAIL", "MOBILEPHONE"]],
    ["HubSpot's API", ["", "firstname", "lastname", "email", "phone"]]
  ])("of %s map automatically", (_, header) => {
    const [id, ...rest] = targetsOf(header)
    assert.strictEqual(id, header[0] === "" ? null : "external_contact_id")
    assert.deepStrictEqual(rest, ["first_name", "last_name", "email", "phone_number"])
  })

  it("with full names give first names if there are no others", () => {
    assert.deepStrictEqual(targetsOf(["Name", "Phone", "Allow SMS"]), ["first_name", "phone_number", null])
    assert.deepStrictEqual(targetsOf(["Name", "Given Name"]), [null, "first_name"])
  })

  it("for one field are used in the order of the rules, or first the one with the field's name", () => {
    assert.deepStrictEqual(
      Result.getOrThrow(fieldsOf(["Home", "Work"], "Work=phone_number,Home=phone_number")).sources,
      [["phone_number", 1, 0]]
    )
    assert.deepStrictEqual(
      Result.getOrThrow(fieldsOf(["Home Phone", "Phone", "phone_number", "Mobile Phone"])).sources,
      [["phone_number", 2, 3, 1, 0]]
    )
  })

  it("map to custom fields by key and by name, and to contacts and lists by uuid and lists", () => {
    assert.deepStrictEqual(targetsOf(["Loyalty Points", "UUID", "Lists"]), [
      "custom_fields.loyalty_points",
      "uuid",
      "lists"
    ])
    assert.deepStrictEqual(targetsOf(["points loyalty", "custom_fields.Mobile App"]), [
      "custom_fields.loyalty_points",
      "custom_fields.mobile"
    ])
  })

  it("that are unknown are reported, with a --map for those that look like fields", () => {
    assert.deepStrictEqual(
      fieldsOf(["Customer's mail, private", "Age"]),
      Result.fail(
        'none of the columns "Customer\'s mail, private", "Age" is a field of contacts. ' +
          `Map them with --map '"Customer'\\''s mail, private=email"'`
      )
    )
  })
})
