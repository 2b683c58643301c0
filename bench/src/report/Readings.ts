import type { Reading, Trial } from "../loads/Trial.ts"
import { figure, type Grid, rounded, shortened, text } from "./Grid.ts"

/** A trial and what it came to. */
export interface Tried {
  readonly trial: Trial
  readonly readings: ReadonlyArray<Reading>
}

export const readingsGrid = (tried: ReadonlyArray<Tried>): Grid => ({
  head: [text("trial"), text("measured"), figure("value"), text("unit"), text("limit")],
  rows: tried.flatMap(({ readings, trial }) => readings.map((reading) => cellsOf(trial, reading)))
})

/** What a trial says. */
export const triedRecord = ({ readings, trial }: Tried) => ({ trial: trial.name, readings })

const cellsOf = ({ name }: Trial, { under, unit, value, what }: Reading): ReadonlyArray<string> => [
  name,
  what,
  value < 100 ? shortened(value) : rounded(value),
  unit,
  under === undefined ? "" : `< ${under}: ${value < under ? "yes" : "NO"}`
]
