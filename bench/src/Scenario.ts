import type { Effect, Scope } from "effect"
import type { Database, Postgres, Sqlite, Store } from "./Database.ts"
import type { Part } from "./Part.ts"

/** How a scenario is to be run. */
export interface Run {
  readonly seed: number
  /** How long it lasts, of those that have no end of their own. */
  readonly seconds: number
  /** Which share of contacts, requests and rows: less than 1 to prove that it works. */
  readonly share: number
  /** How often two sides are measured in turns. */
  readonly rounds: number
}

type RunOn<D> = (database: D, run: Run) => Effect.Effect<ReadonlyArray<Part>, Error, Scope.Scope>

/** Something that may happen to a server, and what it has to do then. */
export interface Scenario {
  readonly name: string
  /** What happens, and what is promised. */
  readonly about: string
  /** How long it lasts if nothing else is said, in seconds; undefined for what takes as long as it takes. */
  readonly seconds?: number
  readonly sqlite?: RunOn<Sqlite>
  readonly postgres?: RunOn<Postgres>
}

/** A scenario that is the same on both databases. */
export const onBoth = (run: RunOn<Database>): Pick<Scenario, Store> => ({ sqlite: run, postgres: run })
