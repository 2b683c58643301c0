import { assert, layer } from "@effect/vitest"
import {
  ContactStore,
  type DataType,
  type FieldType,
  type Filter,
  instantNames,
  planSearch,
  textNames
} from "@rollcall/core"
import { Effect, Layer, Result } from "effect"
import { database, layerWithClient } from "./Fixture.ts"
import { exhaustive, explain } from "./Plans.ts"
import { fields, populateFields, workspace } from "./SearchPopulation.ts"

const populated = Layer.unwrap(
  Effect.map(database, (url) => {
    const storage = layerWithClient({ url })
    return Layer.provideMerge(Layer.provide(Layer.effectDiscard(populateFields(url)), storage), storage)
  })
)

type Test = Pick<Filter, "operator" | "value">

/** Every positive operator on a text, asked so that a handful of contacts is found. */
const textTests = (field: string): ReadonlyArray<Test> => [
  { operator: "equals", value: `zzzz ${field} 1` },
  { operator: "contains", value: "ZZZ" },
  { operator: "starts_with", value: "zzzz" },
  { operator: "ends_with", value: `${field} 7` },
  { operator: "range", value: ["zzz", "zzzzz"] },
  { operator: "gt", value: "zzz" },
  { operator: "gte", value: "zzz" },
  { operator: "lt", value: "\"" },
  { operator: "lte", value: "\"" }
]

const tests = (late: unknown, range: ReadonlyArray<unknown>, early: unknown): ReadonlyArray<Test> => [
  { operator: "equals", value: late },
  { operator: "range", value: range },
  { operator: "gt", value: range[0] },
  { operator: "gte", value: range[0] },
  { operator: "lt", value: early },
  { operator: "lte", value: early }
]

const instantTests = tests("2033-05-18", ["2033-05-18T03:33:20Z", "2034-01-01T00:00:00Z"], "1970-01-02")
const numberTests = tests(2_000_000_000_003, [2_000_000_000_000, 2_000_000_000_010], 1_000)

const dataTypes: { readonly [Type in FieldType]: DataType } = {
  text: "text",
  "number:integer": "long",
  "number:decimal": "double",
  "number:percentage": "double",
  checkbox: "boolean",
  date: "date",
  "date:date_time": "date",
  "date:time": "text",
  "date:relative": "date",
  select: "text",
  multiselect: "text",
  user: "text"
}

const customTests = (type: FieldType): ReadonlyArray<Test> => {
  if (type === "multiselect") {
    const values = [`zzzz ${type} 1`, [`zzzz ${type} 1`]]
    return values.flatMap((value) => [
      { operator: "equals", value },
      { operator: "contains", value }
    ])
  }
  switch (dataTypes[type]) {
    case "text":
      return textTests(type)
    case "boolean":
      return [{ operator: "equals", value: true }]
    case "date":
      return instantTests
    default:
      return numberTests
  }
}

const predefined: ReadonlyArray<Filter> = [
  ...textNames.flatMap((field) => textTests(field).map((test) => ({ field, ...test }))),
  ...instantNames.flatMap((field) => instantTests.map((test) => ({ field, ...test }))),
  { field: "client_reference", operator: "exists" },
  { field: "last_engaged_at", operator: "exists" },
  { field: "external_contact_id", operator: "not_exists" },
  { field: "archived", operator: "equals", value: true },
  { field: "archived", operator: "not_equals", value: false }
]

const custom: ReadonlyArray<Filter> = fields.flatMap(({ fieldKey, fieldType }) =>
  customTests(fieldType).map((test) => ({ field: fieldKey, dataType: dataTypes[fieldType], ...test }))
)

const titled = (filters: ReadonlyArray<Filter>) =>
  filters.map((filter) => [`${filter.field} ${filter.operator} ${JSON.stringify(filter.value) ?? ""}`, filter] as const)

/** Lines by which every value of a field is looked at. */
const wholeField = /^Index Cond: \(+workspace_uuid = [^)]*\) AND \(field_uuid = [^)]*\)\)$/

const look = Effect.fnUntraced(function* (filter: Filter) {
  const store = yield* ContactStore
  const plan = planSearch({ filters: [filter] }, fields)
  assert(Result.isSuccess(plan))
  const search = store.search(workspace, plan.success, { limit: 10, offset: 0 })
  const { total } = yield* search
  return { total, lines: yield* explain(search) }
})

layer(populated, { timeout: "60 seconds" })("a search that finds a handful of 6,000 contacts", (it) => {
  it.effect.each([...titled(predefined), ...titled(custom)])("looks at few of them: %s", ([, filter]) =>
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
