import { Context, DateTime, Effect, Exit, Layer, Semaphore } from "effect"
import { emptyState, type State } from "./State.ts"

/** One {@link State} that fibers share, and transactions on it. */
export class MemoryDatabase extends Context.Service<
  MemoryDatabase,
  {
    /** Asks the state: the draft inside a transaction, what is committed elsewhere. Never waits. */
    readonly read: <A>(query: (state: State) => A) => Effect.Effect<A>

    /**
     * Changes the state in one step and gives what the change gives: the draft inside a transaction, what is committed
     * elsewhere. Waits while another writer is in a transaction; `now` is the instant when the waiting is over.
     */
    readonly modify: <A>(change: (state: State, now: DateTime.Utc) => readonly [A, State]) => Effect.Effect<A>

    /**
     * Runs an effect on a draft, which replaces the state when the effect succeeds and is dropped when it fails, dies or
     * is interrupted. Inside another transaction the draft is a savepoint: it becomes a part of the outer draft, or
     * undoes its own part alone.
     *
     * Fibers that are forked inside share the draft. One that outlives the transaction dies at its next use of the
     * database: what it wrote to the draft would be lost, and outside it would be no part of the transaction.
     */
    readonly transact: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

    /**
     * Runs an effect when the outermost transaction has committed, not at all if it does not, and at once outside of
     * one. The effect must not use the database, whose lock is still held.
     */
    readonly afterCommit: (effect: Effect.Effect<void>) => Effect.Effect<void>
  }
>()("@rollcall/storage-memory/MemoryDatabase") {
  /** An empty database. */
  static readonly layer = Layer.sync(MemoryDatabase, () => make(emptyState))
}

/** A state that may change: the committed one, or the draft of a transaction on top of another level. */
interface Level {
  state: State
  /** Held by the one that changes the state: a single change, or a transaction on top for as long as it runs. */
  readonly lock: Semaphore.Semaphore
  readonly afterCommit: Array<Effect.Effect<void>>
  ended: boolean
}

const makeLevel = (state: State): Level => ({ state, lock: Semaphore.makeUnsafe(1), afterCommit: [], ended: false })

/** The level that a fiber works on, by the bottom level of each database that it has a transaction of. */
const Levels = Context.Reference<ReadonlyMap<Level, Level>>("@rollcall/storage-memory/Levels", {
  defaultValue: () => new Map()
})

const whileOpen = <A>(level: Level, body: () => A): Effect.Effect<A> =>
  Effect.suspend(() =>
    level.ended
      ? Effect.die(new Error("A fiber outlived the transaction that it was forked in, and then used the store"))
      : Effect.succeed(body())
  )

const make = (initial: State): MemoryDatabase["Service"] => {
  const bottom = makeLevel(initial)
  const current = Effect.map(Levels, (levels) => levels.get(bottom) ?? bottom)

  /** What a transaction that ran on top of a level leaves there. */
  const commit = (level: Level, draft: Level): Effect.Effect<void> =>
    Effect.flatMap(
      whileOpen(level, () => {
        level.state = draft.state
        if (level !== bottom) level.afterCommit.push(...draft.afterCommit)
      }),
      () => (level === bottom ? Effect.forEach(draft.afterCommit, (effect) => effect, { discard: true }) : Effect.void)
    )

  return {
    read: (query) => Effect.flatMap(current, (level) => whileOpen(level, () => query(level.state))),

    modify: (change) =>
      Effect.flatMap(current, (level) =>
        level.lock.withPermit(
          Effect.flatMap(DateTime.now, (now) =>
            whileOpen(level, () => {
              const [value, state] = change(level.state, now)
              level.state = state
              return value
            })
          )
        )
      ),

    transact: (effect) =>
      Effect.flatMap(Levels, (levels) => {
        const level = levels.get(bottom) ?? bottom
        return level.lock.withPermit(
          Effect.flatMap(
            whileOpen(level, () => makeLevel(level.state)),
            (draft) =>
              effect.pipe(
                Effect.provideService(Levels, new Map(levels).set(bottom, draft)),
                Effect.onExit((exit) => {
                  draft.ended = true
                  return Exit.isSuccess(exit) ? commit(level, draft) : Effect.void
                })
              )
          )
        )
      }),

    afterCommit: (effect) =>
      Effect.flatMap(current, (level) =>
        level === bottom
          ? effect
          : whileOpen(level, () => {
              level.afterCommit.push(effect)
            })
      )
  }
}
