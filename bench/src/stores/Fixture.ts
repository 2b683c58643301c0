import { ContactLists, Contacts, CustomFields, type Storage } from "@rollcall/core"
import { contactWrite, digitForms } from "@rollcall/core/contacts"
import { layerContactSets } from "@rollcall/core/segments"
import { ContactStore } from "@rollcall/core/storage"
import { layer as memoryLayer } from "@rollcall/storage-memory"
import { Context, Effect, Layer, type Option } from "effect"
import { createFields, type IndexedContact, type Population, populate } from "../contacts/Population.ts"
import { timeOfStore } from "../ProcessorTime.ts"
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
  readonly library: Context.Context<ContactLists | Contacts | CustomFields | Storage>
  /** Undefined for memory, which has no SQL to write by hand. */
  readonly rival: Rival | undefined
  /** How the database answers a statement; undefined for memory. */
  readonly explain: Connection["explain"] | undefined
  /** The processor time that this process and the database have taken so far, in seconds. */
  readonly spent: ReturnType<typeof timeOfStore>
}

/** Opens a store, which is gone when the scope closes, and fills it with contacts. */
export const openFixture = Effect.fnUntraced(function* (
  store: Store,
  contacts: number,
  postgresUrl: Option.Option<string>
) {
  const database = store === "memory" ? undefined : yield* store === "sqlite" ? sqlite : postgres(postgresUrl)
  const services = Layer.mergeAll(
    Layer.provide(Contacts.layer, layerContactSets),
    ContactLists.layer,
    CustomFields.layer
  )
  const library = yield* Layer.build(Layer.provideMerge(services, database?.layer ?? memoryLayer))
  const fields = yield* Effect.provideContext(createFields, library)
  const memory = Context.get(library, ContactStore)
  const inMemory = (some: Batch) =>
    memory.save({
      created: some.map(({ contact, values }) => contactWrite(digitForms, "contact.created", contact, values)),
      changed: []
    })
  const population = yield* database
    ? database.fill((connection) => populate(contacts, fields, insertInto(connection)))
    : populate(contacts, fields, inMemory)
  const rival = yield* database?.rival ?? Effect.undefined
  const fixture: Fixture = {
    url: database?.url ?? "memory:",
    population,
    library,
    rival,
    explain: rival?.connection.explain,
    spent: timeOfStore(rival?.connection)
  }
  return fixture
})

type Batch = ReadonlyArray<IndexedContact>

const insertInto = (connection: Connection) => {
  const insertContacts = connection.prepareRows(insertion("contacts", contactColumns))
  const insertValues = connection.prepareRows(insertion("contact_values", valueColumns))
  return (some: Batch) =>
    Effect.andThen(
      insertContacts(some.map(({ contact }) => contactRow(contact))),
      insertValues(some.flatMap(({ contact, values }) => valueRows(contact, values)))
    )
}
