import type { ContactImportUuid, ImportRequest } from "@rollcall/core"
import { Duration, Effect, Exit, Fiber, Option, Result } from "effect"
import { CommandRefused } from "../../CommandRefused.ts"
import { patience } from "../../target/Patience.ts"
import type { SourceRow } from "../reading/SourceRow.ts"
import { type Batch, isRepeatable } from "./Batches.ts"
import type { ImportAccount, RowFailure } from "./ImportAccount.ts"
import type { ImportTarget } from "./ImportTarget.ts"

/** What is the same for each request of an import. */
export type ImportPlan = Omit<ImportRequest, "contacts">

/** A batch that was handed over. */
export interface HandedOver {
  readonly batch: Batch
  /** The import that the target made of it; null when no row of it could be sent. */
  readonly uuid: ContactImportUuid | null
  /** The rows that were sent, in their order. */
  readonly sent: ReadonlyArray<SourceRow>
  /** The rows that were not. */
  readonly failures: ReadonlyArray<RowFailure>
}

/** How long an answer that is on its way is waited for after an interruption. */
const grace = Duration.seconds(5)

/**
 * Hands a batch over. Rows that the target refuses fail, and the others are sent without them. A try that failed is
 * repeated while nothing can come of it twice; otherwise the import stops in doubt.
 */
export const handOver = Effect.fn("HandOver.handOver")(function* (
  target: ImportTarget["Service"],
  plan: ImportPlan,
  account: ImportAccount,
  batch: Batch
) {
  const failures = batch.flatMap((row): ReadonlyArray<RowFailure> =>
    Result.isFailure(row.reading) ? [{ row, reason: row.reading.failure }] : []
  )
  let rows = batch.filter(({ reading }) => Result.isSuccess(reading))
  let uuid: ContactImportUuid | null = null
  while (rows.length > 0 && uuid === null) {
    const sent = yield* Effect.result(send(target, requestOf(plan, rows), account, { batch, failures }))
    if (Result.isSuccess(sent)) uuid = sent.success
    else {
      const error = sent.failure
      if (error._tag !== "RowsRefused") return yield* error
      const refused = new Map(error.rows.map(({ index, reason }) => [index, reason]))
      failures.push(
        ...rows.flatMap((row, index) => {
          const reason = refused.get(index)
          return reason === undefined ? [] : [{ row, reason }]
        })
      )
      rows = rows.filter((_, index) => !refused.has(index))
    }
  }
  if (uuid === null) account.accept(lastOf(batch), null, failures)
  const handed: HandedOver = { batch, uuid, sent: rows, failures }
  return handed
})

/** The number of the last row of a batch. */
export const lastOf = (batch: Batch): number => batch[batch.length - 1]?.number ?? batch[0].number

const requestOf = (plan: ImportPlan, rows: ReadonlyArray<SourceRow>): ImportRequest => ({
  ...plan,
  contacts: rows.flatMap(({ reading }) => (Result.isSuccess(reading) ? [reading.success.row] : []))
})

/** Sends a request, again where that is harmless. */
const send = (
  target: ImportTarget["Service"],
  request: ImportRequest,
  account: ImportAccount,
  { batch, failures }: Pick<HandedOver, "batch" | "failures">
) => {
  const repeatable = isRepeatable(request)
  const note = (exit: Exit.Exit<ContactImportUuid, SendError> | undefined) => {
    if (exit !== undefined && Exit.isSuccess(exit)) account.accept(lastOf(batch), exit.value, failures)
    else if (exit === undefined || Option.exists(Exit.findErrorOption(exit), isLost)) {
      account.doubt = { first: batch[0].number, last: lastOf(batch) }
    }
  }
  return whole(target.send(request), note).pipe(
    Effect.retry({
      schedule: patience,
      while: (error) => error._tag === "HandOverFailed" && (error.arrived === "no" || repeatable)
    }),
    Effect.catchTag("HandOverFailed", ({ message }) => Effect.fail(new CommandRefused({ message })))
  )
}

type SendError = Effect.Error<ReturnType<ImportTarget["Service"]["send"]>>

const isLost = (error: SendError): boolean => error._tag === "HandOverFailed" && error.arrived === "unknown"

/**
 * Makes a try, and notes how it ended. When the import is interrupted a try that is under way may end, so that it is
 * known whether the rows arrived; of one that takes too long nothing is known.
 */
const whole = <A, E, R>(attempt: Effect.Effect<A, E, R>, note: (exit: Exit.Exit<A, E> | undefined) => void) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(Effect.interruptible(attempt))
      const exit = yield* restore(Fiber.await(fiber)).pipe(
        Effect.onInterrupt(() =>
          Fiber.await(fiber).pipe(
            Effect.timeoutOption(grace),
            Effect.map((exit) => note(Option.getOrUndefined(exit))),
            Effect.ensuring(Fiber.interrupt(fiber))
          )
        )
      )
      note(exit)
      return yield* exit
    })
  )
