// A host on Effect with its own SqlClient: a visit of the host's and a contact are committed together, or neither is.
import { PgClient } from "@effect/sql-pg"
import { layerMemory as simulator, simulatorTemplates } from "@rollcall/channel-simulator"
import { systemCaller, Workspaces, Contacts, Rollcall } from "@rollcall/core"
import { TemplateCatalog } from "@rollcall/core/channel"
import { layerOnClient } from "@rollcall/storage-postgres"
import { Data, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import assert from "node:assert/strict"

const client = PgClient.layer({ url: Redacted.make(process.env["DATABASE_URL"] ?? "") })
const rollcall = Rollcall.layer.pipe(
  Layer.provide(TemplateCatalog.layerOf(simulatorTemplates)),
  Layer.provide(simulator()),
  Layer.provide(layerOnClient({})),
  Layer.provideMerge(client)
)

class Refused extends Data.TaggedError("Refused") {}

const program = Effect.gen(function* () {
  const [sql, contacts] = [yield* SqlClient.SqlClient, yield* Contacts]
  yield* sql`CREATE TABLE visits (email text NOT NULL)`
  const { uuid: workspace } = yield* (yield* Workspaces).ensure("clinic")

  const visit = (email: string) =>
    Effect.andThen(
      sql`INSERT INTO visits (email) VALUES (${email})`,
      contacts.create(systemCaller(workspace), { email })
    )
  yield* sql.withTransaction(visit("ada@example.org"))
  const refused = sql.withTransaction(Effect.andThen(visit("bob@example.org"), Effect.fail(new Refused())))
  assert.ok((yield* Effect.flip(refused)) instanceof Refused)

  const page = { limit: 10, offset: 0 }
  const found = yield* contacts.search(systemCaller(workspace), { searchTerm: "example.org" }, page)
  assert.deepEqual(
    found.items.map(({ email }) => email),
    ["ada@example.org"]
  )
  assert.deepEqual(yield* sql`SELECT email FROM visits`, [{ email: "ada@example.org" }])
})

await Effect.runPromise(Effect.provide(program, rollcall))
