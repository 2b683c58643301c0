import { assert, it } from "vitest"
import { isSameName, readErased } from "../../src/contact/actions/Erased.ts"

it("the erasure summary contains the numbers of removed entities", () => {
  const header = "notes=2, custom_fields=0, contact_lists=3, recipients=4, import_rows=0, messages=1, complete=false"
  assert.deepStrictEqual(readErased(header), {
    counts: [
      { of: "notes", count: 2 },
      { of: "contact_lists", count: 3 },
      { of: "recipients", count: 4 },
      { of: "messages", count: 1 }
    ],
    isComplete: false
  })
  assert.deepStrictEqual(readErased(null), { counts: [], isComplete: true })
})

it("the erasure confirmation accepts the name in any case and with any spaces, and no other name", () => {
  assert.isTrue(isSameName(" zoë  müller", "Zoë Müller"))
  assert.isFalse(isSameName("", "Zoë Müller"))
  assert.isFalse(isSameName("Zoe Müller", "Zoë Müller"))
})
