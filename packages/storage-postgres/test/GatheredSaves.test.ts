import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { gatheredSuite } from "../../storage-sql/test/contacts/GatheredSuite.ts"
import { database, layerWithClient } from "./Fixture.ts"

gatheredSuite(
  (test) => Effect.flatMap(database, (url) => Effect.provide(test, layerWithClient({ url }))),
  (table, column) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) => {
      const check = sql.literal(`CHECK (${column} <> 'refused')`)
      return sql`ALTER TABLE ${sql(`rollcall.${table}`)} ADD CONSTRAINT refusing ${check}`
    }),
  "Conflict"
)
