import { Contacts, CustomFields } from "@rollcall/core"
import { layer } from "@rollcall/storage-postgres"
import { Effect, Layer, Redacted } from "effect"
import * as Arr from "effect/Array"
import { freshDatabase, withDatabase } from "../../../packages/storage-postgres/test/server/Databases.ts"
import { quickSettings, startServer } from "../../../packages/storage-postgres/test/server/EmbeddedServer.ts"
import { populate, type Settled } from "../people/Population.ts"
import type { Arena } from "./Arena.ts"
import { postgresRival } from "./PostgresRival.ts"
import { contactRow, type Row, valueRows } from "./Rows.ts"

/**
 * Postgres with so many contacts, in a database of its own that is gone with the scope: on the server of this URL, or
 * on one that is started for it.
 */
export const postgresArena = Effect.fnUntraced(function* (size: number, server: string | undefined) {
  const url = yield* freshDatabase(server ?? (yield* ownServer))
  const services = Layer.mergeAll(Contacts.layer, CustomFields.layer)
  const library = yield* Layer.build(Layer.provideMerge(services, layer({ url })))
  const filled = populate(size, (settled) => fill(url, settled))
  const population = yield* Effect.provideContext(filled, library)
  const rival = yield* postgresRival(url)
  const arena: Arena = { name: "Postgres", url: Redacted.value(url), population, library, rival }
  return arena
})

/** Nothing that is measured waits for the disk or for a cleaner, so that what is left is the work of the two. */
const ownServer = Effect.map(
  Effect.acquireRelease(
    Effect.promise(() => startServer([...quickSettings, "shared_buffers=512MB", "autovacuum=off"])),
    (server) => Effect.promise(server.stop)
  ),
  ({ url }) => url
)

/** Indexes are dropped and made again, which is quicker and ends in the same; then the planner gets its figures. */
const fill = (url: Redacted.Redacted, settled: ReadonlyArray<Settled>) =>
  withDatabase(
    url,
    Effect.fnUntraced(function* (sql) {
      const indexes = yield* sql<{ readonly indexname: string; readonly indexdef: string }>`
        SELECT indexname, indexdef FROM pg_indexes
        WHERE tablename IN ('contacts', 'contact_values') AND indexdef NOT LIKE '%UNIQUE%'`
      yield* Effect.forEach(indexes, ({ indexname }) => sql`DROP INDEX ${sql(indexname)}`)
      const insert = (table: string, rows: ReadonlyArray<Row>) => sql`
        INSERT INTO ${sql(table)} (${sql.csv(Object.keys(rows[0] ?? {}).map((column) => sql`${sql(column)}`))})
        SELECT ${sql.csv(Object.keys(rows[0] ?? {}).map((column) => sql`${sql(column)}`))}
        FROM json_populate_recordset(NULL::${sql(table)}, ${JSON.stringify(rows)}::json)`
      for (const some of Arr.chunksOf(settled, 1_000)) {
        yield* insert(
          "contacts",
          some.map(({ contact }) => contactRow(contact))
        )
        yield* insert(
          "contact_values",
          some.flatMap(({ contact, values }) => valueRows(contact, values))
        )
      }
      yield* Effect.forEach(indexes, ({ indexdef }) => sql.unsafe(indexdef))
      yield* sql`VACUUM ANALYZE`
    })
  )
