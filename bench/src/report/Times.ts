import type { Case, Sides } from "../cases/Case.ts"
import type { Outcome } from "../measure/Alternate.ts"
import { figure, type Grid, shortened, text } from "./Grid.ts"

/** A case that was measured. */
export interface Line {
  readonly case: Case
  readonly sides: Sides
  readonly outcome: Outcome
}

export const timesGrid = (lines: ReadonlyArray<Line>): Grid => ({
  head: [
    text("case"),
    figure("finds"),
    figure("library"),
    figure("p95"),
    figure("by hand"),
    figure("p95"),
    figure("ratio"),
    figure("ratio p95"),
    text("target"),
    text("plan")
  ],
  rows: lines.map(cellsOf)
})

/** What a line says, in milliseconds. */
export const timeRecord = ({ case: { name, target }, outcome: { library, rival }, sides: { plan, total } }: Line) => {
  const ratio = rival && { median: library.median / rival.median, p95: library.p95 / rival.p95 }
  return {
    case: name,
    finds: total ?? null,
    library,
    rival: rival ?? null,
    ratio: ratio ?? null,
    target: target ?? null,
    met: target && ratio ? ratio[target.figure] <= target.most : null,
    plan: plan ?? null
  }
}

const cellsOf = (line: Line): ReadonlyArray<string> => {
  const { finds, library, met, plan, ratio, rival, target } = timeRecord(line)
  return [
    line.case.name,
    finds?.toLocaleString("en") ?? "",
    shortened(library.median),
    shortened(library.p95),
    rival ? shortened(rival.median) : "",
    rival ? shortened(rival.p95) : "",
    ratio?.median.toFixed(2) ?? "",
    ratio?.p95.toFixed(2) ?? "",
    target && met !== null ? `${target.figure} <= ${target.most}: ${met ? "yes" : "NO"}` : "",
    plan ?? ""
  ]
}
