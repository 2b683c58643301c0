import { assert } from "@effect/vitest"
import { type Filter, planSearch, withoutLimits } from "@rollcall/core/people"
import { ContactStore } from "@rollcall/core/storage"
import { Effect, Layer, Result } from "effect"
import { fields, selectiveSearches, workspace } from "../../../storage-sql/test/search/SelectiveSearches.ts"
import { database, layerWithClient } from "../Fixture.ts"
import { exhaustive, explain } from "./Plans.ts"
import { populateFields } from "./SearchPopulation.ts"
import { suite } from "../../../core/test/Suite.ts"

const populated = Layer.unwrap(
  Effect.map(database, (url) => {
    const storage = layerWithClient({ url })
    return Layer.provideMerge(Layer.provide(Layer.effectDiscard(populateFields(url)), storage), storage)
  })
)

/** The lines that scan all values of a field. */
const wholeField = /^Index Cond: \(+workspace_uuid = [^)]*\) AND \(field_uuid = [^)]*\)\)$/

const runSearch = Effect.fnUntraced(function* (filter: Filter) {
  const store = yield* ContactStore
  const plan = planSearch({ advancedSearch: [filter] }, fields)
  assert(Result.isSuccess(plan))
  const search = store.search(workspace, plan.success, { limit: 10, offset: 0 }, withoutLimits)
  const { total } = yield* search
  return { total, lines: yield* explain(search) }
})

suite(populated, { timeout: "60 seconds" })("a search that finds a handful of 6,000 contacts", (test) => {
  test.each(selectiveSearches)("scans few of them: %s", function* ([, filter]) {
    const { lines, total } = yield* runSearch(filter)
    assert.isAtLeast(total, 1)
    assert.isAtMost(total, 10)
    const scans = [...exhaustive(lines), ...lines.filter((line) => wholeField.test(line))]
    assert.deepStrictEqual(scans, [], lines.join("\n"))
  })

  test("the check finds a scan: a search for other values scans all contacts", function* () {
    for (const field of ["email", "text"]) {
      const { lines } = yield* runSearch({ field, operator: "not_equals", value: "no such text" })
      assert.isNotEmpty(exhaustive(lines))
    }
  })
})
