import { Console, Effect, Option } from "effect"
import { cases, casesOfMany, loads, loadsOfMany, trials } from "./cases/Cases.ts"
import type { Size } from "./cases/Case.ts"
import { alternate, type Pace } from "./measure/Alternate.ts"
import { takeTurns } from "./measure/TakeTurns.ts"
import type { Rate } from "./report/Rates.ts"
import type { Tried } from "./report/Readings.ts"
import type { Line } from "./report/Times.ts"
import { type Format, legend, type Report, reportIn } from "./Report.ts"
import { memoryArena } from "./stores/Memory.ts"
import { postgresArena } from "./stores/Postgres.ts"
import { sqliteArena } from "./stores/Sqlite.ts"

export const stores = ["sqlite", "postgres", "memory"] as const
export type Store = (typeof stores)[number]

/** What to measure, and how long. */
export interface Plan {
  readonly contacts: number
  readonly size: Size
  /** Leaves only cases with this text in their name. */
  readonly filter: string
  readonly pace: Pace
  /** A superuser's URL of a server of Postgres; without it one is started. */
  readonly postgresUrl: Option.Option<string>
}

/** Fills one store and measures everything on it. Fails when the library and the hand-written SQL disagree. */
export const measure = (store: Store, plan: Plan) =>
  Effect.scoped(
    Effect.gen(function* () {
      const arena = yield* arenaOf(store, plan)
      const { contacts, filter, pace, size } = plan
      const chosen = <A extends { readonly name: string }>(everywhere: ReadonlyArray<A>, ofMany: ReadonlyArray<A>) =>
        (store === "postgres" ? [...everywhere, ...ofMany] : everywhere).filter(({ name }) => name.includes(filter))

      const lines = yield* Effect.forEach(chosen(cases, casesOfMany), (one) =>
        Effect.gen(function* () {
          const sides = yield* one.sides(arena, size)
          const line: Line = { case: one, sides, outcome: yield* alternate(sides.library, sides.rival, pace, one) }
          return line
        }).pipe(Effect.scoped)
      )
      const rates = yield* Effect.forEach(chosen(loads, loadsOfMany), (load) =>
        Effect.gen(function* () {
          const { library, rival } = yield* load.sides(arena, size)
          const rate: Rate = { load, store, speeds: yield* takeTurns(library, rival, size.rounds) }
          return rate
        }).pipe(Effect.scoped)
      )
      const tried = yield* Effect.forEach(chosen(trials, []), (trial) =>
        Effect.map(trial.readings(arena, size), (readings): Tried => ({ trial, readings }))
      )
      const report: Report = { store, contacts, lines, rates, tried }
      return report
    })
  )

const arenaOf = (store: Store, { contacts, postgresUrl }: Plan) => {
  switch (store) {
    case "sqlite":
      return sqliteArena(contacts)
    case "postgres":
      return postgresArena(contacts, Option.getOrUndefined(postgresUrl))
    case "memory":
      return memoryArena(contacts)
  }
}

/** Measures one store after the other, and prints the figures of each. */
export const bench = Effect.fnUntraced(function* (chosen: ReadonlyArray<Store>, plan: Plan, format: Format) {
  for (const store of chosen) yield* Console.log(reportIn[format](yield* measure(store, plan)))
  if (format === "table") yield* Console.log(`\n${legend}`)
})
