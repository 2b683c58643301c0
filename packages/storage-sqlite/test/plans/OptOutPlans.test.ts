import { assert } from "@effect/vitest"
import { OptOutStore } from "@rollcall/core/storage"
import { layerWithClient, workspace } from "../Fixture.ts"
import { stepsOn } from "./Plans.ts"
import { suite } from "../../../core/test/Suite.ts"

suite(layerWithClient(":memory:"))("opt-outs are listed from their own table", (test) => {
  test("C8: each opt-out's contacts are looked up by an index, and no other contact is read", function* () {
    const { list } = yield* OptOutStore
    const steps = yield* stepsOn("contacts")(list(workspace, {}, { limit: 50, offset: 0 }))
    assert.isNotEmpty(steps)
    for (const step of steps) assert.match(step, /^SEARCH contacts .*(?:_key=\?|uuid=\?\))/)
  })
})
