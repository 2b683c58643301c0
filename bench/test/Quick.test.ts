import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { postgres, sqlite } from "../src/Database.ts"
import { compare } from "../src/Rounds.ts"
import { runAll } from "../src/Run.ts"
import type { Scenario } from "../src/Scenario.ts"
import { broadcasts } from "../src/speed/Broadcasts.ts"
import { http } from "../src/speed/Http.ts"
import { imported } from "../src/speed/Import.ts"
import { resolved } from "../src/speed/Resolve.ts"
import { agree } from "../src/speed/Store.ts"
import { live, test } from "../../packages/core/test/Suite.ts"

/** The runs are too short for meaningful figures. The tests check that figures exist and that both sides agree. */
const run = { seed: 1, seconds: 0.1, share: 0.01, rounds: 1 }

const measured = (scenario: Scenario) =>
  Effect.gen(function* () {
    const onSqlite = scenario.sqlite?.(yield* sqlite, run)
    const parts = yield* onSqlite ?? scenario.postgres?.(yield* postgres, run) ?? Effect.die("no store")
    for (const { figures, name } of parts) {
      assert.isAbove(figures.length, 0, name)
      for (const { value } of figures) assert.isAbove(value, 0, name)
    }
  }).pipe(Effect.scoped)

describe("the quick bench", () => {
  it.live.each([http, imported, broadcasts, resolved])(
    "measures both sides of $name, which return the same results",
    (scenario) => measured(scenario),
    300_000
  )
})

describe("two compared sides", () => {
  test("are measured in alternating rounds, each with its own preparation, and compared by their medians", function* () {
    const order: Array<string> = []
    const side = (name: string, rates: ReadonlyArray<number>) => {
      const left = [...rates]
      return {
        prepare: Effect.sync(() => void order.push(`prepare ${name}`)),
        run: Effect.sync(() => {
          order.push(name)
          return { pieces: left.shift() ?? 0, seconds: 1 }
        }),
        spent: () => 0
      }
    }
    const [library, rival] = [side("ours", [30, 90, 10]), side("theirs", [10, 10, 20])]
    const figure = yield* compare({ library, rival, database: () => 0, rounds: 3, wanted: { rate: 1 } })
    assert.deepInclude(figure, { value: 3, least: 1 })
    assert.match(figure.detail ?? "", /^0\.500 to 9 times; 30 \(10 to 90\) beside 10 \(10 to 20\) a second/)
    assert.deepStrictEqual(
      order.filter((what) => !what.startsWith("prepare")),
      ["ours", "theirs", "theirs", "ours", "ours", "theirs"]
    )
    assert.strictEqual(order.length, 12)
  })

  test("are not compared if their results differ", function* () {
    const error = yield* Effect.flip(agree("a list", [2, { a: 1 }], [2, { a: 2 }]))
    assert.strictEqual(error.message, 'a list: the library has {"a":1}, the rival {"a":2}')
  })
})

live("a scenario that aborts is a failure, and the others still run", function* () {
  const ran: Array<string> = []
  const scenario = (name: string, parts: Effect.Effect<[], Error>): Scenario => ({
    name,
    about: name,
    sqlite: () =>
      Effect.andThen(
        Effect.sync(() => void ran.push(name)),
        parts
      )
  })
  const [stopped, fine] = [scenario("stopped", Effect.fail(new Error("broken"))), scenario("fine", Effect.succeed([]))]
  assert.isFalse(yield* runAll([stopped, fine], ["sqlite"], { ...run, seconds: undefined }, "json"))
  assert.isTrue(yield* runAll([fine], ["sqlite", "postgres"], { ...run, seconds: undefined }, "json"))
  assert.deepStrictEqual(ran, ["stopped", "fine", "fine"])
})
