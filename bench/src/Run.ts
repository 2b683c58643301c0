import { Console, Effect, Random } from "effect"
import { postgres, sqlite, type Store } from "./Database.ts"
import { holds } from "./Part.ts"
import { type Format, headOf, reportIn } from "./Report.ts"
import type { Run, Scenario } from "./Scenario.ts"

/** Runs a scenario on a new database. Returns undefined if the scenario does not support the store. */
const runOn = (scenario: Scenario, store: Store, run: Run) => {
  if (store === "sqlite") {
    const { sqlite: onSqlite } = scenario
    return onSqlite && Effect.flatMap(sqlite, (database) => onSqlite(database, run))
  }
  const { postgres: onPostgres } = scenario
  return onPostgres && Effect.flatMap(postgres, (database) => onPostgres(database, run))
}

/** Runs scenarios one after another, prints each result, and returns whether all figures are within their limits. */
export const runAll = Effect.fnUntraced(function* (
  scenarios: ReadonlyArray<Scenario>,
  stores: ReadonlyArray<Store>,
  { seconds, ...run }: Omit<Run, "seconds"> & { readonly seconds: number | undefined },
  format: Format
) {
  for (const line of headOf(format)) yield* Console.log(line)
  let allHold = true
  for (const scenario of scenarios) {
    for (const store of stores) {
      const parts = runOn(scenario, store, { ...run, seconds: seconds ?? (scenario.seconds ?? 0) * run.share })
      if (parts === undefined) continue
      const began = performance.now()
      const result = yield* parts.pipe(
        Effect.scoped,
        Random.withSeed(`${run.seed}`),
        Effect.map((parts) => ({ parts })),
        Effect.catch((error) => Effect.succeed({ parts: [], stopped: error.message }))
      )
      const took = (performance.now() - began) / 1_000
      allHold &&= !("stopped" in result) && result.parts.every(({ figures }) => figures.every(holds))
      yield* Console.log(reportIn(format, { scenario: scenario.name, store, seed: run.seed, took, ...result }))
    }
  }
  return allHold
})
