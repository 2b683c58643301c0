import { assert, it } from "vitest"
import { contactQuery, contactTabs, whats } from "../../src/contact/ContactState.ts"

it("the contact view's state is read from the URL that it wrote", () => {
  for (const tab of contactTabs) {
    for (const what of whats) {
      assert.deepStrictEqual(contactQuery.read(contactQuery.write({ tab, what })), { tab, what })
    }
  }
  assert.strictEqual(contactQuery.write({ tab: "timeline", what: "all" }).toString(), "")
})

it("the contact view's state treats invalid parameters as missing", () => {
  assert.deepStrictEqual(contactQuery.read(new URLSearchParams("tab=constructor&what=")), {
    tab: "timeline",
    what: "all"
  })
})
