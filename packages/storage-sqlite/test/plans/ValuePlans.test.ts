import { assert, layer } from "@effect/vitest"
import { type CustomField, CustomFieldUuid, type SearchRequest } from "@rollcall/core"
import { planSearch, withoutLimits } from "@rollcall/core/people"
import { ContactStore } from "@rollcall/core/storage"
import { Effect, Result } from "effect"
import { instant, layerWithClient, workspace } from "../Fixture.ts"
import { exhaustiveSteps, explain } from "./Plans.ts"
import { suite } from "../../../core/test/Suite.ts"

const definition = (n: number, fieldKey: string, fieldType: CustomField["fieldType"]): CustomField => ({
  uuid: CustomFieldUuid.make(`00000000-0000-4000-8006-00000000000${n}`),
  workspaceUuid: workspace,
  name: fieldKey,
  icon: null,
  fieldType,
  fieldKey,
  status: "active",
  editable: true,
  sensitive: false,
  selectOptions: null,
  createdAt: instant,
  updatedAt: instant,
  archivedAt: null
})

const definitions = [
  definition(1, "city", "text"),
  definition(2, "score", "number:integer"),
  definition(3, "born", "date"),
  definition(4, "tags", "multiselect")
]

const plansOf = Effect.fnUntraced(function* (request: SearchRequest) {
  const store = yield* ContactStore
  const plan = planSearch(request, definitions)
  assert(Result.isSuccess(plan))
  return yield* explain(store.search(workspace, plan.success, { limit: 10, offset: 0 }, withoutLimits))
})

const text = (
  operator: "equals" | "contains" | "starts_with" | "ends_with" | "gt",
  value: unknown,
  field = "city"
) => ({
  field,
  operator,
  value
})

const byText = /contact_values_by_text \(workspace_uuid=\? AND field_uuid=\? AND text/
const byNumber = /contact_values_by_number \(workspace_uuid=\? AND field_uuid=\? AND number/
const byTrigram = /contact_values USING INTEGER PRIMARY KEY \(rowid=\?\)/

const selective: ReadonlyArray<readonly [string, SearchRequest, RegExp]> = [
  ["equals", { advancedSearch: [text("equals", "Zürich")] }, byText],
  ["starts_with", { advancedSearch: [text("starts_with", "Zü")] }, byText],
  ["contains", { advancedSearch: [text("contains", "üri")] }, byTrigram],
  ["ends_with", { advancedSearch: [text("ends_with", "rich")] }, byTrigram],
  [
    "a range of numbers",
    { advancedSearch: [{ field: "score", operator: "range", value: [1, 2], dataType: "long" }] },
    byNumber
  ],
  [
    "a day",
    { advancedSearch: [{ field: "born", operator: "equals", value: "1990-05-01", dataType: "date" }] },
    byNumber
  ],
  ["an element of a list", { advancedSearch: [text("equals", "red", "tags")] }, byText],
  ["all elements of a list", { advancedSearch: [text("equals", ["red", "blue"], "tags")] }, byText],
  ["exists", { advancedSearch: [{ field: "city", operator: "exists" }] }, /contact_values_by_text/],
  [
    "a value that is not there and one that is",
    {
      advancedSearch: [
        { field: "tags", operator: "not_exists" },
        { field: "score", operator: "equals", value: 7, dataType: "long" }
      ]
    },
    byNumber
  ],
  ["a filter and an order", { advancedSearch: [text("equals", "Zürich")], sortBy: { field: "city" } }, byText]
]

suite(layerWithClient(":memory:"))(
  "a selective search of custom values uses an index for page and total",
  (test, it) => {
    it.effect.each(selective)("%s", ([, request, index]) =>
      Effect.gen(function* () {
        const plans = yield* plansOf(request)
        const steps = plans.flatMap(({ steps }) => steps)
        assert.deepStrictEqual(exhaustiveSteps(plans), [])
        assert.isNotEmpty(
          steps.filter((step) => index.test(step)),
          steps.join("\n")
        )
      })
    )

    test("the check finds a scan: a missing value is tested for every contact", function* () {
      const plans = yield* plansOf({ advancedSearch: [{ field: "city", operator: "not_exists" }] })
      assert.isNotEmpty(exhaustiveSteps(plans))
    })
  }
)

layer(layerWithClient(":memory:"))("a page that is sorted by a custom field is read in the order of an index", (it) => {
  it.effect.each([
    ["city", "text", "asc", byText],
    ["city", "text", "desc", byText],
    ["score", "long", "asc", byNumber],
    ["born", "date", "desc", byNumber]
  ] as const)("%s", ([field, dataType, order, index]) =>
    Effect.gen(function* () {
      const plans = yield* plansOf({ sortBy: { field, dataType, sortOrder: order } })
      const steps = plans.flatMap(({ steps }) => steps)
      const present = steps.slice(steps.indexOf("MATERIALIZE present"), steps.indexOf("SCAN present"))
      assert.isTrue(
        present.some((step) => index.test(step)),
        steps.join("\n")
      )
      assert.notInclude(present.join("\n"), "TEMP B-TREE")
    })
  )
})
