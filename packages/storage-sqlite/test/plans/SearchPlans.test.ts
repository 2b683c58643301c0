import { assert, layer } from "@effect/vitest"
import { type Filter, planSearch, withoutLimits } from "@rollcall/core/people"
import { ContactStore } from "@rollcall/core/storage"
import { Effect, Result } from "effect"
import { fields, selectiveSearches, workspace } from "../../../storage-sql/test/search/SelectiveSearches.ts"
import { layerWithClient } from "../Fixture.ts"
import { exhaustiveSteps, explain } from "./Plans.ts"

/**
 * Whether a filter on a predefined field may select few contacts or most: SQLite does not plan by values. It counts by
 * the index of the field, and scans the index of the order until the page is full.
 */
const maySelectMost = ({ dataType, field, operator }: Filter): boolean =>
  dataType === undefined && (field === "archived" || /^(gt|lt|exists)/.test(operator))

const inOrder = "SEARCH contacts USING INDEX contacts_by_created_at (workspace_uuid=?)"

layer(layerWithClient(":memory:"))("a search that may find few contacts", (it) => {
  it.effect.each(selectiveSearches)("uses an index: %s", ([, filter]) =>
    Effect.gen(function* () {
      const store = yield* ContactStore
      const plan = planSearch({ advancedSearch: [filter] }, fields)
      assert(Result.isSuccess(plan))
      const plans = yield* explain(store.search(workspace, plan.success, { limit: 10, offset: 0 }, withoutLimits))
      const steps = plans.flatMap(({ steps }) => steps)
      const wholeField = steps.filter((step) => /contact_values .*\(workspace_uuid=\? AND field_uuid=\?\)/.test(step))
      const scans = [...exhaustiveSteps(plans), ...wholeField]
      const page = maySelectMost(filter) ? scans.indexOf(inOrder) : -1
      if (page >= 0) scans.splice(page, 1)
      assert.deepStrictEqual(scans, [], steps.join("\n"))
    })
  )
})
