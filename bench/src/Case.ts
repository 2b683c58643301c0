import { Effect, Equal, Schema, type Scope } from "effect"
import { alternate, type Figures, figuresOf, inMillis, ofRounds, type Pace, type Side } from "./Alternate.ts"
import { type Cost, databaseTime, metered, ownTime } from "./ProcessorTime.ts"
import type { Fixture, Store } from "./stores/Fixture.ts"

/** A piece of work that is measured on a store, beside a rival that does the same. */
export interface Case {
  readonly name: string
  /** The only store that has this case; every store when undefined. */
  readonly only?: Store | undefined
  /** Prepares the store, verifies that both sides give the same, and measures. */
  readonly measure: (fixture: Fixture, pace: Pace, size: Size) => Effect.Effect<ReadonlyArray<Measured>, Error>
}

/** How large the large cases are. */
export interface Size {
  /** Requests of one import, and the rows of each. */
  readonly imports: number
  readonly rows: number
  /** Recipients of one broadcast. */
  readonly recipients: number
  /** How often a case is measured that takes seconds. */
  readonly rounds: number
}

/** What was measured. */
export interface Measured {
  readonly name: string
  readonly unit: string
  readonly library: Figures
  /** Undefined where nothing is measured beside the library. */
  readonly rival?: Figures | undefined
  /** What a piece of work costs each side, where it was measured. */
  readonly cost?: { readonly library: Cost; readonly rival: Cost | undefined } | undefined
  readonly limits: ReadonlyArray<Limit>
  /** How many rows the answer counts, at the median of all operands. */
  readonly finds?: number | undefined
  /** How the database answers the library's statement. */
  readonly plan?: string | undefined
}

/** A limit of the library's own figure, or of library / rival at the median or the 95th percentile. */
export interface Limit {
  readonly of: "library" | "median" | "p95"
  readonly is: "<=" | ">="
  readonly value: number
  /** The only store on which it is a limit. */
  readonly only?: Store
}

/** An operation of the library, called in process, keeps 0.8 of the rival's speed. */
export const operation: Limit = { of: "median", is: "<=", value: 1.25 }

/** A search that finds few contacts stays within 1.5 of the rival at the 95th percentile. */
export const selective: Limit = { of: "p95", is: "<=", value: 1.5 }

/** Two sides that are ready to be measured on one store. */
interface Sides<A> {
  readonly library: (n: number) => Effect.Effect<A, Error>
  readonly rival: ((n: number) => Effect.Effect<A, Error>) | undefined
  /** Runs before each sample that takes seconds. Its processor time is not that of the sample. */
  readonly prepare?: Effect.Effect<void, Error>
  readonly finds?: number | undefined
  readonly plan?: string | undefined
}

interface Definition<A> {
  readonly name: string
  readonly only?: Store
  readonly limits: ReadonlyArray<Limit>
  /** How many pieces of work run at a time. */
  readonly concurrency?: number
  /** How many pieces of work a turn has (see `alternate`). */
  readonly block?: number
  /** Prepares the store, and verifies that both sides give the same. */
  readonly sides: (fixture: Fixture, size: Size) => Effect.Effect<Sides<A>, Error, Scope.Scope>
}

/** A case that is measured in milliseconds for one piece of work. */
export const timedCase = (definition: Definition<unknown>): Case => ({
  name: definition.name,
  only: definition.only,
  measure: Effect.fnUntraced(function* (fixture, pace, size) {
    const { block, concurrency = 1, limits, name } = definition
    const { library, rival, ...found } = yield* definition.sides(fixture, size)
    let pieces = 0
    const counted = (n: number) => {
      pieces += 1
      return library(n)
    }
    const sides = [counted, ...(rival ? [rival] : [])].map((side) => inMillis(side, concurrency))
    const [samples, cost] = yield* withCost(fixture, alternate(sides, pace, block), () => (rival ? 0 : pieces))
    const [first = nothing, second] = samples.map(figuresOf)
    return [{ name, unit: "ms", limits, ...found, library: first, rival: second, cost }]
  }, Effect.scoped)
})

/** A case that takes seconds. Its sides return how many units they did in one second. */
export const ratedCase = (
  definition: Definition<number> & {
    readonly unit: "rows/s" | "messages/s"
    /** How many pieces of work one sample has, where this process does the work and its processor time says something. */
    readonly pieces?: (size: Size) => number
  }
): Case => ({
  name: definition.name,
  only: definition.only,
  measure: Effect.fnUntraced(function* (fixture, _, size) {
    const { limits, name, unit } = definition
    const { library, prepare = Effect.void, rival } = yield* definition.sides(fixture, size)
    const pace = { warmUp: 0, samples: size.rounds, seconds: Number.POSITIVE_INFINITY }
    const database = yield* databaseTime(fixture)
    const pieces = definition.pieces?.(size)
    if (rival === undefined) {
      const [samples, cost] = yield* withCost(
        fixture,
        alternate([(n) => Effect.andThen(prepare, library(n))], pace),
        () => (pieces === undefined ? 0 : pieces * pace.samples)
      )
      const [alone = nothing] = samples.map(ofRounds)
      return [{ name, unit, limits, library: alone, cost }]
    }
    const meter = (side: Side) => {
      const { cost, run } = metered(side, ownTime, database, () => pieces ?? Number.NaN)
      return { cost, run: (n: number) => Effect.andThen(prepare, run(n)) }
    }
    const [ours, theirs] = [meter(library), rival && meter(rival)]
    const [first = nothing, second] = (yield* alternate([ours.run, ...(theirs ? [theirs.run] : [])], pace)).map(
      ofRounds
    )
    const cost = pieces === undefined ? undefined : { library: ours.cost(), rival: theirs?.cost() }
    return [{ name, unit, limits, library: first, rival: second, cost }]
  }, Effect.scoped)
})

/** What a piece of work costs the library, if it has been measured alone; no pieces have no cost. */
const withCost = Effect.fnUntraced(function* <A>(
  { spent }: Fixture,
  measured: Effect.Effect<A, Error>,
  pieces: () => number
) {
  const before = yield* spent
  const figures = yield* measured
  const after = yield* spent
  const each = (name: keyof typeof after) => ((after[name] - before[name]) * 1_000_000) / pieces()
  const cost =
    pieces() === 0 ? undefined : { library: { own: each("own"), database: each("database") }, rival: undefined }
  return [figures, cost] as const
})

/** The figures of a single value. */
export const single = (median: number): Figures => ({ median, p95: null, rounds: [] })

/** The figures of what was not measured. */
export const nothing = single(Number.NaN)

/** The library and its rival gave different answers, so there is nothing to compare. */
class Disagreement extends Schema.TaggedError<Disagreement>()("Disagreement", {
  case: Schema.String,
  library: Schema.Unknown,
  rival: Schema.Unknown
}) {
  override get message(): string {
    return `${this.case}: the library has ${JSON.stringify(this.library)}, the rival ${JSON.stringify(this.rival)}`
  }
}

/** Fails with the first difference of two answers. */
export const agree = (name: string, library: ReadonlyArray<unknown>, rival: ReadonlyArray<unknown>) => {
  const longer = library.length < rival.length ? rival : library
  const place = longer.findIndex((_, index) => !Equal.equals(library[index], rival[index]))
  return place < 0 ? Effect.void : new Disagreement({ case: name, library: library[place], rival: rival[place] })
}
