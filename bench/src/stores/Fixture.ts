import { Contacts, CustomFields } from "@rollcall/core"
import { ContactStore, layerContactErasure, type Storage } from "@rollcall/core/storage"
import { layer as memoryLayer } from "@rollcall/storage-memory"
import { Context, Effect, Layer, type Option } from "effect"
import * as Arr from "effect/Array"
import { type IndexedContact, type Population, populate } from "../contacts/Population.ts"
import { type Connection, insertion, type Rival } from "./Connection.ts"
import { contactColumns, contactRow, valueColumns, valueRows } from "./ContactRows.ts"
import { postgres } from "./Postgres.ts"
import { sqlite } from "./Sqlite.ts"

export const stores = ["sqlite", "postgres", "memory"] as const
export type Store = (typeof stores)[number]

/** A store full of contacts, and the two sides that are measured on it. */
export interface Fixture {
  /** Where another process finds the store, as `ROLLCALL_DATABASE_URL` has it; one of memory has none of its data. */
  readonly url: string
  readonly population: Population
  readonly library: Context.Context<Contacts | CustomFields | Storage>
  /** Undefined for memory, which has no SQL to write by hand. */
  readonly rival: Rival | undefined
}

/** Opens a store, which is gone when the scope closes, and fills it with contacts. */
export const openFixture = Effect.fnUntraced(function* (
  store: Store,
  contacts: number,
  postgresUrl: Option.Option<string>
) {
  const database = store === "memory" ? undefined : yield* store === "sqlite" ? sqlite : postgres(postgresUrl)
  const services = Layer.mergeAll(Layer.provide(Contacts.layer, layerContactErasure), CustomFields.layer)
  const library = yield* Layer.build(Layer.provideMerge(services, database?.layer ?? memoryLayer))
  const { indexed, population } = yield* Effect.provideContext(populate(contacts), library)
  const memory = Context.get(library, ContactStore)
  yield* database
    ? database.fill((connection) => insertAll(connection, indexed))
    : memory.save({ created: indexed.map(({ contact, values }) => ({ contact, changes: values })), changed: [] })
  const rival = yield* database?.rival ?? Effect.undefined
  return { url: database?.url ?? "memory:", population, library, rival }
})

const insertAll = Effect.fnUntraced(function* (connection: Connection, indexed: ReadonlyArray<IndexedContact>) {
  const insertContacts = connection.prepareRows(insertion("contacts", contactColumns))
  const insertValues = connection.prepareRows(insertion("contact_values", valueColumns))
  for (const some of Arr.chunksOf(indexed, 1_000)) {
    yield* insertContacts(some.map(({ contact }) => contactRow(contact)))
    yield* insertValues(some.flatMap(({ contact, values }) => valueRows(contact, values)))
  }
})
