import type { CheckedRow } from "@rollcall/contact-files"
import type { ContactImportUuid } from "@rollcall/core"
import { Duration, Effect, Exit, Fiber, Option, Result } from "effect"
import type { ApiError } from "../../targets/ApiError.ts"
import { sayingOnce } from "../../targets/Target.ts"
import { type Batch, isRepeatable } from "./Batches.ts"
import type { ImportClient, ImportRequest } from "./ImportClient.ts"
import type { ImportState, RowFailure } from "./ImportState.ts"

/** What is the same for each request of an import. */
export type ImportPlan = Omit<ImportRequest, "contacts">

/** A batch that was sent. */
export interface SentBatch {
  readonly batch: Batch
  /** The import that the target made of it; null when no row of it could be sent. */
  readonly uuid: ContactImportUuid | null
  /** The rows that were sent, in their order. */
  readonly sent: ReadonlyArray<CheckedRow>
  /** The rows that were not. */
  readonly failures: ReadonlyArray<RowFailure>
}

/** How long an interruption waits for the response to a request in flight. */
const drainTimeout = Duration.seconds(5)

/**
 * Sends a batch without the rows that cannot be sent, which fail. A request that failed is repeated as long as no contact
 * can come of it twice; otherwise the import stops, and the rows are in doubt.
 */
export const sendRows = Effect.fn("SendRows.sendRows")(function* (
  client: ImportClient["Service"],
  plan: ImportPlan,
  state: ImportState,
  batch: Batch
) {
  const failures = batch.flatMap((row): ReadonlyArray<RowFailure> =>
    Result.isFailure(row.reading) ? [{ row, ...row.reading.failure }] : []
  )
  const rows = batch.filter(({ reading }) => Result.isSuccess(reading))
  if (rows.length === 0) state.accept(lastOf(batch), null, failures)
  const uuid = rows.length === 0 ? null : yield* send(client, requestOf(plan, rows), state, { batch, failures })
  const done: SentBatch = { batch, uuid, sent: rows, failures }
  return done
})

/** The number of the last row of a batch. */
export const lastOf = (batch: Batch): number => batch[batch.length - 1]?.number ?? batch[0].number

const requestOf = (plan: ImportPlan, rows: ReadonlyArray<CheckedRow>): ImportRequest => ({
  ...plan,
  contacts: rows.flatMap(({ reading }) => (Result.isSuccess(reading) ? [reading.success.body] : []))
})

/** Sends a request, and again where that is harmless. */
const send = (
  client: ImportClient["Service"],
  request: ImportRequest,
  state: ImportState,
  { batch, failures }: Pick<SentBatch, "batch" | "failures">
) => {
  const repeatable = isRepeatable(request)
  const note = (exit: Exit.Exit<ContactImportUuid, ApiError> | undefined) => {
    if (exit !== undefined && Exit.isSuccess(exit)) state.accept(lastOf(batch), exit.value, failures)
    else if (exit === undefined || Option.exists(Exit.findErrorOption(exit), isUnknown)) {
      state.doubt = { first: batch[0].number, last: lastOf(batch) }
    }
  }
  return sayingOnce(
    completed(client.send(request), note),
    (error) => error._tag === "Unreached" || (isUnknown(error) && repeatable)
  )
}

const isUnknown = ({ _tag }: ApiError): boolean => _tag === "OutcomeUnknown"

/**
 * Makes a request, and notes how it ended. If it is interrupted in flight, it has five seconds to end, so that it is
 * known whether the rows arrived; after that its end is unknown.
 */
const completed = <A, E, R>(request: Effect.Effect<A, E, R>, note: (exit: Exit.Exit<A, E> | undefined) => void) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(Effect.interruptible(request))
      const exit = yield* restore(Fiber.await(fiber)).pipe(
        Effect.onInterrupt(() =>
          Fiber.await(fiber).pipe(
            Effect.timeoutOption(drainTimeout),
            Effect.map((exit) => note(Option.getOrUndefined(exit))),
            Effect.ensuring(Fiber.interrupt(fiber))
          )
        )
      )
      note(exit)
      return yield* exit
    })
  )
