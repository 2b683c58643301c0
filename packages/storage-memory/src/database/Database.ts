import { Context, DateTime, Deferred, Effect, Exit, Layer, Semaphore } from "effect"
import { emptyTables, overlaysOf, type Tables } from "./Tables.ts"

/**
 * {@link Tables} shared by fibers, with transactions. Only one writer runs at a time, so no other write happens between the
 * reads and writes of a transaction. Readers do not wait.
 */
export class Database extends Context.Service<
  Database,
  {
    /** Reads the tables: the transaction's own overlay inside a transaction, otherwise the committed tables. */
    readonly read: <A>(query: (tables: Tables) => A) => Effect.Effect<A>

    /**
     * Changes the tables in one step, after waiting for other writers; `now` is the time after the wait. Nothing is rolled
     * back, so a change that cannot be made must return before it writes.
     */
    readonly write: <A>(change: (tables: Tables, now: DateTime.Utc) => A) => Effect.Effect<A>

    /**
     * Runs an effect on an overlay of the tables. The overlay is committed if the effect succeeds, and dropped if it fails,
     * dies or is interrupted. A nested transaction is an overlay of the outer overlay: a savepoint.
     *
     * Fibers forked inside share the overlay. A fiber that outlives the transaction dies at its next use of the database.
     */
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

    /** Whether the fiber is inside a transaction. */
    readonly isOpen: Effect.Effect<boolean>

    /**
     * Runs an effect after the outermost transaction has committed, or at once outside a transaction. After a rollback the
     * effect never runs. It must not write to the database, which is still locked.
     */
    readonly afterCommit: (effect: Effect.Effect<void>) => Effect.Effect<void>

    /** Returns an effect that waits for the next change committed after this call. */
    readonly nextCommit: Effect.Effect<Effect.Effect<void>>
  }
>()("@rollcall/storage-memory/Database") {
  static readonly layer = Layer.sync(Database, () => {
    const root = new Level(emptyTables())
    let committed = Deferred.makeUnsafe<void>()
    const sayCommitted = () => {
      Deferred.doneUnsafe(committed, Exit.void)
      committed = Deferred.makeUnsafe()
    }
    /**
     * The level a fiber works on. Each database has its own reference, because transactions of different databases are
     * independent.
     */
    const Current = Context.Reference<Level>(`${Database.key}/${++databases}`, { defaultValue: () => root })

    /** Runs work on the fiber's level and locks the level meanwhile. */
    const exclusively = <A, E, R>(work: (level: Level) => Effect.Effect<A, E, R>) =>
      Effect.flatMap(Current, (level) => level.lock.withPermit(Effect.suspend(() => work(level.open()))))

    const commit = (overlay: Level, level: Level) => {
      level.open()
      for (const table of Object.values(overlay.tables)) table.commit()
      if (level === root) {
        sayCommitted()
        return Effect.all(overlay.afterCommit, { discard: true })
      }
      level.afterCommit.push(...overlay.afterCommit)
      return Effect.void
    }

    return Database.of({
      read: (query) => Effect.map(Current, (level) => query(level.open().tables)),

      write: (change) =>
        exclusively((level) =>
          Effect.map(DateTime.now, (now) => {
            const result = change(level.tables, now)
            if (level === root) sayCommitted()
            return result
          })
        ),

      transaction: (effect) =>
        exclusively((level) => {
          const overlay = new Level(overlaysOf(level.tables))
          return Effect.provideService(effect, Current, overlay).pipe(
            Effect.onExit((exit) => {
              overlay.ended = true
              return Exit.isSuccess(exit) ? Effect.suspend(() => commit(overlay, level)) : Effect.void
            })
          )
        }),

      isOpen: Effect.map(Current, (level) => level !== root),

      nextCommit: Effect.sync(() => Deferred.await(committed)),

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

/** A layer of a port over the database. A member that the port does not have is a type error. */
export const storeLayer = <I, Port, Make extends (database: Database["Service"]) => Port>(
  port: Context.Key<I, Port>,
  make: Make & (Exclude<keyof ReturnType<Make>, keyof Port> extends never ? unknown : never)
): Layer.Layer<I, never, Database> => Layer.effect(port, Effect.map(Database, make))

/** The committed tables, or the overlay of a transaction. */
class Level {
  readonly tables: Tables
  /** Locked while a step changes the tables, and until the end of a transaction on this level. */
  readonly lock = Semaphore.makeUnsafe(1)
  readonly afterCommit: Array<Effect.Effect<void>> = []
  ended = false

  constructor(tables: Tables) {
    this.tables = tables
  }

  /** Returns the level. Throws if its transaction is over, because a write would be lost. */
  open(): this {
    if (this.ended) throw new Error("A fiber outlived the transaction that it was forked in, and then used the store")
    return this
  }
}
