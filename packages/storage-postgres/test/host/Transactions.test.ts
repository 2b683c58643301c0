import { assert, describe } from "@effect/vitest"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { ContactStore } from "@rollcall/core/storage"
import { Effect, Option } from "effect"
import type pg from "pg"
import { fromKnex, fromPrisma, type QueryClient, using } from "../../src/index.ts"
import { copyOf, layerWithClient, migrate, newContact, newWorkspace } from "../Fixture.ts"
import { clientOf } from "./Fixture.ts"
import { live } from "../../../core/test/Suite.ts"

/** `raw` as Knex documents it: `?` is a parameter, and a question mark is escaped. */
const knexOn = (client: pg.Client) => ({
  raw: async (sql: string, bindings: Array<unknown>) => {
    let count = 0
    const text = sql.replaceAll(/\\\?|\?/g, (match) => (match === "?" ? `$${++count}` : "?"))
    assert.strictEqual(count, bindings.length)
    return await client.query(text, bindings)
  }
})

/** `$queryRawUnsafe` as Prisma documents it, with its error around that of the server. */
const prismaOn = (client: pg.Client) => ({
  $queryRawUnsafe: async (sql: string, ...values: Array<unknown>) => {
    try {
      const { rows }: { rows: ReadonlyArray<unknown> } = await client.query(sql, values)
      return rows
    } catch (error) {
      if (!(error instanceof Error) || !("code" in error)) throw error
      throw Object.assign(new Error("Raw query failed"), { code: "P2010", meta: { code: error.code } })
    }
  }
})

const clients: ReadonlyArray<readonly [name: string, of: (client: pg.Client) => QueryClient]> = [
  ["Knex", (client) => fromKnex(knexOn(client))],
  ["Prisma", (client) => fromPrisma(prismaOn(client))]
]

describe.each(clients)("a transaction with the documented shape of %s", (_, of) => {
  live("runs Rollcall's writes, and a failed call undoes only itself", function* () {
    const url = yield* copyOf("migrated", migrate)
    const host = yield* clientOf(url)
    const client = of(host)
    yield* Effect.gen(function* () {
      const store = yield* ContactStore
      const ada = yield* newContact(yield* newWorkspace, {
        firstName: `{"Ada?", 'Lovelace\\'}`,
        email: "a@example.com"
      })
      const save = store.save({ created: [contactWrite(digitForms, "contact.created", ada)], changed: [] })
      const outside = yield* Effect.flip(using(client)(save))
      assert.strictEqual(outside._tag, "HostTransactionError")
      yield* Effect.promise(() => host.query("BEGIN"))
      yield* using(client)(save)
      const again = yield* Effect.flip(using(client)(save))
      assert.strictEqual(again._tag === "StorageError" && again.reason, "Conflict")
      yield* Effect.promise(() => host.query("COMMIT"))
      assert.deepStrictEqual(yield* store.find(ada.workspaceUuid, ada.uuid), Option.some(ada))
    }).pipe(Effect.provide(layerWithClient({ url })))
  })
})
