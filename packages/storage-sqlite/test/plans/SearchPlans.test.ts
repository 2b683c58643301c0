import { assert, layer } from "@effect/vitest"
import { ContactStore, type Filter, planSearch } from "@rollcall/core"
import { Effect, Result } from "effect"
import { fields, selectiveSearches, workspace } from "../../../storage-sql/test/search/SelectiveSearches.ts"
import { layerWithClient } from "../Fixture.ts"
import { exhaustiveSteps, explain } from "./Plans.ts"

/**
 * Filters on a predefined field of which SQLite, which does not look at their values, cannot tell whether they leave few
 * contacts or most. It counts through the field's index, and reads the page in the order of the page until it is full.
 */
const mayLeaveMost = ({ dataType, field, operator }: Filter): boolean =>
  dataType === undefined && (field === "archived" || /^(gt|lt|exists)/.test(operator))

const inOrder = "SEARCH contacts USING INDEX contacts_by_created_at (workspace_uuid=?)"

layer(layerWithClient(":memory:"))("a search that may find few contacts", (it) => {
  it.effect.each(selectiveSearches)("goes through an index: %s", ([, filter]) =>
    Effect.gen(function* () {
      const store = yield* ContactStore
      const plan = planSearch({ advancedSearch: [filter] }, fields)
      assert(Result.isSuccess(plan))
      const plans = yield* explain(store.search(workspace, plan.success, { limit: 10, offset: 0 }))
      const steps = plans.flatMap(({ steps }) => steps)
      const wholeField = steps.filter((step) => /contact_values .*\(workspace_uuid=\? AND field_uuid=\?\)/.test(step))
      const looks = [...exhaustiveSteps(plans), ...wholeField]
      const page = mayLeaveMost(filter) ? looks.indexOf(inOrder) : -1
      if (page >= 0) looks.splice(page, 1)
      assert.deepStrictEqual(looks, [], steps.join("\n"))
    })
  )
})
