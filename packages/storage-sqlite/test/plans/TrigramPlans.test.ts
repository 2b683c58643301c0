import { assert, layer } from "@effect/vitest"
import { allOf, newestFirst, not, planSearch, withoutLimits } from "@rollcall/core/people"
import { type Condition, ContactStore } from "@rollcall/core/storage"
import { Effect, Layer, Result, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { fields, selectiveSearches, workspace } from "../../../storage-sql/test/search/SelectiveSearches.ts"
import { layerOnClient } from "../../src/index.ts"
import { connectionOf } from "../../src/reading/QueryConnection.ts"
import { SearchConnections } from "../../src/reading/SearchThreads.ts"
import { layerClient } from "../../src/SqliteClient.ts"

type Ran = readonly [on: "thread" | "main", sql: string, params: ReadonlyArray<unknown>]
const ran = new Array<Ran>()

/** A connection that finds nothing. */
const connection = (on: Ran[0]) =>
  connectionOf((sql, params) => Effect.sync(() => (ran.push([on, sql, params]), [{ total: 0, uuid: null }])))

const connections = Layer.succeed(SearchConnections, {
  triedFirst: connection("main"),
  onThread: connection("thread"),
  inParts: () => Stream.die("no search is read in parts")
})
const client = layerClient({ filename: ":memory:" })
const storage = Layer.provideMerge(Layer.provide(layerOnClient(), connections), client)

const conditions = selectiveSearches.map(([, filter]) => {
  const planned = planSearch({ advancedSearch: [filter] }, fields)
  assert(Result.isSuccess(planned))
  return planned.success.condition
})
const short: Condition = { _tag: "TextContains", field: "email", text: "ab" }
const long: Condition = { _tag: "TextContains", field: "email", text: "abc" }

const searches: ReadonlyArray<readonly [string, ReadonlyArray<Condition>]> = [
  ["each", conditions],
  ["its negation", conditions.map(not)],
  ["the negation of that", conditions.map((condition) => not(not(condition)))],
  ["each with another", conditions.map((one, n) => allOf([one, conditions[(n + 17) % conditions.length] ?? one]))],
  ["each or a part of a text", conditions.map((one) => ({ _tag: "Any", conditions: [one, long] }))],
  ["each or no part of a text", conditions.map((one) => ({ _tag: "Any", conditions: [one, not(long)] }))],
  ["a part of a text or a short one", [{ _tag: "Any", conditions: [long, short] }]],
  ["neither of two parts of texts", conditions.map((one) => not(allOf([not(one), not(long)])))],
  [
    "a term that is a number",
    [{ _tag: "Any", conditions: [long, { _tag: "TextContains", field: "phoneNumber.digits", text: "4917" }] }]
  ]
]

layer(storage)("a search on SQLite goes to a thread at once exactly if it reads trigrams (S12)", (it) => {
  it.effect.each(searches)("%s", ([, conditions]) =>
    Effect.gen(function* () {
      const store = yield* ContactStore
      const sql = yield* SqlClient.SqlClient
      ran.length = 0
      for (const condition of conditions) {
        yield* store.search(workspace, { condition, sort: newestFirst }, { limit: 0, offset: 0 }, withoutLimits)
      }
      for (const [on, statement, params] of ran) {
        const steps = yield* sql.unsafe<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${statement}`, params)
        const readsTrigrams = steps.some(({ detail }) => detail.includes("_trigrams"))
        assert.strictEqual(on, readsTrigrams ? "thread" : "main", statement)
      }
      assert.isNotEmpty(ran)
    })
  )
})
