import { Console, Effect, Option } from "effect"
import { cases, casesOfMany } from "./cases/Cases.ts"
import { alternate, type Pace } from "./measure/Alternate.ts"
import { type Format, legend, type Line, reportIn } from "./Report.ts"
import { memoryArena } from "./stores/Memory.ts"
import { postgresArena } from "./stores/Postgres.ts"
import { sqliteArena } from "./stores/Sqlite.ts"

export const stores = ["sqlite", "postgres", "memory"] as const
export type Store = (typeof stores)[number]

/** What to measure, and how long. */
export interface Plan {
  readonly contacts: number
  /** Leaves only cases with this text in their name. */
  readonly filter: string
  readonly pace: Pace
  /** A superuser's URL of a server of Postgres; without it one is started. */
  readonly postgresUrl: Option.Option<string>
}

/** Fills one store and measures every case on it. Fails when the library and the hand-written SQL disagree. */
export const measure = (store: Store, plan: Plan) =>
  Effect.scoped(
    Effect.gen(function* () {
      const arena = yield* arenaOf(store, plan)
      const all = store === "postgres" ? [...cases, ...casesOfMany] : cases
      const chosen = all.filter(({ name }) => name.includes(plan.filter))
      return yield* Effect.forEach(chosen, (one) =>
        Effect.gen(function* () {
          const sides = yield* one.sides(arena)
          const outcome = yield* alternate(sides.library, sides.rival, plan.pace, one)
          const line: Line = { case: one, sides, outcome }
          return line
        })
      )
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
  for (const store of chosen) {
    const lines = yield* measure(store, plan)
    yield* Console.log(reportIn[format]({ store, contacts: plan.contacts, lines }))
  }
  if (format === "table") yield* Console.log(`\n${legend}`)
})
