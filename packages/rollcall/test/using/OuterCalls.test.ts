import { Effect, Exit, Redacted, Scope } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import pg from "pg"
import { createRollcall, type Rollcall } from "rollcall"
import { fromPool, postgres } from "rollcall/postgres"
import { simulator } from "rollcall/simulator"
import { sqlite } from "rollcall/sqlite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { refusalOf } from "../RefusalOf.ts"
import { migratedDatabase } from "../../../storage-postgres/test/server/WorkerServer.ts"

const scope = Effect.runSync(Scope.make())
const folder = mkdtempSync(join(tmpdir(), "rollcall-outer-"))
let url = ""

beforeAll(async () => {
  url = Redacted.value(await Effect.runPromise(Scope.provide(migratedDatabase, scope)))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

/** Expects that a call ends because a lock was not given, and says what the caller may have forgotten. */
const expectLocked = async (call: Promise<unknown>): Promise<void> => {
  const { code, message } = await refusalOf(call)
  expect(code).toBe("unavailable")
  expect(message).toMatch(
    /If (?:it is )?your own open transaction\b.*, run the call in it with `workspace.in\(client\)`/
  )
}

/**
 * Calls Rollcall outside of the transaction of a client, which has changed the same contact, and then inside it. Returns the
 * last name that this sets.
 */
const callOutside = async <Client>(rollcall: Rollcall<Client>, client: Client): Promise<string | null> => {
  const clinic = await rollcall.workspace("clinic")
  const { uuid } = await clinic.contacts.create({ firstName: "Ada", email: "ada@example.org" })
  await clinic.in(client).contacts.update(uuid, { firstName: "Zoë" })
  expect((await clinic.contacts.get(uuid)).firstName).toBe("Ada")
  await expectLocked(clinic.contacts.update(uuid, { firstName: "Eve" }))
  return (await clinic.in(client).contacts.update(uuid, { lastName: "Byron" })).lastName
}

describe("a call outside the caller's own open transaction that needs its locks ends, with an error that names `in`", () => {
  const ofPool = [
    ["with the time of the option", {}, { lockTimeout: "300 millis" }],
    ["with the statement_timeout of the pool", { statement_timeout: 300 }, {}],
    ["with the lock_timeout of the pool", { lock_timeout: 300 }, {}]
  ] as const
  it.each(ofPool)("on a host's pool, %s", async (_, config, options) => {
    const pool = new pg.Pool({ connectionString: url, ...config })
    const rollcall = await createRollcall({ storage: fromPool(pool, options), channel: simulator(), workers: false })
    const client = await pool.connect()
    await client.query("BEGIN")
    expect(await callOutside(rollcall, client)).toBe("Byron")
    await client.query("COMMIT")
    client.release()
    await rollcall.close()
    await pool.end()
  })

  it("on a host's pool without a timeout: after 8 seconds", { timeout: 30_000 }, async () => {
    const pool = new pg.Pool({ connectionString: url })
    const rollcall = await createRollcall({ storage: fromPool(pool), channel: simulator(), workers: false })
    const client = await pool.connect()
    await client.query("BEGIN")
    const start = performance.now()
    expect(await callOutside(rollcall, client)).toBe("Byron")
    expect(performance.now() - start).toBeGreaterThan(7_900)
    await client.query("COMMIT")
    client.release()
    await rollcall.close()
    await pool.end()
  })

  it("on Rollcall's own connections: after 8 seconds", { timeout: 30_000 }, async () => {
    const rollcall = await createRollcall({ storage: postgres({ url }), channel: simulator(), workers: false })
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query("BEGIN")
    expect(await callOutside(rollcall, client)).toBe("Byron")
    await client.query("COMMIT")
    await client.end()
    await rollcall.close()
  })

  it("on a SQLite file: after 5 seconds", { timeout: 30_000 }, async () => {
    const database = new DatabaseSync(join(folder, "host.db"))
    const rollcall = await createRollcall({ storage: sqlite({ database }), channel: simulator(), workers: false })
    const clinic = await rollcall.workspace("clinic")
    const { uuid } = await clinic.contacts.create({ firstName: "Ada", email: "ada@example.org" })
    database.exec("BEGIN IMMEDIATE")
    await expectLocked(clinic.contacts.update(uuid, { firstName: "Eve" }))
    await clinic.in(database).contacts.update(uuid, { firstName: "Zoë" })
    database.exec("COMMIT")
    expect((await clinic.contacts.get(uuid)).firstName).toBe("Zoë")
    await rollcall.close()
    database.close()
  })
})

describe("the limit on lock waits", () => {
  it("is not left in any of the pool's sessions", async () => {
    const pool = new pg.Pool({ connectionString: url, max: 1 })
    const names = "SELECT name, setting FROM pg_settings WHERE name !~ '^(pg_trgm|plpgsql)' ORDER BY name"
    const settings = async () => (await pool.query<{ name: string; setting: string }>(names)).rows
    const storage = fromPool(pool, { lockTimeout: 300, oneConnection: true })
    const rollcall = await createRollcall({ storage, channel: simulator(), workers: false })
    const clinic = await rollcall.workspace("clinic")
    const before = await settings()
    const { uuid } = await clinic.contacts.create({ firstName: "Ada", email: "ada@example.org" })
    await clinic.contacts.update(uuid, { firstName: "Zoë" })
    await clinic.contacts.get(uuid)
    expect(await settings()).toEqual(before)
    await rollcall.close()
    await pool.end()
  })

  it.each(["8 sekunden", 0, -1])("cannot be %j", async (lockTimeout) => {
    const pool = new pg.Pool({ connectionString: url })
    const opening = createRollcall({ storage: fromPool(pool, { lockTimeout }), channel: simulator() })
    await expect(opening).rejects.toMatchObject({
      code: "invalid_input",
      issues: [{ path: ["storage", "options", "lockTimeout"] }]
    })
    await pool.end()
  })
})
