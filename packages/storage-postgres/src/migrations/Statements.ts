import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A migration that runs these statements in order. The statements of a released migration never change. */
export const statements = (...texts: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(texts, (text) => sql.unsafe(text).unprepared, { discard: true })
  )
