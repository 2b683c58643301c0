import { assert, layer } from "@effect/vitest"
import { Contacts, CustomFields, WorkspaceUuid } from "@rollcall/core"
import { type Filter, layerContactErasure } from "@rollcall/core/storage"
import { Effect, Layer } from "effect"
import { database, layerWithClient } from "../Fixture.ts"
import { exhaustive, explain } from "./Plans.ts"
import { withDatabase } from "../server/Databases.ts"

const workspace = WorkspaceUuid.make("00000000-0000-4000-8200-000000000001")

const defaults = { fieldKey: null, icon: null, editable: true, sensitive: false, selectOptions: null }

/** Each contact has a flag, a number, a tier and a city, so that the values of one field are few among all values. */
const populated = Layer.unwrap(
  Effect.map(database, (url) => {
    const storage = layerWithClient({ url })
    const services = Layer.provideMerge(
      Layer.mergeAll(Layer.provide(Contacts.layer, layerContactErasure), CustomFields.layer),
      storage
    )
    const uuid = "('00000000-0000-4000-8200-' || lpad(to_hex(n), 12, '0'))::uuid"
    const populate = Effect.gen(function* () {
      const definitions = yield* CustomFields
      const values = [
        [{ ...defaults, name: "Flag", fieldType: "checkbox" }, "NULL", "n % 2"],
        [{ ...defaults, name: "Visits", fieldType: "number:integer" }, "NULL", "n"],
        [{ ...defaults, name: "Tier", fieldType: "text" }, "'gold'", "NULL"],
        [{ ...defaults, name: "City", fieldType: "text" }, "CASE n WHEN 7 THEN 'goldach' ELSE md5(n::text) END", "NULL"]
      ] as const
      const fields = yield* Effect.forEach(values, ([field]) => definitions.create(workspace, field))
      yield* withDatabase(url, (sql) =>
        Effect.gen(function* () {
          yield* sql.unsafe(`
            INSERT INTO contacts (workspace_uuid, uuid, archived, created_at, updated_at)
            SELECT '${workspace}', ${uuid}, 0, n, n FROM generate_series(1, 6000) AS n`).unprepared
          for (const [index, [, text, number]] of values.entries()) {
            yield* sql.unsafe(`
              INSERT INTO contact_values (workspace_uuid, contact_uuid, field_uuid, ordinal, text, number)
              SELECT '${workspace}', ${uuid}, '${fields[index]?.uuid}', 0, ${text}, ${number}
              FROM generate_series(1, 6000) AS n`).unprepared
          }
          yield* sql`ANALYZE`.unprepared
        })
      )
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
        const { total } = yield* contacts.search(workspace, { advancedSearch: filters }, page)
        assert.strictEqual(total, expected)
        const lines = yield* explain(contacts.search(workspace, { advancedSearch: filters }, page))
        assert.deepStrictEqual(exhaustive(lines), [], lines.join("\n"))
      })
  )

  it.effect("a search for many values finds them, too", () =>
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const { items, total } = yield* contacts.search(workspace, { advancedSearch: [visits("gt", 4)] }, page)
      assert.strictEqual(total, 5_996)
      assert.lengthOf(items, 10)
    })
  )
})
