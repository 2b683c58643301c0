import { assert, it } from "vitest"
import { fieldsQuery } from "../../src/fields/FieldsState.ts"

it("reads from a URL what it has written", () => {
  for (const open of [null, "new"])
    for (const status of ["active", "archived"] as const) {
      const state = { open, status }
      assert.deepStrictEqual(fieldsQuery.read(fieldsQuery.write(state)), state)
    }
})
