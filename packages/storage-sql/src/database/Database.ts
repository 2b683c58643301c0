import type { StorageError } from "@rollcall/core"
import { Cause, Context, Effect, Layer, Option } from "effect"
import { SqlClient, SqlError, type Statement } from "effect/sql"
import { Dialect } from "./Dialect.ts"
import { type DatabaseError, toStorageError } from "./StorageErrors.ts"
import { qualified, type TableName } from "./Tables.ts"

/** The client, the dialect and the transactions that every operation of this package uses. */
export class Database extends Context.Service<
  Database,
  {
    readonly sql: SqlClient.SqlClient
    readonly dialect: Dialect["Service"]

    /** A table as it is named in every statement: with its schema, if the dialect has one. */
    readonly table: (name: TableName) => Statement.Fragment

    /** Runs an effect and maps its errors of the database, of decoding and of migrations to `StorageError`. */
    readonly mapErrors: <A, R>(
      effect: Effect.Effect<A, DatabaseError | StorageError, R>
    ) => Effect.Effect<A, StorageError, R>

    /**
     * Runs an effect in a transaction: commits if it succeeds, rolls back otherwise. Inside a transaction it is a
     * savepoint of that one.
     */
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageError, R>

    /**
     * Runs an effect in the current transaction, without a savepoint, or in a new one if there is none. Only for
     * effects whose failure rolls back the whole transaction.
     */
    readonly inTransaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageError, R>
  }
>()("@rollcall/storage-sql/shared/Database") {
  static readonly layer = Layer.effect(
    Database,
    Effect.gen(function* () {
      const sql = (yield* SqlClient.SqlClient).withoutTransforms()
      const dialect = yield* Dialect
      const transaction = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
        const joined = yield* JoinedTransactions
        const { withTransaction } = joined?.of === sql ? joined : sql
        return yield* Effect.mapError(failedRollback(withTransaction(effect)), (error) =>
          SqlError.isSqlError(error) ? toStorageError(error, dialect.explain) : error
        )
      })
      return Database.of({
        sql,
        dialect,
        table: (name) => sql`${sql(qualified(dialect.engine, name))}`,
        mapErrors: Effect.mapError((error) =>
          error._tag === "StorageError" ? error : toStorageError(error, dialect.explain)
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

/** The transactions of a client on a connection of the host, while an effect runs inside one of the host's own. */
export const JoinedTransactions = Context.Reference<{
  readonly of: SqlClient.SqlClient
  readonly withTransaction: SqlClient.SqlClient["withTransaction"]
} | null>("@rollcall/storage-sql/shared/Database/JoinedTransactions", { defaultValue: () => null })

/**
 * Converts the defect of a failed ROLLBACK into an error. The client reports it as a defect besides the original cause,
 * but it means only that the connection is lost, and the transaction with it. An interruption stays one.
 */
export const failedRollback = <A, E, R>(transaction: Effect.Effect<A, E, R>) =>
  Effect.catchCause(transaction, (cause): Effect.Effect<never, E | SqlError.SqlError> => {
    const lost = cause.reasons
      .filter(Cause.isDieReason)
      .map(({ defect }) => defect)
      .find(SqlError.isSqlError)
    return lost === undefined || Cause.hasInterrupts(cause) ? Effect.failCause(cause) : Effect.fail(lost)
  })

/** The {@link Database} service as a parameter of functions. */
export type Db = Database["Service"]
