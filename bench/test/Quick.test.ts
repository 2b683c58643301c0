import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { cases, measure, type Plan } from "../src/Bench.ts"
import { Disagreement } from "../src/Case.ts"
import { quick } from "../src/Command.ts"
import { pageCase } from "../src/contacts/PageCase.ts"
import { once } from "../src/contacts/Searches.ts"
import { openFixture } from "../src/stores/Fixture.ts"

const plan: Plan = { ...quick, filter: "", postgresUrl: Option.none() }

describe("the quick bench on SQLite", () => {
  it.live(
    "measures both sides of every case, which agree",
    () =>
      Effect.gen(function* () {
        const { measured } = yield* measure("sqlite", plan)
        const alone = "broadcast: answers while accepting 50,000"
        const compared = measured.filter(({ name }) => !name.startsWith(alone))
        assert.deepStrictEqual(
          [...compared.map(({ name }) => name), alone],
          cases.filter(({ only }) => only === undefined).map(({ name }) => name)
        )
        for (const { library, rival } of compared) {
          assert.isAbove(library.median, 0)
          assert.isAbove(rival?.median ?? 0, 0)
        }
        const readings = measured.filter((one) => !compared.includes(one))
        assert.includeMembers(
          readings.map(({ name }) => name),
          ["accepted in", "GET p50", "GET p99", "GET max"].map((what) => `${alone}: ${what}`)
        )
        for (const { library } of readings) assert.isAbove(library.median, 0)
      }),
    120_000
  )
})

describe("hand-written SQL that gives another answer", () => {
  const incomplete = pageCase({
    name: "a list without archived contacts",
    limits: [],
    values: once,
    library: (contacts, _, { workspace }) =>
      contacts.search(workspace, { sortBy: { field: "email" } }, { limit: 10, offset: 0 }),
    operands: () => [],
    sqlite: {
      page: "SELECT *, 100 AS total FROM contacts WHERE workspace_uuid = $1 AND archived = 0 ORDER BY email_folded LIMIT 10"
    },
    postgres: { page: "SELECT 1" }
  })

  it.live("stops the bench", () =>
    Effect.gen(function* () {
      const fixture = yield* openFixture("sqlite", 100, Option.none())
      const error = yield* Effect.flip(incomplete.measure(fixture, quick.pace, quick.size))
      assert.instanceOf(error, Disagreement)
    }).pipe(Effect.scoped)
  )
})
