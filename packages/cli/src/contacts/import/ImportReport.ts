import { Console, Effect, Option } from "effect"
import { CommandRefused } from "../../CommandRefused.ts"
import { count, countTable, type Progress, reasonTable } from "../../Screen.ts"
import type { FailedRows } from "./FailedRows.ts"
import type { ImportState, RowFailure } from "./ImportState.ts"
import { resumeHint } from "./ResumeHint.ts"
import type { ImportPlan } from "./SendRows.ts"

/** How many failed rows are shown where no file takes them. */
const maxShown = 10

/** Shows the user of an import the outcome of its rows. */
export class ImportReport {
  private shown = 0
  private readonly options: {
    readonly state: ImportState
    /** The file that takes the failed rows, if any. */
    readonly errors: Option.Option<string>
    readonly failed: FailedRows
    readonly progress: Progress
    readonly plan: ImportPlan
    /** What continues accepted imports. */
    readonly continuation: string
  }

  constructor(options: ImportReport["options"]) {
    this.options = options
  }

  /** Writes failed rows to their file; without one, shows the first ten of all. */
  failures(failures: ReadonlyArray<RowFailure>): Effect.Effect<void, CommandRefused> {
    const { errors, failed, progress } = this.options
    if (Option.isSome(errors)) return failed.write(failures)
    const first = failures.slice(0, maxShown - this.shown)
    this.shown += first.length
    return Effect.forEach(first, ({ error, row }) => progress.say(`Row ${count(row.number)} failed: ${error}`), {
      discard: true
    })
  }

  /** Shows the outcome of all rows. */
  get end(): Effect.Effect<void> {
    const { errors, progress, state } = this.options
    const failed = state.counts.failed
    const line = `Rows that failed: ${count(failed)}`
    const where = Option.match(errors, {
      onNone: () => (failed > this.shown ? "; --errors FILE writes all of them with their reasons." : "."),
      onSome: (path) => `. They are in ${path} with their reasons.`
    })
    return Effect.andThen(this.table, failed === 0 ? Effect.void : progress.say(line + where))
  }

  /** Refuses to continue: the reason and, unless no row was sent, how far the import came and how to continue it. */
  stop(reason: string): Effect.Effect<never, CommandRefused> {
    const { state } = this.options
    const refuse = (message: string) => Effect.fail(new CommandRefused({ message }))
    if (state.accepted < 1 && state.doubt === null) return refuse(reason)
    return Effect.andThen(
      this.rest,
      Effect.suspend(() => refuse([reason, ...this.hint].join("\n")))
    )
  }

  /** The same on standard error, after an interruption. */
  get interrupted(): Effect.Effect<void, CommandRefused> {
    const lines = Effect.suspend(() => Console.error(["Interrupted.", ...this.hint].join("\n")))
    return Effect.andThen(this.rest, lines)
  }

  private get hint(): ReadonlyArray<string> {
    const { continuation, plan, state } = this.options
    return resumeHint(state, plan, continuation)
  }

  private get rest(): Effect.Effect<void, CommandRefused> {
    const { state } = this.options
    return Effect.suspend(() => Effect.andThen(this.failures(state.reportKnown()), this.table))
  }

  private get table(): Effect.Effect<void> {
    const { progress, state } = this.options
    return Effect.andThen(progress.end, Console.log(summary(state)))
  }
}

const summary = ({ counts, reasons, reported }: ImportState): string => {
  const table = countTable([
    ["Created", counts.created],
    ["Updated", counts.updated],
    ["Unchanged", counts.unchanged],
    ["Skipped", counts.skipped],
    ["Failed", counts.failed],
    ["Rows", reported]
  ])
  return [table, ...reasonTable("Failed:", reasons)].join("\n")
}
