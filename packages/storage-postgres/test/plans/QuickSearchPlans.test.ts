import { assert } from "@effect/vitest"
import { systemCaller, Contacts, WorkspaceUuid } from "@rollcall/core"
import { type Filter, newestFirst, withoutLimits } from "@rollcall/core/people"
import { ContactStore } from "@rollcall/core/storage"
import { Effect, Layer } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { layerWithClient } from "../Fixture.ts"
import { runsFor } from "../../src/reading/BatchedSearch.ts"
import { exhaustive, explain } from "./Plans.ts"
import { crowded, populatedDatabase } from "./Population.ts"
import { suite } from "../../../core/test/Suite.ts"

const workspace = WorkspaceUuid.make(crowded)
const page = { limit: 10, offset: 0 }
const numbers = Array.from({ length: 32 }, (_, n) => 17_000 + n)

const populated = Layer.unwrap(
  Effect.map(populatedDatabase, (url) => {
    const storage = layerWithClient({ url })
    return Layer.provideMerge(Contacts.layer, storage)
  })
)

const searches: ReadonlyArray<readonly [title: string, filterOf: (n: number) => Filter, index: RegExp]> = [
  ["contains", (n) => ({ field: "email", operator: "contains", value: `son${n}@` }), /contacts_by_trigram/],
  [
    "contains, by punctuation",
    (n) => ({ field: "phoneNumber", operator: "contains", value: `170 10${n}` }),
    /contacts_by_trigram/
  ],
  ["equals", (n) => ({ field: "socialmsgId", operator: "equals", value: `SOCIAL-${n}` }), /contacts_by_socialmsg/]
]

suite(populated, { timeout: "60 seconds" })("searches for one string among 20,000 contacts", (test) => {
  test.each(searches)(
    "that arrive concurrently share statements that scan few contacts: %s",
    function* ([, filterOf, index]) {
      const contacts = yield* Contacts
      const all = Effect.forEach(
        numbers,
        (n) => contacts.search(systemCaller(workspace), { advancedSearch: [filterOf(n)] }, page),
        {
          concurrency: "unbounded"
        }
      )
      const found = yield* all
      assert.deepStrictEqual(
        found.map(({ total }) => total),
        numbers.map(() => 1)
      )
      assert.lengthOf(new Set(found.flatMap(({ items }) => items.map(({ uuid }) => uuid))), numbers.length)
      const explained = Effect.tap(explain(all), (lines) =>
        Effect.sync(() => {
          assert.deepStrictEqual(exhaustive(lines), [], lines.join("\n"))
          assert.isNotEmpty(lines.filter((line) => index.test(line)))
        })
      )
      const statements = Effect.map(explained, (lines) => lines.filter((line) => line === "CTE found").length)
      // A statement begins with no further text after 50 ms: on a busy machine some texts have a statement of their own.
      const least = yield* Effect.repeat(statements, { until: (count) => count <= 4, times: 9 })
      assert.isAtMost(least, 4)
    }
  )

  test("get no quick result if many contacts match, which is cached, but get a result", function* () {
    const store = yield* ContactStore
    const contacts = yield* Contacts
    const condition = { _tag: "TextContains", field: "email", text: "person" } as const
    const quickOnly = { ...withoutLimits, slow: () => Effect.fail("no quick answer" as const) }
    const quick = Effect.flip(store.search(workspace, { condition, sort: newestFirst }, page, quickOnly))
    let statements = 0
    const counted = Effect.provideService(quick, Statement.CurrentTransformer, (statement) =>
      Effect.sync(() => {
        statements += 1
        return statement
      })
    )
    assert.deepStrictEqual([yield* counted, statements > 0], ["no quick answer", true])
    statements = 0
    assert.deepStrictEqual([yield* counted, statements], ["no quick answer", 0])
    const filter: Filter = { field: "email", operator: "contains", value: "person" }
    const { items, total } = yield* contacts.search(systemCaller(workspace), { advancedSearch: [filter] }, page)
    assert.strictEqual(total, 20_000)
    assert.lengthOf(items, page.limit)
  })

  test("share a statement for a limited time", function* () {
    const sql = yield* SqlClient.SqlClient
    const slept = yield* sql<{ readonly n: number }>`
      SELECT n FROM (
        SELECT n, CASE WHEN ${runsFor(sql, 20)} THEN pg_sleep(0.05) END AS nap
        FROM generate_series(1, 3) AS n
      ) AS naps WHERE nap IS NOT NULL`
    assert.deepStrictEqual(slept, [{ n: 1 }])
  })
})
