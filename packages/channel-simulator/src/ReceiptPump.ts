import type { StorageError } from "@rollcall/core"
import type { DeliveryReceipt } from "@rollcall/core/channel"
import { type Cause, Clock, DateTime, Effect, Exit, Schedule } from "effect"
import type { DueReceipt } from "./DueReceipts.ts"
import type { SimulatorSettings } from "./SimulatorOptions.ts"
import type { SimulatorState } from "./SimulatorState.ts"

/** Retries a failed batch after 100 ms, then with doubling delays of at most 5 seconds. */
const retries = Schedule.min([Schedule.exponential("100 millis"), Schedule.spaced("5 seconds")])

/**
 * Delivers due receipts in order, batch by batch, and records them in the journal. After an interruption, the next listener
 * gets the remaining receipts. If the journal can't be written, delivery continues, and the next process delivers the
 * unrecorded receipts again.
 */
export const pumpReceipts = (
  state: SimulatorState,
  settings: SimulatorSettings,
  onReceipts: (receipts: ReadonlyArray<DeliveryReceipt>) => Effect.Effect<void, StorageError>
): Effect.Effect<never> => {
  const deliver = (batch: ReadonlyArray<DueReceipt>): Effect.Effect<void> =>
    onReceipts(batch.map(receiptOf)).pipe(
      Effect.tapError((error) => Effect.logWarning("receipts were not accepted", error)),
      Effect.retry(retries),
      // The retries never end, so no error reaches this point.
      Effect.orDie
    )

  /** Delivers the next receipts due by `until`, and returns their number. */
  const deliverNext = (until: number): Effect.Effect<number> =>
    Effect.acquireUseRelease(
      Effect.sync(() => state.due.take(until, settings.receiptBatch)),
      (batch) => (batch.length === 0 ? Effect.succeed(batch) : Effect.as(deliver(batch), batch)),
      (batch, exit) => Effect.sync(() => (Exit.isSuccess(exit) ? undefined : state.due.putBack(batch)))
    ).pipe(
      Effect.tap((batch) => (batch.length === 0 ? Effect.void : note(batch))),
      Effect.map((batch) => batch.length)
    )

  const note = (batch: ReadonlyArray<DueReceipt>): Effect.Effect<void> =>
    Effect.catch(state.receiptsDelivered(batch.map(({ index, line }) => [line.correlation, index + 1])), logJournal)

  /**
   * When the last round began. Infinity before the first round, so that the first round also checks for a clock that was
   * set back.
   */
  let last = Infinity

  const round = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    state.earlier.closeUnsafe()
    if (now < last) state.due.hasten(now)
    last = now
    const wait = (state.due.next() ?? Infinity) - now
    if (wait > 0) return yield* Effect.raceFirst(state.earlier.await, Effect.sleep(wait))
    yield* Effect.sleep(settings.receiptWindow)
    const until = yield* Clock.currentTimeMillis
    yield* Effect.repeat(deliverNext(until), { while: (count) => count > 0 })
  })

  return Effect.forever(round, { disableYield: true })
}

/** Logs that reading or writing the journal failed. */
export const logJournal = (error: Cause.UnknownError): Effect.Effect<void> =>
  Effect.logWarning("the simulator's journal did not answer", error.cause)

const receiptOf = ({ line, planned }: DueReceipt): DeliveryReceipt => ({
  // The simulator has no accounts per workspace, so a receipt may belong to any workspace.
  workspaces: "all",
  correlation: line.correlation,
  messageId: line.messageId,
  status: planned.status,
  error: planned.status === "undeliverable" ? "the simulator found no account with this number" : null,
  reason: null,
  at: DateTime.makeUnsafe(line.at + planned.happens)
})
