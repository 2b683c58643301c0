import type { StorageError } from "@rollcall/core"
import { ResourceHolder } from "@rollcall/core/operations"
import { type Duration, Effect, Exit, identity, Option, Request, RequestResolver, Semaphore } from "effect"
import * as Arr from "effect/Array"
import type { SqlClient } from "effect/sql"
import { wasUndone } from "./StorageErrors.ts"

/** How callers share statements. */
export interface StatementBatch<Given, A> {
  /** If false, each call runs `one`. */
  readonly isShared: boolean
  /** Callers share a statement only if their keys are equal. */
  readonly keyOf: (given: Given) => unknown
  /** Default: 100. Maximum callers per statement. */
  readonly atMost?: number
  /** Default: 0. Number of characters a caller adds to the statement, if there may be many. */
  readonly sizeOf?: (given: Given) => number
  /** Default: no limit. Maximum concurrent statements. Callers that arrive meanwhile share the next one. */
  readonly atOnce?: number
  /**
   * Default: no limit. How long callers wait for their turn, and the result they get after the timeout. They may wait
   * twice: to gather, and to run.
   */
  readonly wait?: { readonly atMost: Duration.Input; readonly otherwise: A }
  /**
   * Default: false. Whether a caller runs `one` at once if no statement runs and the last one was not shared. Not useful
   * for statements that block the thread: each would end before the next caller arrives, so that callers would never share.
   */
  readonly isEager?: boolean
  /** Runs the statement of one caller. */
  readonly one: (given: Given) => Effect.Effect<A, StorageError>
  /** Runs the statement of several callers, and returns their results in order. It must write nothing if it fails. */
  readonly all: (
    given: Arr.NonEmptyReadonlyArray<Given>
  ) => Effect.Effect<ReadonlyArray<Exit.Exit<A, StorageError>>, StorageError>
}

/**
 * Number of characters from which a statement accepts no more callers. Indexing them takes about one second, at most eight.
 */
const fullAt = 256 * 1024

/** Maximum concurrent statements after a shared one has failed, one per caller. */
const aloneAtOnce = 3

/** The holder of shared statements. */
const sharedStatements = "shared statements"

/**
 * Returns a function that runs statements. Calls in the same turn of the event loop share a statement, which saves round
 * trips and commits. The statement starts at the end of the turn or, with `atOnce`, when fewer statements run. A call
 * inside a transaction runs `one` in that transaction. With `isEager`, a call runs `one` at once while no statement runs
 * and the last one was not shared.
 *
 * If the database rejects or cancels a shared statement, `one` runs for each caller, so that no caller fails because of
 * another. If the connection is lost, all callers fail, because it is unknown what was written.
 */
export const batchStatement = <Given, A>(
  { sql }: { readonly sql: Pick<SqlClient.SqlClient, "transactionService"> },
  { isShared, one, ...options }: StatementBatch<Given, A>
): ((given: Given) => Effect.Effect<A, StorageError>) => {
  if (!isShared) return one
  const { all, atMost = 100, atOnce, isEager = false, keyOf, sizeOf = () => 0, wait } = options

  let running = 0
  let wasShared = false
  const start = Effect.sync(() => void (running += 1))
  const end = Effect.sync(() => void (running -= 1))
  const counted = <B>(statement: Effect.Effect<B, StorageError>) =>
    isEager
      ? Effect.acquireUseRelease(
          start,
          () => statement,
          () => end
        )
      : statement
  const turns = atOnce === undefined ? undefined : Semaphore.makeUnsafe(atOnce)

  /**
   * Runs a statement when fewer than `atOnce` run. After `wait.atMost`, returns `late` applied to `wait.otherwise` instead.
   */
  const inTurn = <B>(
    statement: Effect.Effect<B, StorageError>,
    late: (answer: A) => B
  ): Effect.Effect<B, StorageError> => {
    const run = counted(statement)
    if (turns === undefined) return run
    if (wait === undefined) return turns.withPermit(run)
    return Effect.uninterruptibleMask((restore) => {
      const waiting = Effect.map(Effect.timeoutOption(turns.take(1), wait.atMost), Option.isSome)
      const isTurn = Effect.flatMap(turns.takeIfAvailable(1), (taken) =>
        taken ? Effect.succeed(true) : restore(waiting)
      )
      return Effect.flatMap(isTurn, (isTurn) =>
        isTurn ? Effect.ensuring(restore(run), turns.release(1)) : Effect.sync(() => late(wait.otherwise))
      )
    })
  }
  const alone = (given: Given) => inTurn(one(given), identity)

  class Call extends Request.Class<{ readonly given: Given; readonly size: number }, A, StorageError> {}

  const sizeIn = (entries: ReadonlySet<Request.Entry<Call>>) => {
    let size = 0
    for (const { request } of entries) size += request.size
    return size
  }

  const resolver = RequestResolver.makeWith<Call>({
    batchKey: ({ request }) => keyOf(request.given),
    delay: Effect.andThen(Effect.yieldNow, Effect.orDie(inTurn(Effect.void, () => undefined))),
    collectWhile: (entries) => entries.size < atMost && sizeIn(entries) < fullAt,
    runAll: (entries) => {
      const [first, ...others] = entries
      wasShared = others.length > 0
      if (others.length === 0) {
        return Effect.map(alone(first.request.given), (result) => first.completeUnsafe(Exit.succeed(result)))
      }
      const given = Arr.map(entries, ({ request }) => request.given)
      // The fiber has the context of the first caller, but the statement serves all callers.
      const shared = Effect.provideService(all(given), ResourceHolder, sharedStatements)
      const together = inTurn(shared, (answer) => given.map(() => Exit.succeed(answer)))
      const each = Effect.forEach(
        entries,
        (entry) => Effect.map(Effect.exit(alone(entry.request.given)), (exit) => entry.completeUnsafe(exit)),
        { concurrency: aloneAtOnce, discard: true }
      )
      return Effect.matchEffect(together, {
        onFailure: (error) => (wasUndone(error) ? each : Effect.fail(error)),
        onSuccess: (exits) =>
          Effect.sync(() => {
            for (const [index, exit] of exits.entries()) entries[index]?.completeUnsafe(exit)
          })
      })
    }
  })

  return (given) =>
    Effect.flatMap(Effect.serviceOption(sql.transactionService), (around) => {
      if (Option.isSome(around)) return one(given)
      return isEager && running === 0 && !wasShared
        ? alone(given)
        : Effect.request(new Call({ given, size: sizeOf(given) }), resolver)
    })
}
