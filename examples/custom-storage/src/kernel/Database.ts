import { Context, DateTime, Effect, Exit, Layer, Semaphore } from "effect"
import { copyOf, type Tables } from "./Tables.ts"

/**
 * One tree of {@link Tables} that fibers share, with transactions. One writer has the turn at a time, so that nobody
 * gets between what a transaction reads and what it writes. Readers never wait.
 */
export class Database extends Context.Service<
  Database,
  {
    /** Asks the tables: in a transaction as it has written them, elsewhere as they were last committed. */
    readonly read: <A>(query: (tables: Tables) => A) => Effect.Effect<A>

    /** Changes the tables in one step. `now` is the store's clock when the turn has come. */
    readonly write: <A>(change: (draft: Tables, now: DateTime.Utc) => A) => Effect.Effect<A>

    /**
     * Runs an effect on a draft, which takes the place of the tables when the effect succeeds. Inside another
     * transaction it takes the place of that one's draft: a savepoint.
     */
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

    /** Does something when the outermost transaction has committed, never if it does not, at once outside of one. */
    readonly afterCommit: (effect: Effect.Effect<void>) => Effect.Effect<void>
  }
>()("@rollcall/example-custom-storage/Database") {
  static readonly layer = Layer.sync(Database, () => {
    const root = new Level(copyOf())
    /** Each database has a key of its own: a transaction of one is none of another. */
    const Current = Context.Reference<Level>(`${Database.key}/${++databases}`, { defaultValue: () => root })

    const inTurn = <A, E, R>(work: (level: Level) => Effect.Effect<A, E, R>) =>
      Effect.flatMap(Current, (level) => level.turn.withPermit(Effect.suspend(() => work(level.open()))))

    const commit = (draft: Level, level: Level) => {
      level.open().tables = draft.tables
      if (level === root) return Effect.all(draft.afterCommit, { discard: true })
      level.afterCommit.push(...draft.afterCommit)
      return Effect.void
    }

    return Database.of({
      read: (query) => Effect.map(Current, (level) => query(level.open().tables)),

      write: (change) =>
        inTurn((level) =>
          Effect.map(DateTime.now, (now) => {
            const draft = copyOf(level.tables)
            const answer = change(draft, now)
            level.tables = draft
            return answer
          })
        ),

      transaction: (effect) =>
        inTurn((level) => {
          const draft = new Level(copyOf(level.tables))
          return Effect.provideService(effect, Current, draft).pipe(
            Effect.onExit((exit) => {
              draft.ended = true
              return Exit.isSuccess(exit) ? Effect.suspend(() => commit(draft, level)) : Effect.void
            })
          )
        }),

      afterCommit: (effect) =>
        Effect.flatMap(Current, (level) => {
          if (level === root) return effect
          level.open().afterCommit.push(effect)
          return Effect.void
        })
    })
  })
}

let databases = 0

/** The committed tables, or the draft of a transaction over another level. */
class Level {
  tables: Tables
  ended = false
  readonly turn = Semaphore.makeUnsafe(1)
  readonly afterCommit: Array<Effect.Effect<void>> = []

  constructor(tables: Tables) {
    this.tables = tables
  }

  /** A fiber that outlives the transaction that it was forked in dies, rather than write what nobody will read. */
  open(): this {
    if (this.ended) throw new Error("This fiber outlived its transaction")
    return this
  }
}
