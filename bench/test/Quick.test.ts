import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { measure, type Plan } from "../src/Bench.ts"
import { Disagreement } from "../src/cases/Case.ts"
import { cases, loads, trials } from "../src/cases/Cases.ts"
import { pageCase } from "../src/cases/PageCase.ts"
import { quick } from "../src/Command.ts"
import { sqliteArena } from "../src/stores/Sqlite.ts"

const plan: Plan = { ...quick, filter: "", postgresUrl: Option.none() }

describe("the quick bench on SQLite", () => {
  it.live(
    "measures both sides of every case, which agree",
    () =>
      Effect.gen(function* () {
        const { lines, rates, tried } = yield* measure("sqlite", plan)
        assert.deepStrictEqual(
          lines.map((line) => line.case.name),
          cases.map(({ name }) => name)
        )
        for (const { outcome } of lines) {
          assert.isAbove(outcome.library.median, 0)
          assert.isAbove(outcome.rival?.median ?? 0, 0)
        }
        assert.deepStrictEqual(
          rates.map(({ load }) => load.name),
          loads.map(({ name }) => name)
        )
        for (const { speeds } of rates) {
          assert.isAbove(speeds.library, 0)
          assert.isAbove(speeds.rival ?? 0, 0)
        }
        assert.deepStrictEqual(
          tried.map(({ trial }) => trial.name),
          trials.map(({ name }) => name)
        )
      }),
    120_000
  )
})

describe("hand-written SQL that gives another answer", () => {
  const everybodyBut = pageCase({
    name: "a list that leaves out who is archived",
    target: undefined,
    questions: ({ workspace }) => [
      {
        library: (contacts) => contacts.search(workspace, { sortBy: { field: "email" } }, { limit: 10, offset: 0 }),
        operands: { sqlite: [], postgres: [] }
      }
    ],
    sqlite: {
      page: "SELECT *, 100 AS total FROM contacts WHERE workspace_uuid = $1 AND archived = 0 ORDER BY email_folded LIMIT 10"
    },
    postgres: { page: "SELECT 1" }
  })

  it.live("stops the bench", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const error = yield* Effect.flip(everybodyBut.sides(yield* sqliteArena(100), quick.size))
        assert.instanceOf(error, Disagreement)
      })
    )
  )
})
