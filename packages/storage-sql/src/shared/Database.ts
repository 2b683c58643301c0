import type { StorageError } from "@rollcall/core"
import { Cause, Context, Effect, Layer, Option } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { Dialect } from "./Dialect.ts"
import { type DatabaseError, toStorageError } from "./StorageErrors.ts"

/** What every operation of this package works with. */
export class Database extends Context.Service<
  Database,
  {
    readonly sql: SqlClient.SqlClient
    readonly dialect: Dialect["Service"]

    /** Runs statements and decodings, with their errors as `StorageError`. */
    readonly mapErrors: <A, R>(
      effect: Effect.Effect<A, DatabaseError | StorageError, R>
    ) => Effect.Effect<A, StorageError, R>

    /** Runs an effect as one atomic step; inside another one it joins that. */
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageError, R>

    /**
     * As `transaction`, for statements that are undone only with everything around them: inside another one they are
     * statements of that, and spare it a savepoint.
     */
    readonly inTransaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageError, R>
  }
>()("@rollcall/storage-sql/shared/Database") {
  static readonly layer = Layer.effect(
    Database,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const dialect = yield* Dialect
      const transaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        Effect.mapError(failedRollback(sql.withTransaction(effect)), (error) =>
          SqlError.isSqlError(error) ? toStorageError(error, dialect.isTransient) : error
        )
      return Database.of({
        sql,
        dialect,
        mapErrors: Effect.mapError((error) =>
          error._tag === "StorageError" ? error : toStorageError(error, dialect.isTransient)
        ),
        transaction,
        inTransaction: (effect) =>
          Effect.flatMap(Effect.serviceOption(sql.transactionService), (around) =>
            Option.isSome(around) ? effect : transaction(effect)
          )
      })
    })
  )
}

/**
 * A rollback that fails comes as a defect beside what it was for. The connection is lost then, and the transaction with
 * it: that is an error like any other.
 */
const failedRollback = <A, E, R>(transaction: Effect.Effect<A, E, R>) =>
  Effect.catchCause(transaction, (cause): Effect.Effect<never, E | SqlError.SqlError> => {
    const lost = cause.reasons
      .filter(Cause.isDieReason)
      .map(({ defect }) => defect)
      .find(SqlError.isSqlError)
    return lost === undefined || Cause.hasInterrupts(cause) ? Effect.failCause(cause) : Effect.fail(lost)
  })

/** What the files of this package that hold one operation each are given. */
export type Db = Database["Service"]
