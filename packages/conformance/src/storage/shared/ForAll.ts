import { Config, Context, Effect, Random } from "effect"
import fc from "fast-check"
import { Discrepancy, show } from "./Check.ts"
import { Tally } from "./Tally.ts"

/** The number of generated cases, unless a suite specifies another: `ROLLCALL_PLANS`, default 50. */
export const generatedCases = Config.Int("ROLLCALL_PLANS").pipe(Config.withDefault(50))

/**
 * The number of generated searches: at least 100, so that the share of searches with results does not depend on chance.
 */
export const generatedSearches = Effect.map(generatedCases, (cases) => Math.max(100, cases))

/** The number of imports to undo: at least 200. */
export const generatedUndos = Effect.map(generatedCases, (cases) => Math.max(200, cases))

/** The number of generated command sequences: `ROLLCALL_SEQUENCES`, default 10. */
export const generatedSequences = Config.Int("ROLLCALL_SEQUENCES").pipe(Config.withDefault(10))

/** The number of generated histories of people: `ROLLCALL_HISTORIES`, default 10. */
export const generatedHistories = Config.Int("ROLLCALL_HISTORIES").pipe(Config.withDefault(10))

/** The number of people in the check of many people: `ROLLCALL_PEOPLE`, default 40. */
export const howManyPeople = Config.Int("ROLLCALL_PEOPLE").pipe(Config.withDefault(40))

/**
 * The seed of this run if `ROLLCALL_SEED` is not set. All generators use the same seed, so that one number repeats the
 * run.
 */
const ownSeed = Effect.runSync(Random.nextIntBetween(0, 0x7fffffff))

/** The seed of all generators: `ROLLCALL_SEED`, or a new seed for each run. A failure's message contains the seed. */
export const generationSeed = Config.Int("ROLLCALL_SEED").pipe(Config.withDefault(ownSeed))

/**
 * The number of smaller cases tried after a case has failed. Default: 200, which is enough for a readable case and
 * limits the time. Use 0 if only the failure matters.
 */
const MaxShrinks = Context.Reference<number>("@rollcall/conformance/storage/shared/ForAll/MaxShrinks", {
  defaultValue: () => 200
})

/**
 * Checks a property for generated cases. Fails with the smallest counterexample found, and the seed that repeats the
 * failure.
 */
export function forAll<A, E, R>(
  arbitrary: fc.Arbitrary<A>,
  cases: number,
  property: (value: A) => Effect.Effect<void, E, R>
): Effect.Effect<void, Discrepancy | Config.ConfigError, R>
export function forAll<A, Step extends Effect.Effect<unknown, unknown, unknown>>(
  arbitrary: fc.Arbitrary<A>,
  cases: number,
  property: (value: A) => Generator<Step, void, never>
): Effect.Effect<void, Discrepancy | Config.ConfigError, Effect.Services<Step>>
export function forAll<A, R>(
  arbitrary: fc.Arbitrary<A>,
  cases: number,
  property: (value: A) => Effect.Effect<void, unknown, R> | Generator<Effect.Effect<unknown, unknown, R>, void, never>
) {
  return checkAll(arbitrary, cases, (value) => {
    const run = property(value)
    return Effect.isEffect(run) ? run : Effect.gen(() => run)
  })
}

const checkAll = Effect.fnUntraced(function* <A, E, R>(
  arbitrary: fc.Arbitrary<A>,
  cases: number,
  property: (value: A) => Effect.Effect<void, E, R>
) {
  const seed = yield* generationSeed
  const services = yield* Effect.context<R>()
  const tally = yield* Tally
  const maxShrinks = yield* MaxShrinks
  let shrinks = 0
  const evaluate = (value: A): Effect.Effect<void, E, R> => {
    tally.cases++
    if (shrinks > 0) shrinks++
    return Effect.onError(property(value), () => Effect.sync(() => (shrinks = Math.max(shrinks, 1))))
  }
  const run = fc.asyncProperty(arbitrary, (value) =>
    shrinks > maxShrinks
      ? Promise.reject(new fc.PreconditionFailure(true))
      : Effect.runPromiseWith(services)(evaluate(value))
  )
  const details = yield* Effect.promise(() => fc.check(run, { numRuns: cases, seed, endOnFailure: maxShrinks === 0 }))
  if (details.failed) {
    const report = fc.defaultReportMessage(details)
    const error = details.errorInstance
    const cause = error instanceof Error && error.message !== "" ? error.message : show(error)
    return yield* new Discrepancy({ message: `${report}\n\n${cause}\n\nROLLCALL_SEED=${seed} gives this again.` })
  }
})

/** Returns `count` generated values. The same seed returns the same values. */
export const sample = <A>(arbitrary: fc.Arbitrary<A>, count: number, seed: number): ReadonlyArray<A> =>
  fc.sample(arbitrary, { numRuns: count, seed })
