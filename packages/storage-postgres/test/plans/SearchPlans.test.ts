import { assert, layer } from "@effect/vitest"
import { ContactStore, type Filter, planSearch } from "@rollcall/core"
import { Effect, Layer, Result } from "effect"
import { fields, selectiveSearches, workspace } from "../../../storage-sql/test/search/SelectiveSearches.ts"
import { database, layerWithClient } from "../Fixture.ts"
import { exhaustive, explain } from "./Plans.ts"
import { populateFields } from "./SearchPopulation.ts"

const populated = Layer.unwrap(
  Effect.map(database, (url) => {
    const storage = layerWithClient({ url })
    return Layer.provideMerge(Layer.provide(Layer.effectDiscard(populateFields(url)), storage), storage)
  })
)

/** Lines by which every value of a field is looked at. */
const wholeField = /^Index Cond: \(+workspace_uuid = [^)]*\) AND \(field_uuid = [^)]*\)\)$/

const look = Effect.fnUntraced(function* (filter: Filter) {
  const store = yield* ContactStore
  const plan = planSearch({ advancedSearch: [filter] }, fields)
  assert(Result.isSuccess(plan))
  const search = store.search(workspace, plan.success, { limit: 10, offset: 0 })
  const { total } = yield* search
  return { total, lines: yield* explain(search) }
})

layer(populated, { timeout: "60 seconds" })("a search that finds a handful of 6,000 contacts", (it) => {
  it.effect.each(selectiveSearches)("looks at few of them: %s", ([, filter]) =>
    Effect.gen(function* () {
      const { lines, total } = yield* look(filter)
      assert.isAtLeast(total, 1)
      assert.isAtMost(total, 10)
      const looks = [...exhaustive(lines), ...lines.filter((line) => wholeField.test(line))]
      assert.deepStrictEqual(looks, [], lines.join("\n"))
    })
  )

  it.effect("and the check would tell: what is not equal is found by looking at all", () =>
    Effect.gen(function* () {
      for (const field of ["email", "text"]) {
        const { lines } = yield* look({ field, operator: "not_equals", value: "nobody's" })
        assert.isNotEmpty(exhaustive(lines))
      }
    })
  )
})
