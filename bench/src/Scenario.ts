import type { Effect, Scope } from "effect"
import type { Database, Postgres, Sqlite, Store } from "./Database.ts"
import type { Part } from "./Part.ts"

/** The options for a scenario's run. */
export interface Run {
  readonly seed: number
  /** The duration in seconds of scenarios without their own end. */
  readonly seconds: number
  /** The share of contacts, requests and rows: less than 1 for a quick check that the scenario works. */
  readonly share: number
  /** The number of rounds in which two sides are measured. */
  readonly rounds: number
}

type RunOn<D> = (database: D, run: Run) => Effect.Effect<ReadonlyArray<Part>, Error, Scope.Scope>

/** A fault or load for a server, and how the server must react. */
export interface Scenario {
  readonly name: string
  /** Describes the fault or load, and the guarantee. */
  readonly about: string
  /** The default duration in seconds; undefined for a scenario with its own end. */
  readonly seconds?: number
  readonly sqlite?: RunOn<Sqlite>
  readonly postgres?: RunOn<Postgres>
}

/** Makes a scenario that is the same on both databases. */
export const onBoth = (run: RunOn<Database>): Pick<Scenario, Store> => ({ sqlite: run, postgres: run })
