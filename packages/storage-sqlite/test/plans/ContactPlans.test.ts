import { assert, layer } from "@effect/vitest"
import type { SearchRequest } from "@rollcall/core"
import type { Place } from "@rollcall/core/operations"
import { planSearch, withoutLimits } from "@rollcall/core/people"
import { ContactStore } from "@rollcall/core/storage"
import { Effect, Result, String } from "effect"
import { fields } from "../../../storage-sql/test/search/SelectiveSearches.ts"
import { layerWithClient, workspace } from "../Fixture.ts"
import { exhaustiveSteps, explain } from "./Plans.ts"
import { suite } from "../../../core/test/Suite.ts"

const page = { limit: 10, offset: 0 }

const plansOf = Effect.fnUntraced(function* (request: SearchRequest, after?: Place) {
  const store = yield* ContactStore
  const plan = planSearch(request, fields)
  assert(Result.isSuccess(plan))
  const placed = after === undefined ? page : { ...page, after }
  return yield* explain(store.search(workspace, plan.success, placed, withoutLimits))
})

const filter = (
  field: string,
  operator: "equals" | "contains" | "starts_with" | "ends_with" | "range" | "gt",
  value: unknown
) => ({
  advancedSearch: [{ field, operator, value }]
})

const selective: ReadonlyArray<readonly [string, SearchRequest, RegExp]> = [
  [
    "equals",
    filter("email", "equals", "ada@example.com"),
    /contacts_by_email \(workspace_uuid=\? AND email_folded=\?\)/
  ],
  [
    "starts_with",
    filter("lastName", "starts_with", "Love"),
    /contacts_by_last_name \(workspace_uuid=\? AND last_name_order>\? AND last_name_order<\?\)/
  ],
  [
    "range of text",
    filter("firstName", "range", ["ada", "adb"]),
    /contacts_by_first_name \(workspace_uuid=\? AND first_name_order>\? AND first_name_order<\?\)/
  ],
  ["contains", filter("firstName", "contains", "dalov"), /contacts USING INTEGER PRIMARY KEY \(rowid=\?\)/],
  ["ends_with", filter("email", "ends_with", "@example.com"), /contacts USING INTEGER PRIMARY KEY \(rowid=\?\)/],
  [
    "a day",
    filter("createdAt", "equals", "2026-03-01"),
    /contacts_by_created_at \(workspace_uuid=\? AND created_at>\? AND created_at<\?\)/
  ],
  ["search_term with accents", { searchTerm: "Lóvelace" }, /contacts USING INTEGER PRIMARY KEY \(rowid=\?\)/],
  ["search_term", { searchTerm: "lovelace 5551234" }, /contacts USING INTEGER PRIMARY KEY \(rowid=\?\)/],
  [
    "two filters, the second selective",
    {
      advancedSearch: [
        { field: "lastName", operator: "not_equals", value: "Lovelace" },
        { field: "chatappId", operator: "contains", value: "491511234567" }
      ]
    },
    /contacts USING INTEGER PRIMARY KEY \(rowid=\?\)/
  ]
]

suite(layerWithClient(":memory:"))("a selective search uses an index for page and total", (test, it) => {
  it.effect.each(selective)("%s", ([, request, index]) =>
    Effect.gen(function* () {
      const plans = yield* plansOf(request)
      assert.isAtMost(plans.length, 2)
      assert.deepStrictEqual(exhaustiveSteps(plans), [])
      const steps = plans.flatMap(({ steps }) => steps)
      assert.isNotEmpty(
        steps.filter((step) => index.test(step)),
        steps.join("\n")
      )
    })
  )

  test("the check finds a scan: a string of two characters scans all contacts", function* () {
    const plans = yield* plansOf(filter("firstName", "contains", "da"))
    assert.isNotEmpty(exhaustiveSteps(plans))
  })
})

layer(layerWithClient(":memory:"))("a sorted page is read in the order of an index", (it) => {
  it.effect.each([
    ["firstName", "asc"],
    ["firstName", "desc"],
    ["lastEngagedAt", "asc"],
    ["lastEngagedAt", "desc"],
    ["archived", "asc"]
  ] as const)("%s %s", ([field, order]) =>
    Effect.gen(function* () {
      const plans = yield* plansOf({ sortBy: { field, sortOrder: order } })
      const steps = plans.flatMap(({ steps }) => steps)
      assert.isTrue(
        steps.some((step) => step.includes(`contacts_by_${String.camelToSnake(field)} (workspace_uuid=?`)) &&
          !steps.some((step) => step.startsWith("SCAN contacts")),
        steps.join("\n")
      )
    })
  )
})

layer(layerWithClient(":memory:"))("S16: a page after a place begins there in the index, filtered or not", (it) => {
  const uuid = "00000000-0000-4000-8002-000000000001"
  const most = [{ field: "firstName", operator: "not_equals", value: "Ada" }] as const

  it.effect.each([
    ["lastName", "asc", "l", "contacts_by_last_name", "(last_name_order,uuid)>(?,?)"],
    ["lastName", "desc", "l", "contacts_by_last_name", "(last_name_order,uuid)<(?,?)"],
    ["lastEngagedAt", "asc", 1, "contacts_by_last_engaged_at", "(last_engaged_at,uuid)>(?,?)"],
    ["lastEngagedAt", "desc", 1, "contacts_by_last_engaged_at", "(last_engaged_at,uuid)<(?,?)"],
    ["text", "asc", "l", "contact_values_by_text", "(text,contact_uuid)>(?,?)"],
    ["text", "desc", "l", "contact_values_by_text", "(text,contact_uuid)<(?,?)"]
  ] as const)("%s %s", ([field, sortOrder, key, index, bound]) =>
    Effect.gen(function* () {
      for (const advancedSearch of [[], most]) {
        const plans = yield* plansOf({ advancedSearch, sortBy: { field, sortOrder } }, { key, uuid })
        assert.isNotEmpty(plans)
        for (const { steps } of plans) {
          const begin = steps.filter((step) => step.includes(` ${index} (`) && step.includes(bound))
          assert.isNotEmpty(begin, steps.join("\n"))
        }
      }
    })
  )
})
