import { type Batch, bodiesOf, numbersOf, type RowFailure, unreadableIn } from "@rollcall/contact-files"
import type { ContactImportUuid } from "@rollcall/core"
import { Duration, Effect, Exit, Fiber, Option } from "effect"
import type { ApiError } from "../../targets/ApiError.ts"
import { sayingOnce } from "../../targets/Target.ts"
import { isRepeatable } from "./Batches.ts"
import type { ImportClient, ImportRequest } from "./ImportClient.ts"
import type { ImportState } from "./ImportState.ts"

/** What is the same for each request of an import. */
export type ImportPlan = Omit<ImportRequest, "contacts">

/** A batch that was sent. */
export interface SentBatch {
  readonly batch: Batch
  /** The import that the target made of it; null when no row of it could be sent. */
  readonly uuid: ContactImportUuid | null
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
  const failures = unreadableIn(batch)
  const contacts = bodiesOf(batch)
  if (contacts.length === 0) state.accept(numbersOf(batch).last, null, failures)
  const uuid = contacts.length === 0 ? null : yield* send(client, { ...plan, contacts }, state, batch, failures)
  const done: SentBatch = { batch, uuid }
  return done
})

/** Sends a request, and again where that is harmless. */
const send = (
  client: ImportClient["Service"],
  request: ImportRequest,
  state: ImportState,
  batch: Batch,
  failures: ReadonlyArray<RowFailure>
) => {
  const repeatable = isRepeatable(request)
  const note = (exit: Exit.Exit<ContactImportUuid, ApiError> | undefined) => {
    if (exit !== undefined && Exit.isSuccess(exit)) state.accept(numbersOf(batch).last, exit.value, failures)
    else if (exit === undefined || Option.exists(Exit.findErrorOption(exit), isUnknown)) {
      state.doubt = numbersOf(batch)
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
