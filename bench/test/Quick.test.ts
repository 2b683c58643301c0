import { systemCaller } from "@rollcall/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { single } from "../src/Case.ts"
import { Operator } from "@rollcall/core/search"
import { cases, casesOf, measure, type Plan } from "../src/Bench.ts"
import { quick } from "../src/Command.ts"
import { pageCase } from "../src/contacts/PageCase.ts"
import { once } from "../src/contacts/Searches.ts"
import { growthCases, measureGrowth } from "../src/growth/Growth.ts"
import { growthOf, turnsSequential } from "../src/growth/GrowthTable.ts"
import { ownSearches } from "../src/growth/OwnSearches.ts"
import { reportIn } from "../src/Report.ts"
import { live } from "../../packages/core/test/Suite.ts"

/** Too short for figures that mean anything: what the tests are about is that there are some, and that both sides agree. */
const pace = { warmUp: 2, samples: 4, seconds: 0.05 }

const plan: Plan = { ...quick, contacts: 1_000, pace, filter: "", postgresUrl: Option.none() }

describe("the quick bench on SQLite", () => {
  it.live(
    "measures both sides of every case, which agree",
    () =>
      Effect.gen(function* () {
        const { failed, measured } = yield* measure("sqlite", plan, casesOf("sqlite", ""))
        assert.deepStrictEqual(failed, [])
        const alone = "broadcast: answers while accepting 50,000"
        const compared = measured.filter(({ name }) => !name.startsWith(alone))
        assert.deepStrictEqual(
          [...compared.map(({ name }) => name), alone],
          cases.filter(({ only }) => only === undefined).map(({ name }) => name)
        )
        for (const { library, plan, rival } of compared) {
          assert.notStrictEqual(plan, "")
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
    300_000
  )
})

describe("the quick bench in memory", () => {
  live("measures what metrics cost, beside the same with nothing recorded", function* () {
    const { failed, measured } = yield* measure("memory", { ...plan, contacts: 100 }, casesOf("memory", "metrics:"))
    assert.deepStrictEqual([failed, measured.length], [[], 3])
    for (const { library, rival } of measured) {
      assert.isAbove(library.median, 0)
      assert.isAbove(rival?.median ?? 0, 0)
    }
  })
})

describe("hand-written SQL that gives another answer", () => {
  const incomplete = pageCase({
    name: "a list without archived contacts",
    limits: [],
    values: once,
    library: (contacts, _, { workspace }) =>
      contacts.search(systemCaller(workspace), { sortBy: { field: "email" } }, { limit: 10, offset: 0 }),
    operands: () => [],
    sqlite: {
      page: "SELECT *, 100 AS total FROM contacts WHERE workspace_uuid = $1 AND archived = 0 ORDER BY email_folded LIMIT 10"
    },
    postgres: { page: "SELECT 1" }
  })

  live("is named beside the figures of the other cases", function* () {
    const reads = cases.filter(({ name }) => name === "get" || name === "list of 50")
    const report = yield* measure("sqlite", { ...plan, contacts: 100 }, [incomplete, ...reads])
    assert.deepStrictEqual(
      report.measured.map(({ name }) => name),
      ["get", "list of 50"]
    )
    assert.match(report.failed[0]?.error ?? "", /^Disagreement: a list without archived contacts: the library has "/)
    assert.include(reportIn("table", report), `FAILED: ${incomplete.name}: Disagreement`)
  })
})

describe("the growth of what must not grow", () => {
  it("is measured with each operator", () => {
    const words = new Set(growthCases.flatMap(({ name }) => name.split(/[ ,]/)))
    assert.deepStrictEqual(
      Operator.literals.filter((operator) => !words.has(operator)),
      []
    )
  })

  live("is measured of searches that have no rival", function* () {
    const few = { ...plan, pace: { warmUp: 0, samples: 1, seconds: 0.01 } }
    const report = yield* measure("memory", { ...few, contacts: 2_000 }, ownSearches)
    assert.deepStrictEqual([report.failed, report.measured.length], [[], ownSearches.length])
    for (const { finds, name } of report.measured) assert.isAbove(finds ?? 0, 0, name)
  })

  live("is that of a case with each number of contacts", function* () {
    const { failed, grown } = yield* measureGrowth("memory", { ...plan, filter: "get" }, [100, 1_000])
    assert.deepStrictEqual(failed, [])
    assert.deepStrictEqual(
      grown.map(({ name, sizes }) => [name, sizes.map(({ contacts }) => contacts)]),
      [["get", [100, 1_000]]]
    )
    assert.isAbove(grown.map((one) => growthOf(one))[0] ?? 0, 0)
  })

  it("is that of the processor time of program and database, and names a plan that turns sequential", () => {
    const at = (contacts: number, own: number, database: number, plan: string) => ({
      contacts,
      measured: {
        name: "get",
        unit: "ms",
        limits: [],
        library: single(1),
        cost: { library: { own, database }, rival: undefined },
        plan
      }
    })
    const sizes = [at(10, 50, 50, "index, 1 rows"), at(1_000, 100, 200, "SEQ SCAN, 1,000 rows")]
    const growth = { store: "memory", name: "get", unit: "ms", sizes } as const
    assert.strictEqual(growthOf(growth), 3)
    assert.strictEqual(turnsSequential(growth), true)
    assert.strictEqual(turnsSequential({ ...growth, sizes: sizes.toReversed() }), false)
  })
})
