import { assert, layer } from "@effect/vitest"
import { WorkspaceUuid } from "@rollcall/core"
import { allOf, anyOf, newestFirst, withoutLimits } from "@rollcall/core/people"
import { type Condition, ContactStore } from "@rollcall/core/storage"
import { Effect, Layer } from "effect"
import { countRows, database, layerWithClient } from "../Fixture.ts"
import { withDatabase } from "../server/Databases.ts"

const workspace = WorkspaceUuid.make("00000000-0000-4000-8300-000000000001")
const actor = "00000000-0000-4000-8301-000000000001"
const tier = "00000000-0000-4000-8302-000000000001"
const regulars = "00000000-0000-4000-8303-000000000001"
const guests = "00000000-0000-4000-8303-000000000002"

const uuid = "('00000000-0000-4000-8304-' || lpad(to_hex(n), 12, '0'))::uuid"

/**
 * Of 21,000 contacts 20,500 have a tier, which are more than a search starts from. Of 3,000 regulars 2,500 have it, and so
 * have all of 100 guests. The first contact, which is a guest, has an address.
 */
const statements = [
  `INSERT INTO contacts (workspace_uuid, uuid, archived, created_at, updated_at, email_folded)
    SELECT '${workspace}', ${uuid}, 0, n, n, CASE n WHEN 1 THEN 'ada@example.org' END FROM generate_series(1, 21000) AS n`,
  `INSERT INTO contact_values (workspace_uuid, contact_uuid, field_uuid, ordinal, text)
    SELECT '${workspace}', ${uuid}, '${tier}', 0, 'gold' FROM generate_series(1, 20500) AS n`,
  ...[regulars, guests].map(
    (list) => `INSERT INTO contact_lists (
      workspace_uuid, uuid, name, name_folded, name_order, status, created_by, updated_by, created_at, updated_at
    ) VALUES ('${workspace}', '${list}', '${list}', '${list}', '${list}', 'active', '${actor}', '${actor}', 1, 1)`
  ),
  `INSERT INTO contact_list_members (workspace_uuid, list_uuid, contact_uuid, added_at, added_by)
    SELECT '${workspace}', CASE WHEN n > 100 THEN '${regulars}' ELSE '${guests}' END::uuid, ${uuid}, n, '${actor}'
    FROM generate_series(1, 21000) AS n WHERE n > 18000 OR n <= 100`
]

const populated = Layer.unwrap(
  Effect.map(database, (url) => {
    const storage = layerWithClient({ url })
    const written = withDatabase(url, (sql) =>
      Effect.forEach(statements, (statement) => sql.unsafe(statement).unprepared)
    )
    const populate = Effect.andThen(written, countRows(url))
    return Layer.provideMerge(Layer.provide(Layer.effectDiscard(populate), storage), storage)
  })
)

const gold: Condition = { _tag: "ValueMatches", field: tier, test: { _tag: "TextEquals", text: "gold" } }
const member = (set: string): Condition => ({ _tag: "MemberOf", set })
const ada: Condition = { _tag: "TextEquals", field: "email", text: "ada@example.org" }
const cases: ReadonlyArray<readonly [string, Condition, number]> = [
  ["a list", member(regulars), 2_500],
  ["one of two lists", anyOf([member(regulars), member(guests)]), 2_600],
  ["an address or a list", anyOf([ada, member(regulars)]), 2_501]
]

layer(populated, { timeout: "60 seconds" })(
  "S15: a search for a value that many have, which starts from members",
  (it) => {
    it.effect.each(cases)("finds only contacts with the value: %s", ([, members, expected]) =>
      Effect.gen(function* () {
        const { search } = yield* ContactStore
        const plan = { condition: allOf([gold, members]), sort: newestFirst }
        const { items, total } = yield* search(workspace, plan, { limit: 10, offset: 0 }, withoutLimits)
        assert.strictEqual(total, expected)
        assert.lengthOf(items, 10)
      })
    )
  }
)
