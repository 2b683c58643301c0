import type { StorageError } from "@rollcall/core"
import { Effect, Exit, identity, Option, Request, RequestResolver, Semaphore } from "effect"
import * as Arr from "effect/Array"
import type { Db } from "./Database.ts"

/** What callers ask for, alone or together. */
export interface SharedStatement<Given, A> {
  /** If false, each caller has a statement of its own. */
  readonly isShared: boolean
  /** Only callers with the same key share a statement. */
  readonly keyOf: (given: Given) => unknown
  /** The limit of callers that share a statement. Default: 100. */
  readonly atMost?: number
  /** How many statements run at a time. Those who ask meanwhile share the next one. Default: no limit. */
  readonly atOnce?: number
  /**
   * Whether a caller has a statement of its own, which begins at once, while no other runs and the last was not shared.
   * Default: false. Not for statements that hold the thread: each would end before the next caller asks.
   */
  readonly isEager?: boolean
  readonly one: (given: Given) => Effect.Effect<A, StorageError>
  /** Returns what each caller gets, in the order of what is given. Fails if that is so for all of them. */
  readonly all: (
    given: Arr.NonEmptyReadonlyArray<Given>
  ) => Effect.Effect<ReadonlyArray<Exit.Exit<A, StorageError>>, StorageError>
}

/**
 * Lets callers that ask in one turn of the event loop share a statement, where a round trip to the database, or the
 * commit, is most of what their own would cost. The statement begins after all of them have asked. A caller inside a
 * transaction has its own. With `isEager` one that is alone does not wait for the end of the turn: those share that ask
 * while a statement runs, and then those of one turn for as long as there are several.
 */
export const shareStatement = <Given, A>(
  db: Db,
  { all, atMost = 100, atOnce, isEager = false, isShared, keyOf, one }: SharedStatement<Given, A>
): ((given: Given) => Effect.Effect<A, StorageError>) => {
  if (!isShared) return one

  let running = 0
  let wasShared = false
  const start = Effect.sync(() => void (running += 1))
  const end = Effect.sync(() => void (running -= 1))
  const counted = <B>(statement: Effect.Effect<B, StorageError>) =>
    Effect.acquireUseRelease(
      start,
      () => statement,
      () => end
    )
  const limit = atOnce === undefined ? identity : Semaphore.makeUnsafe(atOnce).withPermits(1)
  const limited = isEager ? <B>(statement: Effect.Effect<B, StorageError>) => limit(counted(statement)) : limit

  class Call extends Request.Class<{ readonly given: Given }, A, StorageError> {}

  const resolver = RequestResolver.makeWith<Call>({
    batchKey: ({ request }) => keyOf(request.given),
    delay: Effect.andThen(Effect.yieldNow, limit(Effect.void)),
    collectWhile: (entries) => entries.size < atMost,
    runAll: (entries) => {
      const [first, ...others] = entries
      wasShared = others.length > 0
      if (others.length === 0) {
        return Effect.map(limited(one(first.request.given)), (result) => first.completeUnsafe(Exit.succeed(result)))
      }
      const given = Arr.map(entries, ({ request }) => request.given)
      return Effect.map(limited(all(given)), (exits) => {
        for (const [index, exit] of exits.entries()) entries[index]?.completeUnsafe(exit)
      })
    }
  })

  return (given) =>
    Effect.flatMap(Effect.serviceOption(db.sql.transactionService), (around) => {
      if (Option.isSome(around)) return one(given)
      return isEager && running === 0 && !wasShared
        ? limited(one(given))
        : Effect.request(new Call({ given }), resolver)
    })
}
