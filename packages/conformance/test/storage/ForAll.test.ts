import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Context, Effect, Layer } from "effect"
import fc from "fast-check"
import { Discrepancy, holds } from "../../src/storage/shared/Check.ts"
import { forAll, generatedCases } from "../../src/storage/shared/ForAll.ts"
import { partialResults } from "../../src/storage/search/PartialResults.ts"
import { test } from "../../../core/test/Suite.ts"

const configured = (config: Record<string, unknown>) => ConfigProvider.layer(ConfigProvider.fromUnknown(config))
const seeded = configured({ ROLLCALL_SEED: 7 })

class Limit extends Context.Service<Limit, number>()("test/Limit") {}

const isBelowLimit = Effect.fnUntraced(function* (value: number) {
  const limit = yield* Limit
  yield* holds("The value is below the limit", value < limit)
})

const naturals = forAll(fc.nat({ max: 10_000 }), 200, isBelowLimit)

describe("forAll", () => {
  test("succeeds if the property does, for every requested case", function* () {
    let cases = 0
    yield* forAll(fc.nat(), 50, () => Effect.sync(() => void cases++))
    expect(cases).toBe(50)
  })

  it.effect("fails with the smallest counterexample, its reason and the seed", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(naturals)
      expect(failure).toBeInstanceOf(Discrepancy)
      expect(failure.message).toContain("Counterexample: [100]")
      expect(failure.message).toContain("The value is below the limit")
      expect(failure.message).toContain("ROLLCALL_SEED=7 gives this again")
    }).pipe(Effect.provide([seeded, Layer.succeed(Limit, 100)]))
  )

  test("fails when the property dies", function* () {
    const failure = yield* Effect.flip(forAll(fc.nat(), 10, () => Effect.die(new Error("a bug"))))
    expect(failure.message).toContain("a bug")
  })

  it.effect("generates the same cases for the same seed", () =>
    Effect.gen(function* () {
      const cases: Array<Array<number>> = [[], []]
      for (const run of cases) yield* forAll(fc.nat(), 20, (value) => Effect.sync(() => void run.push(value)))
      expect(cases[0]).toEqual(cases[1])
    }).pipe(Effect.provide(seeded))
  )

  it.effect("ends, however far a counterexample could be shrunk", () =>
    Effect.gen(function* () {
      let evaluations = 0
      const property = (text: string) =>
        Effect.suspend(() => {
          evaluations++
          return holds("No text is long", text.length < 10)
        })
      yield* Effect.flip(forAll(fc.string({ minLength: 5_000 }), 10, property))
      expect(evaluations).toBeLessThan(300)
    }).pipe(Effect.provide(seeded))
  )
})

describe("ROLLCALL_PLANS", () => {
  test("sets the number of cases, 100 by default", function* () {
    expect(yield* generatedCases.pipe(Effect.provide(configured({ ROLLCALL_PLANS: 5_000 })))).toBe(5_000)
    expect(yield* generatedCases.pipe(Effect.provide(configured({})))).toBe(50)
  })
})

describe("partialResults", () => {
  test("fails if too many searches find nothing, or everything", function* () {
    const partial = partialResults(10)
    for (const total of [0, 10, 10, 3]) partial.count(total)
    yield* partial.atLeast(0.25)
    expect(yield* Effect.flip(partial.atLeast(0.3))).toBeInstanceOf(Discrepancy)
  })
})
