import type { StorageError } from "@rollcall/core"
import { Cause, Context, Effect, Layer, Option } from "effect"
import { SqlClient, SqlError, type Statement } from "effect/sql"
import { Dialect } from "./Dialect.ts"
import { type DatabaseError, toStorageError } from "./StorageErrors.ts"
import { qualified, type TableName } from "./Tables.ts"

/** The client, dialect and transactions used by every operation of this package. */
export class Database extends Context.Service<
  Database,
  {
    readonly sql: SqlClient.SqlClient
    readonly dialect: Dialect["Service"]

    /** Returns a table's name for a statement, with its schema if the dialect has one. */
    readonly table: (name: TableName) => Statement.Fragment

    /** Runs an effect and maps its database, decoding and migration errors to `StorageError`. */
    readonly mapErrors: <A, R>(
      effect: Effect.Effect<A, DatabaseError | StorageError, R>
    ) => Effect.Effect<A, StorageError, R>

    /** Runs a statement whose rows are not needed. */
    readonly run: (statement: Effect.Effect<unknown, DatabaseError | StorageError>) => Effect.Effect<void, StorageError>

    /**
     * Runs an effect in a transaction: commits if it succeeds, rolls back otherwise. Inside a transaction, uses a
     * savepoint.
     */
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageError, R>

    /**
     * Runs an effect in the current transaction, without a savepoint, or in a new one. Use it only if a failure rolls back
     * the whole transaction.
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
      const mapErrors: Db["mapErrors"] = Effect.mapError((error) =>
        error._tag === "StorageError" ? error : toStorageError(error, dialect.explain)
      )
      return Database.of({
        sql,
        dialect,
        table: (name) => sql`${sql(qualified(dialect.engine, name))}`,
        mapErrors,
        run: (statement) => Effect.asVoid(mapErrors(statement)),
        transaction,
        inTransaction: (effect) =>
          Effect.flatMap(Effect.serviceOption(sql.transactionService), (around) =>
            Option.isSome(around) ? effect : transaction(effect)
          )
      })
    })
  )
}

/** The transactions of a client on a host's connection, while an effect runs in a transaction of the host. */
export const JoinedTransactions = Context.Reference<{
  readonly of: SqlClient.SqlClient
  readonly withTransaction: SqlClient.SqlClient["withTransaction"]
} | null>("@rollcall/storage-sql/shared/Database/JoinedTransactions", { defaultValue: () => null })

/**
 * Converts the defect of a failed ROLLBACK to an error. The client reports it as a defect in addition to the original
 * cause, but it only means that the connection, and so the transaction, is lost. An interruption stays an interruption.
 */
export const failedRollback = <A, E, R>(transaction: Effect.Effect<A, E, R>) =>
  Effect.catchCause(transaction, (cause): Effect.Effect<never, E | SqlError.SqlError> => {
    const lost = cause.reasons
      .filter(Cause.isDieReason)
      .map(({ defect }) => defect)
      .find(SqlError.isSqlError)
    return lost === undefined || Cause.hasInterrupts(cause) ? Effect.failCause(cause) : Effect.fail(lost)
  })

export type Db = Database["Service"]

/** A layer of a port over the database. A member that the port does not have is a type error. */
export const storeLayer = <I, Port, Make extends (db: Db) => Port>(
  port: Context.Key<I, Port>,
  make: Make & (Exclude<keyof ReturnType<Make>, keyof Port> extends never ? unknown : never)
): Layer.Layer<I, never, Database> => Layer.effect(port, Effect.map(Database, make))
