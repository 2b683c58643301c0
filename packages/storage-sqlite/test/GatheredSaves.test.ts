import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { gatheredSuite } from "../../storage-sql/test/contacts/GatheredSuite.ts"
import { layerWithClient, temporaryFile } from "./Fixture.ts"

gatheredSuite(
  (test) => Effect.flatMap(temporaryFile, (filename) => Effect.provide(test, layerWithClient(filename))),
  (table, column) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) => {
      const raise = sql.literal(`BEFORE INSERT ON ${table} WHEN new.${column} = 'refused'`)
      return sql`CREATE TRIGGER refusing ${raise} BEGIN SELECT RAISE(ABORT, 'refused'); END`
    }),
  "Conflict"
)
