import { ContactLists, Contacts, CustomFields } from "@rollcall/core"
import { layerContactSets } from "@rollcall/core/people"
import { layer as postgresLayer } from "@rollcall/storage-postgres"
import { layer as sqliteLayer } from "@rollcall/storage-sqlite"
import { Effect, Equal, Layer, Redacted } from "effect"
import type { Postgres, Sqlite } from "../Database.ts"
import { Unexpected } from "../Client.ts"
import { connect } from "./Connection.ts"
import { populate } from "./Population.ts"

/** Opens a database full of contacts, with the library in this process and a connection with only the driver. */
export const openStore = Effect.fnUntraced(function* (database: Sqlite | Postgres, contacts: number) {
  const services = Layer.mergeAll(
    Layer.provide(Contacts.layer, layerContactSets),
    ContactLists.layer,
    CustomFields.layer
  )
  const storage =
    "filename" in database
      ? sqliteLayer({ filename: database.filename })
      : postgresLayer({ url: Redacted.make(database.url) })
  const library = yield* Layer.build(Layer.provideMerge(services, storage))
  const population = yield* Effect.provideContext(populate(contacts), library)
  if (!("filename" in database)) {
    // Vacuuming is disabled during the measurement, and the planner has current statistics.
    yield* database.run((sql) => sql`ALTER SYSTEM SET autovacuum = off`)
    yield* database.run((sql) => sql`SELECT pg_reload_conf()`)
    yield* database.run((sql) => sql`VACUUM ANALYZE`)
  }
  return { database, library, population, connection: yield* connect(database), another: connect(database) }
})

export type Store = Effect.Success<ReturnType<typeof openStore>>

/** The maximum number of characters shown of a result. */
const mostOfAnswer = 1_000

/** Fails with the first difference between two results, because a comparison needs equal results. */
export const agree = (name: string, library: ReadonlyArray<unknown>, rival: ReadonlyArray<unknown>) => {
  const longer = library.length < rival.length ? rival : library
  const place = longer.findIndex((_, index) => !Equal.equals(library[index], rival[index]))
  if (place < 0) return Effect.void
  const [ours, theirs] = [library, rival].map((all) => JSON.stringify([all[place]]).slice(1, -1).slice(0, mostOfAnswer))
  return new Unexpected({ message: `${name}: the library has ${ours}, the rival ${theirs}` })
}
