import type { StorageError } from "@rollcall/core"
import { type Duration, Effect, Exit, identity, Option, Request, RequestResolver, Semaphore } from "effect"
import * as Arr from "effect/Array"
import type { SqlClient } from "effect/sql"
import { wasUndone } from "./StorageErrors.ts"

/** What callers ask for, alone or together. */
export interface StatementBatch<Given, A> {
  /** If false, each caller has a statement of its own. */
  readonly isShared: boolean
  /** Only callers with the same key share a statement. */
  readonly keyOf: (given: Given) => unknown
  /** The limit of callers that share a statement. Default: 100. */
  readonly atMost?: number
  /** How many characters the statement has for a caller, if they may be many. Default: none. */
  readonly sizeOf?: (given: Given) => number
  /** How many statements run at a time. Those who ask meanwhile share the next one. Default: no limit. */
  readonly atOnce?: number
  /** How long callers wait for a statement to begin, about, and what they get if none does. Default: without limit. */
  readonly wait?: { readonly atMost: Duration.Input; readonly otherwise: A }
  /**
   * Whether a caller has a statement of its own, which begins at once, while no other runs and the last was not shared.
   * Default: false. Not for statements that hold the thread: each would end before the next caller asks.
   */
  readonly isEager?: boolean
  readonly one: (given: Given) => Effect.Effect<A, StorageError>
  /** Returns what each caller gets, in the order of what is given. Writes all or nothing. */
  readonly all: (
    given: Arr.NonEmptyReadonlyArray<Given>
  ) => Effect.Effect<ReadonlyArray<Exit.Exit<A, StorageError>>, StorageError>
}

/** With so many characters a statement is full: it takes a second or so to index them, and the longest may take eight. */
const fullAt = 256 * 1024

/** How many callers have statements of their own at a time after that which they shared has failed. */
const aloneAtOnce = 3

/**
 * Lets callers that ask in one turn of the event loop share a statement, where a round trip to the database, or the
 * commit, is most of what their own would cost. The statement begins after all of them have asked. A caller inside a
 * transaction has its own. With `isEager` one that is alone does not wait for the end of the turn: those share that ask
 * while a statement runs, and then those of one turn for as long as there are several.
 *
 * Where the database has refused or stopped a shared statement, each of its callers has another one of its own: what one
 * of them asks for does not fail the others. After a lost connection all of them fail: it is not known what was written.
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

  /** Runs a statement when it is its turn. If that does not come in time, the result is of what callers get then. */
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
      const together = inTurn(all(given), (answer) => given.map(() => Exit.succeed(answer)))
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
