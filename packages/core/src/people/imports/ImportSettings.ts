import { Context, Duration } from "effect"

/** How rows are applied. Processes that share a store should agree on it. */
export type ImportSettings = {
  /** How many rows are applied in one transaction. */
  readonly batch: number
  /** How many imports each process works on at a time. */
  readonly workers: number
  /** How often each process claims imports that are due, if the store does not know when that is. */
  readonly sweepEvery: Duration.Duration
  /** How long after its last batch an import is due for any worker, if its worker has died. */
  readonly nextCheckAfter: Duration.Duration
  /** How long a job works before it offers its successor, so that other imports have their turn. */
  readonly jobTime: Duration.Duration
  /** How long the rows of an import are kept after it is over. Its counts stay. */
  readonly keepRowsFor: Duration.Duration
}

const defaults: ImportSettings = {
  batch: 300,
  workers: 3,
  sweepEvery: Duration.millis(500),
  nextCheckAfter: Duration.seconds(10),
  jobTime: Duration.seconds(5),
  keepRowsFor: Duration.days(30)
}

/** The settings in force. A host provides its own; otherwise the defaults count. */
export const ImportSettings = Context.Reference<ImportSettings>("@rollcall/core/people/imports/ImportSettings", {
  defaultValue: () => defaults
})
