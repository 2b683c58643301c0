import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A migration: these statements, one after another. What a migration says is never changed once it is released. */
export const statements = (...texts: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(texts, (text) => sql.unsafe(text).unprepared, { discard: true })
  )
