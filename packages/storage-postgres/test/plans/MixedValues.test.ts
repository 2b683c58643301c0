import { WorkspaceStore } from "@rollcall/core/storage"
import { assert, layer } from "@effect/vitest"
import { systemCaller, Contacts, CustomFields, type PageRequest, WorkspaceUuid } from "@rollcall/core"
import type { Filter } from "@rollcall/core/people"
import { DateTime, Effect, Layer } from "effect"
import * as Arr from "effect/Array"
import { countRows, database, layerWithClient } from "../Fixture.ts"
import { exhaustive, explain } from "./Plans.ts"
import { withDatabase } from "../server/Databases.ts"

const workspace = WorkspaceUuid.make("00000000-0000-4000-8200-000000000001")

const defaults = { fieldKey: null, icon: null, editable: true, sensitive: false, selectOptions: null }

/** How many contacts there are, and how many of them have a value of every field. */
const count = 21_000
const completeCount = 6_000

/**
 * Each of the first contacts has a flag, a number, a tier and a city, so that the values of one field are few among all
 * values. All contacts have a number, and more of them than a search starts from.
 */
const populated = Layer.unwrap(
  Effect.map(database, (url) => {
    const storage = layerWithClient({ url })
    const services = Layer.provideMerge(Layer.mergeAll(Contacts.layer, CustomFields.layer), storage)
    const uuid = "('00000000-0000-4000-8200-' || lpad(to_hex(n), 12, '0'))::uuid"
    const populate = Effect.gen(function* () {
      const definitions = yield* CustomFields
      yield* WorkspaceStore.use((store) => store.ensure("mixed values", workspace))
      const values = [
        [{ ...defaults, name: "Flag", fieldType: "checkbox" }, "NULL", "n % 2"],
        [{ ...defaults, name: "Visits", fieldType: "number:integer" }, "NULL", "n"],
        [{ ...defaults, name: "Tier", fieldType: "text" }, "'gold'", "NULL"],
        [{ ...defaults, name: "City", fieldType: "text" }, "CASE n WHEN 7 THEN 'goldach' ELSE md5(n::text) END", "NULL"]
      ] as const
      const fields = yield* Effect.forEach(values, ([field]) => definitions.create(systemCaller(workspace), field))
      yield* withDatabase(url, (sql) =>
        Effect.gen(function* () {
          yield* sql.unsafe(`
            INSERT INTO contacts (workspace_uuid, uuid, archived, created_at, updated_at)
            SELECT '${workspace}', ${uuid}, 0, n, n FROM generate_series(1, ${count}) AS n`).unprepared
          for (const [index, [, text, number]] of values.entries()) {
            yield* sql.unsafe(`
              INSERT INTO contact_values (workspace_uuid, contact_uuid, field_uuid, ordinal, text, number)
              SELECT '${workspace}', ${uuid}, '${fields[index]?.uuid}', 0, ${text}, ${number}
              FROM generate_series(1, ${number === "n" ? count : completeCount}) AS n`).unprepared
          }
        })
      )
      yield* countRows(url)
    })
    return Layer.provideMerge(Layer.effectDiscard(populate), services)
  })
)

const page = { limit: 10, offset: 0 }

const visits = (operator: Filter["operator"], value: unknown) => ({
  field: "visits",
  operator,
  value,
  dataType: "long" as const
})

layer(populated, { timeout: "60 seconds" })("few values of one field, among many of others", (it) => {
  it.effect.each([
    ["a number", [visits("lt", 4)], 3],
    ["an interval of numbers", [visits("range", [0, 1])], 1],
    ["two intervals that each select many", [visits("lt", 1_500), visits("gt", 1_400)], 99],
    ["a number and no other", [visits("lt", 1_500), { field: "city", operator: "not_exists" }], 0],
    ["the prefix of a text", [{ field: "city", operator: "starts_with", value: "gold" }], 1],
    [
      "a number and a flag",
      [visits("lt", 4), { field: "flag", operator: "equals", value: true, dataType: "boolean" }],
      2
    ]
  ] satisfies ReadonlyArray<readonly [string, ReadonlyArray<Filter>, number]>)(
    "%s: the search starts from them",
    ([, filters, expected]) =>
      Effect.gen(function* () {
        const contacts = yield* Contacts
        const { total } = yield* contacts.search(systemCaller(workspace), { advancedSearch: filters }, page)
        assert.strictEqual(total, expected)
        const lines = yield* explain(contacts.search(systemCaller(workspace), { advancedSearch: filters }, page))
        assert.deepStrictEqual(exhaustive(lines), [], lines.join("\n"))
      })
  )

  const many = [
    ["numbers", visits("lt", 1_500), 1_499],
    ["texts", { field: "city", operator: "exists" }, completeCount]
  ] satisfies ReadonlyArray<readonly [string, Filter, number]>

  it.effect.each(many)(
    "S9: the first of many %s are searched among the first contacts, and otherwise from the values",
    ([, filter, finds]) =>
      Effect.gen(function* () {
        const contacts = yield* Contacts
        const search = (sortOrder: "asc" | "desc", page: PageRequest) =>
          contacts.search(
            systemCaller(workspace),
            { advancedSearch: [filter], sortBy: { field: "createdAt", sortOrder } },
            page
          )
        const numbers = Effect.fnUntraced(function* (sortOrder: "asc" | "desc", page: PageRequest) {
          const { items, total } = yield* search(sortOrder, page)
          assert.strictEqual(total, finds)
          return items.map(({ createdAt }) => DateTime.toEpochMillis(createdAt))
        })
        assert.deepStrictEqual(yield* numbers("asc", page), Arr.range(1, 10))
        assert.deepStrictEqual(yield* numbers("asc", { limit: 10, offset: finds - 3 }), Arr.range(finds - 2, finds))
        assert.deepStrictEqual(yield* numbers("asc", { limit: 10, offset: finds }), [])
        // The oldest contacts have the values.
        assert.deepStrictEqual(yield* numbers("desc", page), Arr.range(finds - 9, finds).toReversed())
        assert.deepStrictEqual(yield* numbers("desc", { limit: 0, offset: 0 }), [])

        const first = yield* explain(search("asc", page))
        const last = yield* explain(search("desc", page))
        for (const lines of [first, last]) {
          const scans = exhaustive(lines).filter((line) => !line.includes("contact_counts"))
          // It ends after a limited number of contacts.
          assert.lengthOf(scans, 1, lines.join("\n"))
          assert.include(lines.join(), "contacts_by_created_at")
        }
        assert.isAbove(last.length, first.length)
      })
  )

  it.effect.each([
    ["numbers", [visits("gt", 4)], count - 4],
    ["all but one", [visits("not_equals", 4)], count - 1],
    ["those without a text", [{ field: "city", operator: "not_exists" }], count - completeCount],
    ["those without a number", [{ field: "visits", operator: "not_exists", dataType: "long" }], 0]
  ] satisfies ReadonlyArray<readonly [string, ReadonlyArray<Filter>, number]>)(
    "a search without an index, or with many results, counts them: %s",
    ([, filters, expected]) =>
      Effect.gen(function* () {
        const contacts = yield* Contacts
        const { items, total } = yield* contacts.search(systemCaller(workspace), { advancedSearch: filters }, page)
        assert.strictEqual(total, expected)
        assert.lengthOf(items, Math.min(expected, page.limit))
      })
  )
})
