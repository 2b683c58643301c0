import { Console, Effect, Option } from "effect"
import { CommandRefused } from "../../CommandRefused.ts"
import { count, countTable, type Progress } from "../../Screen.ts"
import type { FailedRows } from "./FailedRows.ts"
import { howToGoOn } from "./GoOn.ts"
import type { ImportPlan } from "./HandOver.ts"
import type { ImportAccount, RowFailure } from "./ImportAccount.ts"

/** How many failed rows are shown where no file takes them. */
const maxShown = 10

/** Tells the user of an import what becomes of the rows. */
export class ImportReport {
  private shown = 0
  private readonly options: {
    readonly account: ImportAccount
    /** The file that takes the failed rows, if any. */
    readonly errors: Option.Option<string>
    readonly failed: FailedRows
    readonly progress: Progress
    readonly plan: ImportPlan
    /** Who goes on with accepted rows. */
    readonly afterwards: string
  }

  constructor(options: ImportReport["options"]) {
    this.options = options
  }

  /** Some rows failed: writes them down, or shows the first of all. */
  tell(failures: ReadonlyArray<RowFailure>): Effect.Effect<void, CommandRefused> {
    const { errors, failed, progress } = this.options
    if (Option.isSome(errors)) return failed.write(failures)
    const first = failures.slice(0, maxShown - this.shown)
    this.shown += first.length
    return Effect.forEach(first, ({ reason, row }) => progress.say(`Row ${count(row.number)} failed: ${reason}`), {
      discard: true
    })
  }

  /** What became of the rows in the end. */
  get end(): Effect.Effect<void> {
    const { account, errors, progress } = this.options
    const failed = account.counts.failed
    const line = `Rows that failed: ${count(failed)}`
    const where = Option.match(errors, {
      onNone: () => (failed > this.shown ? "; --errors FILE writes all of them with their reasons." : "."),
      onSome: (path) => `. They are in ${path} with their reasons.`
    })
    return Effect.andThen(this.table, failed === 0 ? Effect.void : progress.say(line + where))
  }

  /** The import cannot go on: how far it came, and how to go on. Where it never began the reason is enough. */
  stop(reason: string): Effect.Effect<never, CommandRefused> {
    const { account, afterwards, plan } = this.options
    const refuse = (message: string) => Effect.fail(new CommandRefused({ message }))
    if (account.accepted < 1 && account.doubt === null) return refuse(reason)
    return Effect.andThen(
      this.tellRest,
      Effect.suspend(() => refuse([reason, ...howToGoOn(account, { ...plan, afterwards })].join("\n")))
    )
  }

  /** The same, when it was interrupted. */
  get interrupted(): Effect.Effect<void, CommandRefused> {
    const { account, afterwards, plan } = this.options
    const lines = Effect.suspend(() =>
      Console.error(["Interrupted.", ...howToGoOn(account, { ...plan, afterwards })].join("\n"))
    )
    return Effect.andThen(this.tellRest, lines)
  }

  private get tellRest(): Effect.Effect<void, CommandRefused> {
    const { account } = this.options
    return Effect.suspend(() => Effect.andThen(this.tell(account.closeKnown()), this.table))
  }

  private get table(): Effect.Effect<void> {
    const { account, progress } = this.options
    return Effect.andThen(progress.end, Console.log(summary(account)))
  }
}

const summary = ({ counts, settled }: ImportAccount): string =>
  countTable([
    ["Created", counts.created],
    ["Updated", counts.updated],
    ["Unchanged", counts.unchanged],
    ["Skipped", counts.skipped],
    ["Failed", counts.failed],
    ["Rows", settled]
  ])
