import { assert, describe, it } from "@effect/vitest"
import { toWireIssues } from "@rollcall/api"
import { issue, type IssuePath } from "@rollcall/core/operations"

const places: ReadonlyArray<readonly [path: IssuePath, field: string]> = [
  [[], ""],
  [["phoneNumber"], "phone_number"],
  [["advancedSearch", 0, "dataType"], "advanced_search[0].data_type"],
  [["customFields"], "custom_fields"],
  [["customFields", "shoeSize"], "custom_fields.shoeSize"],
  [["contacts", 3, "customFields", "shoeSize"], "contacts[3].custom_fields.shoeSize"]
]

describe("toWireIssues", () => {
  it.each(places)("W2, W4: %j has the API's path: %s; the keys of custom fields are data", (path, field) => {
    assert.deepStrictEqual(toWireIssues([issue("missing", path, "is required")]), [
      { type: "missing", in: "body", field, msg: "is required" }
    ])
  })

  it.each(["unknown_field", "unknown_option", "archived_option", "not_editable"] as const)(
    "W4: the library's %s becomes a value_error",
    (code) => {
      assert.deepStrictEqual(toWireIssues([issue(code, ["customFields", "diet"], "is wrong")]), [
        { type: "value_error", in: "body", field: "custom_fields.diet", msg: "is wrong" }
      ])
    }
  )
})
