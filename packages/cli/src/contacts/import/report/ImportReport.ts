import {
  failedLines,
  type FinishedBatch,
  ImportFindings,
  type ImportRun,
  type RowFailure
} from "@rollcall/contact-files"
import type { ContactImportUuid } from "@rollcall/core"
import { Console, Effect, Option } from "effect"
import { type CommandRefused, refusal } from "../../../CommandRefused.ts"
import type { Progress } from "../../../screen/Progress.ts"
import { count } from "../../../screen/Text.ts"
import type { FailedRows } from "./FailedRows.ts"
import type { ImportPlan } from "../ImportClient.ts"
import { jsonSummary, textSummary } from "./ImportSummary.ts"
import type { ReportFile } from "./ReportFile.ts"
import { resumeHint } from "./ResumeHint.ts"

/** How many failed rows are shown where no file takes them, and how many doubtful ones. */
const maxShown = 10

/** Shows the user of an import the outcome of its rows. */
export class ImportReport {
  private shown = 0
  private warned = 0
  private readonly findings: ImportFindings
  private readonly options: {
    readonly run: ImportRun<ContactImportUuid>
    /** The file that takes the failed rows, if any. */
    readonly errors: Option.Option<string>
    readonly failed: FailedRows
    /** The file that takes everything there is to know about rows, if any. */
    readonly reportPath: Option.Option<string>
    readonly reportFile: ReportFile
    readonly progress: Progress
    readonly plan: ImportPlan
    readonly json: boolean
    readonly dryRun: boolean
    /** What continues accepted imports. */
    readonly continuation: string
  }

  constructor(options: ImportReport["options"]) {
    this.options = options
    this.findings = new ImportFindings(options.plan.match_on_field)
  }

  /** Shows what there is to know about the rows of a batch, or writes it to the files for it. */
  batch({ applied, failures }: FinishedBatch): Effect.Effect<void, CommandRefused> {
    return Effect.gen({ self: this }, function* () {
      const { progress, reportFile, reportPath } = this.options
      yield* this.failures(failures)
      const lines = this.findings.take(applied)
      yield* reportFile(lines)
      if (Option.isSome(reportPath)) return
      const warnings = lines.filter(({ kind }) => kind === "warning").slice(0, maxShown - this.warned)
      this.warned += warnings.length
      yield* Effect.forEach(warnings, ({ error, number }) => progress.say(`Row ${count(number)}: ${error}`), {
        discard: true
      })
    })
  }

  /** Writes failed rows to their files; without one, shows the first ten of all. */
  private failures(failures: ReadonlyArray<RowFailure>): Effect.Effect<void, CommandRefused> {
    const { errors, failed, progress, reportFile } = this.options
    const written = Effect.andThen(failed.write(failures), reportFile(failedLines(failures)))
    if (Option.isSome(errors)) return written
    const first = failures.slice(0, maxShown - this.shown)
    this.shown += first.length
    const say = Effect.forEach(first, ({ error, row }) => progress.say(`Row ${count(row.number)} failed: ${error}`), {
      discard: true
    })
    return Effect.andThen(written, say)
  }

  /** Shows the outcome of all rows. */
  get end(): Effect.Effect<void> {
    const { dryRun, errors, progress, reportPath, run } = this.options
    const failed = run.counts.failed
    const line = `Rows that failed: ${count(failed)}`
    const where = Option.match(errors, {
      onNone: () => (failed > this.shown ? "; use --errors FILE to write all of them with their reasons." : "."),
      onSome: (path) => `. See ${path} for the rows and their reasons.`
    })
    const more = Option.isNone(reportPath) && this.findings.total > this.warned
    return Effect.gen({ self: this }, function* () {
      yield* this.summary
      if (failed > 0) yield* progress.say(line + where)
      if (more) yield* progress.say("--report FILE writes all warnings and merged rows.")
      if (dryRun) yield* progress.say("Nothing was changed: this was a dry run.")
    })
  }

  /** Refuses to continue: the reason and, unless no row was sent, how far the import came and how to continue it. */
  stop(reason: string): Effect.Effect<never, CommandRefused> {
    const { run } = this.options
    if (run.accepted < 1 && run.doubt === null) return refusal(reason)
    return Effect.andThen(
      this.rest,
      Effect.suspend(() => refusal([reason, ...this.hint].join("\n")))
    )
  }

  /** The same on standard error, after an interruption. */
  get interrupted(): Effect.Effect<void, CommandRefused> {
    const lines = Effect.suspend(() => Console.error(["Interrupted.", ...this.hint].join("\n")))
    return Effect.andThen(this.rest, lines)
  }

  private get hint(): ReadonlyArray<string> {
    const { continuation, dryRun, plan, run } = this.options
    return dryRun ? ["Nothing was changed: this was a dry run."] : resumeHint(run, plan, continuation)
  }

  private get rest(): Effect.Effect<void, CommandRefused> {
    const { run } = this.options
    return Effect.suspend(() => Effect.andThen(this.failures(run.reportKnown()), this.summary))
  }

  private get summary(): Effect.Effect<void> {
    const { json, progress, run } = this.options
    const text = Effect.suspend(() => Console.log((json ? jsonSummary : textSummary)(run, this.findings)))
    return Effect.andThen(progress.end, text)
  }
}
