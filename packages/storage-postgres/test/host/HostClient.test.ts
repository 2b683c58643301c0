import { assert, describe, it } from "@effect/vitest"
import type { Contact } from "@rollcall/core"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { type AudienceStore, ContactStore, type Transaction } from "@rollcall/core/storage"
import type { HostTransaction } from "@rollcall/storage-sql"
import { Effect } from "effect"
import type pg from "pg"
import { type Host, hostSuite, refusalOf } from "../../../storage-sql/test/host/HostSuite.ts"
import { using } from "../../src/index.ts"
import { copyOf, layerWithClient, migrate, newContact, newWorkspace } from "../Fixture.ts"
import { clientOf } from "./Fixture.ts"

/** A host with a table of its own, and Rollcall with connections of its own, in one database. */
const withHost = <A, E>(
  test: (host: pg.Client) => Effect.Effect<A, E, AudienceStore | ContactStore | Transaction | HostTransaction>
) =>
  Effect.gen(function* () {
    const url = yield* copyOf("migrated", migrate)
    const host = yield* clientOf(url)
    yield* query(host, "CREATE TABLE patients (name text PRIMARY KEY)")
    return yield* Effect.provide(test(host), layerWithClient({ url }))
  })

const query = (client: pg.Client, text: string) => Effect.promise(() => client.query<{ name: string }>(text))

const patients = (client: pg.Client) =>
  Effect.map(query(client, "SELECT name FROM patients ORDER BY name"), ({ rows }) => rows.map(({ name }) => name))

const newAda = Effect.flatMap(newWorkspace, (workspace) => newContact(workspace, { firstName: "Ada" }))

const save = (contact: Contact) =>
  Effect.flatMap(ContactStore, (store) =>
    store.save({ created: [contactWrite(digitForms, "contact.created", contact)], changed: [] })
  )

const host = (client: pg.Client): Host => ({
  begin: query(client, "BEGIN"),
  commit: query(client, "COMMIT"),
  rollback: query(client, "ROLLBACK"),
  addPatient: (name) => query(client, `INSERT INTO patients VALUES ('${name}')`),
  patients: patients(client),
  join: (call) => using(client)(call)
})

hostSuite((test) => withHost((client) => test(host(client))))

describe("a host's transaction is rejected", () => {
  it.live("if a statement in it has failed", () =>
    withHost((host) =>
      Effect.gen(function* () {
        yield* query(host, "BEGIN")
        yield* Effect.promise(() => host.query("SELECT 1 / 0").catch(() => {}))
        assert.strictEqual(yield* refusalOf(using(host)(save(yield* newAda))), "Aborted")
      })
    )
  )

  it.live.each(["REPEATABLE READ", "SERIALIZABLE"])("if it is %s, and the host can still use it", (level) =>
    withHost((host) =>
      Effect.gen(function* () {
        yield* query(host, `BEGIN ISOLATION LEVEL ${level}; INSERT INTO patients VALUES ('Ada')`)
        assert.strictEqual(yield* refusalOf(using(host)(save(yield* newAda))), "Isolation")
        yield* query(host, "COMMIT")
        assert.deepStrictEqual(yield* patients(host), ["Ada"])
      })
    )
  )
})

it.live("but no setting of Rollcall stays in a host's session", () =>
  withHost((host) =>
    Effect.gen(function* () {
      const settings = Effect.promise(() =>
        host.query("SELECT name, setting FROM pg_settings WHERE name NOT LIKE 'pg_trgm.%' ORDER BY name")
      )
      // The language of the triggers has settings of its own once it is loaded.
      yield* query(host, "DO 'BEGIN END'")
      yield* query(host, "SET TimeZone = 'Asia/Kathmandu'")
      yield* query(host, "SET search_path = nowhere")
      const before = (yield* settings).rows
      yield* query(host, "BEGIN")
      yield* using(host)(save(yield* newAda))
      yield* query(host, "COMMIT")
      assert.deepStrictEqual((yield* settings).rows, before)
    })
  )
)
