import { Context, DateTime, Effect, Exit, Layer, Semaphore } from "effect"
import { type Tables, tablesOver } from "./Tables.ts"

/**
 * {@link Tables} that fibers share, with transactions. There is one writer at a time: nothing comes between what a
 * transaction reads and what it writes. Readers do not wait.
 */
export class Database extends Context.Service<
  Database,
  {
    /** Reads the tables: inside a transaction its draft, elsewhere what is committed. */
    readonly read: <A>(query: (tables: Tables) => A) => Effect.Effect<A>

    /**
     * Changes the tables in one step when no other writer is at work; `now` is the store's clock at that instant. A
     * change that finds that it cannot be made returns so before it writes.
     */
    readonly write: <A>(change: (tables: Tables, now: DateTime.Utc) => A) => Effect.Effect<A>

    /**
     * Runs an effect on a draft of the tables, which is committed when the effect succeeds and dropped when it fails,
     * dies or is interrupted. Inside another transaction it is a draft of that draft: a savepoint.
     *
     * Fibers that are forked inside share the draft. One that outlives the transaction dies at its next use of the
     * database.
     */
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

    /**
     * Runs an effect when the outermost transaction has committed, not at all if it does not, and at once outside of
     * one. The effect must not use the database, where no other writer is let in yet.
     */
    readonly afterCommit: (effect: Effect.Effect<void>) => Effect.Effect<void>
  }
>()("@rollcall/storage-memory/Database") {
  static readonly layer = Layer.sync(Database, () => {
    const root = new Level(tablesOver())
    /** The level that a fiber works on. Each database has a reference of its own: their transactions are independent. */
    const Current = Context.Reference<Level>(`${Database.key}/${++databases}`, { defaultValue: () => root })

    /** Does something with the level of the fiber while no other writer does. */
    const alone = <A, E, R>(work: (level: Level) => Effect.Effect<A, E, R>) =>
      Effect.flatMap(Current, (level) => level.lock.withPermit(Effect.suspend(() => work(level.open()))))

    const commit = (draft: Level, level: Level) => {
      level.open()
      for (const table of Object.values(draft.tables)) table.commit()
      if (level === root) return Effect.all(draft.afterCommit, { discard: true })
      level.afterCommit.push(...draft.afterCommit)
      return Effect.void
    }

    return Database.of({
      read: (query) => Effect.map(Current, (level) => query(level.open().tables)),

      write: (change) => alone(({ tables }) => Effect.map(DateTime.now, (now) => change(tables, now))),

      transaction: (effect) =>
        alone((level) => {
          const draft = new Level(tablesOver(level.tables))
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

/** The committed tables, or the draft of a transaction. */
class Level {
  readonly tables: Tables
  /** Held by what changes the tables: a step, or a transaction above for as long as it runs. */
  readonly lock = Semaphore.makeUnsafe(1)
  readonly afterCommit: Array<Effect.Effect<void>> = []
  ended = false

  constructor(tables: Tables) {
    this.tables = tables
  }

  /** The level, unless its transaction is over: what a fiber writes then would be lost. */
  open(): this {
    if (this.ended) throw new Error("A fiber outlived the transaction that it was forked in, and then used the store")
    return this
  }
}
