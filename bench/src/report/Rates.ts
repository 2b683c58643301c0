import type { Load } from "../loads/Load.ts"
import type { Speeds } from "../measure/TakeTurns.ts"
import { figure, type Grid, rounded, text } from "./Grid.ts"

/** A load that was measured. */
export interface Rate {
  readonly load: Load
  readonly store: string
  readonly speeds: Speeds
}

export const ratesGrid = (rates: ReadonlyArray<Rate>): Grid => ({
  head: [
    text("a second"),
    text("unit"),
    figure("library"),
    figure("beside"),
    text("which is"),
    figure("share"),
    text("target")
  ],
  rows: rates.map(cellsOf)
})

/** What a rate says, in units a second. */
export const rateRecord = ({ load: { beside, name, target, unit }, speeds: { library, rival }, store }: Rate) => {
  const share = rival === undefined ? null : library / rival
  const least = store === "postgres" ? (target.leastOnPostgres ?? null) : null
  return {
    case: name,
    unit,
    library,
    beside,
    rival: rival ?? null,
    share,
    target: { share: target.share, least },
    met: share === null ? null : share >= target.share && library >= (least ?? 0)
  }
}

const cellsOf = (rate: Rate): ReadonlyArray<string> => {
  const { beside, library, met, rival, share, target, unit } = rateRecord(rate)
  const least = target.least === null ? "" : `, >= ${rounded(target.least)}`
  return [
    rate.load.name,
    unit,
    rounded(library),
    rival === null ? "" : rounded(rival),
    rival === null ? "" : beside,
    share?.toFixed(2) ?? "",
    met === null ? "" : `share >= ${target.share}${least}: ${met ? "yes" : "NO"}`
  ]
}
