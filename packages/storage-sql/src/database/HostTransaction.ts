import type { StorageError } from "@rollcall/core"
import { Context, Effect, Layer, Schema, type Semaphore } from "effect"
import { SqlClient, type SqlConnection, SqlError } from "effect/sql"
import { Database, failedRollback, JoinedTransactions } from "./Database.ts"
import { toStorageError } from "./StorageErrors.ts"

/** Why nothing can run in the host's transaction. The transaction is unchanged. */
export class HostTransactionError extends Schema.TaggedError<HostTransactionError>()("HostTransactionError", {
  reason: Schema.Literals(["NoTransaction", "Aborted", "Isolation", "OtherDatabase", "Settings", "WrongClient"]),
  message: Schema.String
}) {}

/** A host's connection with an open transaction. */
export interface HostConnection {
  readonly connection: SqlConnection.Connection

  /** Fails if the connection or its transaction does not meet this package's requirements. */
  readonly check: Effect.Effect<void, HostTransactionError | SqlError.SqlError>

  /** Converts an error of `check` or of a savepoint to an error for the host; undefined for a database error. */
  readonly refusal: (error: SqlError.SqlError) => HostTransactionError | undefined

  /** One permit for everything built on one connection. Calls run one at a time, because savepoints are a stack. */
  readonly turn: Semaphore.Semaphore
}

/** Runs effects in a transaction that the host begins and ends on its own connection. */
export class HostTransaction extends Context.Service<
  HostTransaction,
  {
    /**
     * Runs an effect in a savepoint of the host's transaction. If the effect fails, the savepoint is rolled back, and the
     * host can continue and commit. Calls on one connection run one after another.
     */
    readonly join: (
      host: HostConnection
    ) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageError | HostTransactionError, R>
  }
>()("@rollcall/storage-sql/shared/HostTransaction") {
  static readonly layer = Layer.effect(
    HostTransaction,
    Effect.map(Database, ({ dialect, sql }) =>
      HostTransaction.of({
        join: (host) => {
          const withTransaction = savepointsOf(sql, host.connection)
          const toError = (error: SqlError.SqlError) => host.refusal(error) ?? toStorageError(error, dialect.explain)
          return (effect) =>
            Effect.andThen(host.check, failedRollback(withTransaction(effect))).pipe(
              Effect.mapError((error) => (SqlError.isSqlError(error) ? toError(error) : error)),
              Effect.provideService(JoinedTransactions, { of: sql, withTransaction }),
              (call) => host.turn.withPermit(call)
            )
        }
      })
    )
  )
}

/**
 * Returns the transactions of a connection that is already in one; each is a savepoint. They use the service of the
 * client's own transactions, so that every statement runs on the connection.
 */
const savepointsOf = ({ transactionService }: SqlClient.SqlClient, connection: SqlConnection.Connection) => {
  const control = (statement: string) => Effect.asVoid(connection.executeUnprepared(statement, [], undefined))
  const name = (id: number) => `rollcall_${id}`
  const open = (id: number) => control(`SAVEPOINT ${name(id)}`)
  const release = (id: number) => control(`RELEASE SAVEPOINT ${name(id)}`)
  const undo = (id: number) => control(`ROLLBACK TO SAVEPOINT ${name(id)}`)
  return SqlClient.makeWithTransaction({
    transactionService,
    spanAttributes: [],
    acquireConnection: () => Effect.succeed(connection),
    begin: () => open(0),
    commit: () => release(0),
    rollback: () => Effect.andThen(undo(0), release(0)),
    savepoint: (_, id) => open(id),
    rollbackSavepoint: (_, id) => undo(id),
    releaseSavepoint: (_, id) => release(id)
  })
}
