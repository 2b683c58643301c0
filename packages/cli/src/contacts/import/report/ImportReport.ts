import {
  failedLines,
  type FinishedBatch,
  ImportFindings,
  type ImportRun,
  type KnownField,
  type RowFailure
} from "@rollcall/contact-files"
import type { ContactImportUuid } from "@rollcall/core"
import { Console, Effect, Option } from "effect"
import { type CommandRefused, refusal } from "../../../CommandRefused.ts"
import type { Progress } from "../../../screen/Progress.ts"
import { count } from "../../../screen/Text.ts"
import { optionHints } from "./OptionHints.ts"
import type { FailedRows } from "./FailedRows.ts"
import type { ImportPlan } from "../ImportClient.ts"
import { jsonSummary, textSummary } from "./ImportSummary.ts"
import type { ReportFile } from "./ReportFile.ts"
import { resumeHint } from "./ResumeHint.ts"

export class ImportReport {
  private readonly findings: ImportFindings
  private readonly options: {
    readonly run: ImportRun<ContactImportUuid>
    /** The path of the file for failed rows, if any. */
    readonly errors: Option.Option<string>
    readonly failed: FailedRows
    /** The path of the file that reports on each row, if any. */
    readonly reportPath: Option.Option<string>
    readonly reportFile: ReportFile
    readonly progress: Progress
    readonly definitions: ReadonlyArray<KnownField>
    readonly plan: ImportPlan
    readonly json: boolean
    readonly dryRun: boolean
    /** Who continues accepted imports if this process ends. */
    readonly continuation: string
  }

  constructor(options: ImportReport["options"]) {
    this.options = options
    this.findings = new ImportFindings(options.plan.match_on_field)
  }

  /** Writes the results of a batch to the files, and counts them for the summary. */
  batch({ applied, failures }: FinishedBatch): Effect.Effect<void, CommandRefused> {
    return Effect.gen({ self: this }, function* () {
      yield* this.failures(failures)
      yield* this.options.reportFile(this.findings.take(applied))
    })
  }

  private failures(failures: ReadonlyArray<RowFailure>): Effect.Effect<void, CommandRefused> {
    const { failed, reportFile } = this.options
    return Effect.andThen(failed.write(failures), reportFile(failedLines(failures)))
  }

  get end(): Effect.Effect<void> {
    const { definitions, dryRun, errors, progress, reportPath, run } = this.options
    const failed = run.counts.failed
    const line = `Rows that failed: ${count(failed)}`
    const where = Option.match(errors, {
      onNone: () => "; use --errors FILE to write them with their reasons.",
      onSome: (path) => `. See ${path} for the rows and their reasons.`
    })
    const more = Option.isNone(reportPath) && this.findings.total > 0
    return Effect.gen({ self: this }, function* () {
      yield* this.summary
      if (failed > 0) yield* progress.say(line + where)
      yield* Effect.forEach(optionHints(run.unknownOptions, definitions), progress.say, { discard: true })
      if (more) yield* progress.say("--report FILE writes all warnings and merged rows.")
      if (dryRun) yield* progress.say("Nothing was changed: this was a dry run.")
    })
  }

  /** Fails with the reason and, if rows were sent, with how far the import got and how to resume it. */
  stop(reason: string): Effect.Effect<never, CommandRefused> {
    const { run } = this.options
    if (run.accepted < 1 && run.doubt === null) return refusal(reason)
    return Effect.andThen(
      this.rest,
      Effect.suspend(() => refusal([reason, ...this.hint].join("\n")))
    )
  }

  /** Prints how far the import got to standard error, after an interruption. */
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
