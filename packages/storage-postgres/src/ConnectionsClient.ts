import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient, SqlError } from "effect/sql"

/** A client's connections and the statements that control its transactions. */
type Connections = Pick<
  SqlClient.SqlClient.MakeOptions,
  "acquirer" | "borrower" | "beginTransaction" | "prepareTransactionControls"
>

/** A Postgres client over the given connections. */
export const layerConnections = (connections: Connections): Layer.Layer<SqlClient.SqlClient> =>
  Layer.effect(
    SqlClient.SqlClient,
    SqlClient.make({
      ...connections,
      compiler: PgClient.makeCompiler(),
      driver: "pg",
      commit: (connection) => Effect.flatMap(connection.executeRaw("COMMIT", []), isCommitted),
      releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
      spanAttributes: [["db.system.name", "postgresql"]]
    })
  ).pipe(Layer.provide(Reactivity.layer))

/** Fails if a COMMIT rolled back: Postgres returns `ROLLBACK` for a transaction in which a statement has failed. */
const isCommitted = (result: unknown): Effect.Effect<void, SqlError.SqlError> =>
  typeof result === "object" && result !== null && "command" in result && result.command === "ROLLBACK"
    ? Effect.fail(
        new SqlError.SqlError({
          reason: new SqlError.UnknownError({
            cause: new Error("The transaction was rolled back"),
            operation: "commit"
          })
        })
      )
    : Effect.void
