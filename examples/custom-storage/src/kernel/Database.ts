import { Context, DateTime, Effect, Exit, Layer, Semaphore } from "effect"
import { copyTables, emptyTables, type Tables } from "./Tables.ts"

/**
 * One tree of {@link Tables} that fibers share, with transactions. One writer has its turn at a time, so that nobody's
 * work gets between what a transaction reads and what it writes. Readers never wait.
 */
export class Database extends Context.Service<
  Database,
  {
    /** Asks the tables as they are: inside a transaction with its own writes, elsewhere as last committed. */
    readonly read: <A>(query: (tables: Tables) => A) => Effect.Effect<A>

    /** Changes the tables in one step. `now` is the store's clock when the turn has come. */
    readonly write: <A>(change: (draft: Tables, now: DateTime.Utc) => A) => Effect.Effect<A>

    /** What the port `Transaction` promises. */
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

    /** Does something after the commit that this belongs to, and not at all if that never comes. */
    readonly afterCommit: (effect: Effect.Effect<void>) => Effect.Effect<void>
  }
>()("@rollcall/example-custom-storage/Database") {
  static readonly layer = Layer.sync(Database, () => {
    /** Each database has a key of its own: the transaction of one is none of another. */
    const Current = Context.Reference<Level>(`${Database.key}/${++databases}`, { defaultValue: () => root })
    const root = levelOver(emptyTables())

    const write = <A>(change: (draft: Tables, now: DateTime.Utc) => A) =>
      Effect.flatMap(Current, (level) =>
        inTurn(
          level,
          Effect.map(DateTime.now, (now) => {
            const draft = copyTables(level.tables)
            const answer = change(draft, now)
            level.tables = draft
            return answer
          })
        )
      )

    /** A transaction inside another one is a savepoint: it becomes a part of that one, or takes back its own part alone. */
    const transaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.flatMap(Current, (outer) =>
        inTurn(
          outer,
          Effect.suspend(() => {
            const inner = levelOver(copyTables(outer.tables))
            return effect.pipe(
              Effect.provideService(Current, inner),
              Effect.onExit((exit) => {
                inner.ended = true
                return Exit.isSuccess(exit) ? whileOpen(outer, commit(inner, outer, outer === root)) : Effect.void
              })
            )
          })
        )
      )

    return Database.of({
      read: (query) =>
        Effect.flatMap(Current, (level) =>
          whileOpen(
            level,
            Effect.sync(() => query(level.tables))
          )
        ),
      write,
      transaction,
      afterCommit: (effect) =>
        Effect.flatMap(Current, (level) =>
          level === root
            ? effect
            : whileOpen(
                level,
                Effect.sync(() => void level.afterCommit.push(effect))
              )
        )
    })
  })
}

let databases = 0

/** The committed tables, or the draft of a transaction over another level. */
interface Level {
  tables: Tables
  readonly turn: Semaphore.Semaphore
  readonly afterCommit: Array<Effect.Effect<void>>
  ended: boolean
}

const levelOver = (tables: Tables): Level => ({
  tables,
  turn: Semaphore.makeUnsafe(1),
  afterCommit: [],
  ended: false
})

const inTurn = <A, E, R>(level: Level, work: Effect.Effect<A, E, R>) => level.turn.withPermit(whileOpen(level, work))

/** A fiber that outlives the transaction that it was forked in would write to a draft that nobody reads any more. */
const whileOpen = <A, E, R>(level: Level, work: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => (level.ended ? Effect.die(new Error("This fiber outlived its transaction")) : work))

const commit = (inner: Level, outer: Level, isLast: boolean): Effect.Effect<void> =>
  Effect.suspend(() => {
    outer.tables = inner.tables
    if (isLast) return Effect.all(inner.afterCommit, { discard: true })
    outer.afterCommit.push(...inner.afterCommit)
    return Effect.void
  })
