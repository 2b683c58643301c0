import { Context, Duration } from "effect"

/** How imports are worked off. Processes that share a store should agree on it. */
export interface ImportSettings {
  /** How many rows are applied in one transaction. */
  readonly batch: number
  /** How many imports each process works on at a time. */
  readonly workers: number
  /** How often each process looks for work that is due. */
  readonly sweepEvery: Duration.Duration
  /** When an import is taken up by others if whoever works on it falls silent. Each transaction is a sign of life. */
  readonly lookAgainAfter: Duration.Duration
  /** How long a job works before it makes room for others and offers its successor. */
  readonly jobTime: Duration.Duration
}

/** The defaults. */
export const defaultImportSettings: ImportSettings = {
  batch: 100,
  workers: 2,
  sweepEvery: Duration.millis(500),
  lookAgainAfter: Duration.seconds(10),
  jobTime: Duration.seconds(5)
}

/** The settings in force. A host provides its own; without one the defaults count. */
export const CurrentImportSettings = Context.Reference<ImportSettings>("@rollcall/core/imports/ImportSettings", {
  defaultValue: () => defaultImportSettings
})
