import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { layerMemory as simulator, simulatorTemplates } from "@rollcall/channel-simulator"
import { Contacts, Rollcall, systemCaller, Workspaces } from "@rollcall/core"
import { TemplateCatalog } from "@rollcall/core/channel"
import { layerOnClient } from "@rollcall/storage-postgres"
import { Data, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { startServer } from "../../../packages/storage-postgres/test/server/EmbeddedServer.ts"

/** Starts a host's database for the duration of the test. */
const client = Layer.unwrap(
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => startServer()),
      (server) => Effect.promise(server.stop)
    ),
    ({ url }) => PgClient.layer({ url: Redacted.make(url) })
  )
)

const rollcall = Rollcall.layer.pipe(
  Layer.provide(TemplateCatalog.layerOf(simulatorTemplates)),
  Layer.provide(simulator()),
  Layer.provide(layerOnClient({})),
  Layer.provideMerge(client)
)

class Refused extends Data.TaggedError("Refused") {}

it.live("the host's visit and a contact are committed together, or neither is", () =>
  Effect.gen(function* () {
    const [sql, contacts] = [yield* SqlClient.SqlClient, yield* Contacts]
    yield* sql`CREATE TABLE visits (email text NOT NULL)`
    const { uuid } = yield* (yield* Workspaces).ensure("clinic")
    const caller = systemCaller(uuid)

    const visit = (email: string) =>
      Effect.andThen(sql`INSERT INTO visits (email) VALUES (${email})`, contacts.create(caller, { email }))
    yield* sql.withTransaction(visit("ada@example.org"))
    const refused = sql.withTransaction(Effect.andThen(visit("bob@example.org"), Effect.fail(new Refused())))
    assert.isTrue((yield* Effect.flip(refused)) instanceof Refused)

    const page = { limit: 10, offset: 0 }
    const found = yield* contacts.search(caller, { searchTerm: "example.org" }, page)
    assert.deepStrictEqual(
      found.items.map(({ email }) => email),
      ["ada@example.org"]
    )
    assert.deepStrictEqual(yield* sql`SELECT email FROM visits`, [{ email: "ada@example.org" }])
  }).pipe(Effect.provide(rollcall))
)
