import { assert, it } from "vitest"
import { contactQuery, contactTabs, whats } from "../../src/contact/ContactState.ts"

it("reads from a URL what it has written", () => {
  for (const tab of contactTabs) {
    for (const what of whats) {
      assert.deepStrictEqual(contactQuery.read(contactQuery.write({ tab, what })), { tab, what })
    }
  }
  assert.strictEqual(contactQuery.write({ tab: "timeline", what: "all" }).toString(), "")
})

it("takes what does not fit as absent", () => {
  assert.deepStrictEqual(contactQuery.read(new URLSearchParams("tab=constructor&what=")), {
    tab: "timeline",
    what: "all"
  })
})
