import { assert, it } from "vitest"
import { fieldsQuery } from "../../src/fields/FieldsState.ts"

it("the fields view's state is read from the URL that it wrote", () => {
  for (const open of [null, "new"])
    for (const status of ["active", "archived"] as const) {
      const state = { open, status }
      assert.deepStrictEqual(fieldsQuery.read(fieldsQuery.write(state)), state)
    }
})
