import { Effect, Exit, Redacted, Scope } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { createRollcall, type StorageDefinition } from "rollcall"
import { memory } from "rollcall/memory"
import { fromPool, postgres } from "rollcall/postgres"
import { simulator } from "rollcall/simulator"
import { sqlite } from "rollcall/sqlite"
import { afterAll, describe, expect, it } from "vitest"
import { freshDatabase } from "../../storage-postgres/test/server/Databases.ts"
import { workerServer } from "../../storage-postgres/test/server/WorkerServer.ts"

const folder = mkdtempSync(join(tmpdir(), "rollcall-upkeep-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const open = <Client, Joins>(storage: StorageDefinition<Client, Joins>) =>
  createRollcall({ storage, channel: simulator(), workers: false })

const whole = { ok: true, found: { damages: [], counts: [] }, remaining: [] }
const email = { kind: "index", name: "contacts_by_email", table: "contacts", problem: "missing", isEssential: false }
const found = { damages: [email], counts: [] }

const mended = [whole, { ok: false, found, remaining: [] }, { ok: true, found, remaining: [] }, whole]

/** Opens a store, and checks it, again when an index of it is removed, with a repair, and after that. */
const checked = async <Client, Joins>(storage: StorageDefinition<Client, Joins>, damage: () => unknown) => {
  const rollcall = await open(storage)
  await (await rollcall.workspace("clinic")).contacts.create({ email: "ida@example.org" })
  const before = await rollcall.check()
  await damage()
  const results = [before, await rollcall.check({ repair: false }), await rollcall.check({ repair: true })]
  results.push(await rollcall.check())
  await rollcall.close()
  await expect(rollcall.check()).rejects.toMatchObject({ code: "closed" })
  return results
}

describe("check (K2, K3)", () => {
  it("finds and repairs what a file lacks, by its name and through a database open on it", async () => {
    const filename = join(folder, "checked.db")
    const database = new DatabaseSync(filename)
    const damage = () => database.exec("DROP INDEX contacts_by_email")
    expect(await checked(sqlite({ filename }), damage)).toEqual(mended)
    expect(await checked(sqlite({ database }), damage)).toEqual(mended)
    database.close()
  })

  it("finds and repairs what a schema lacks, by its URL and through a pool", async () => {
    const scope = Effect.runSync(Scope.make())
    const url = Redacted.value(await Effect.runPromise(Scope.provide(freshDatabase(await workerServer()), scope)))
    // Its connections may still be closing when the database is removed.
    const pool = new pg.Pool({ connectionString: url, max: 3 }).on("error", () => {})
    const damage = () => pool.query("DROP INDEX rollcall.contacts_by_email")
    expect(await checked(fromPool(pool), damage)).toEqual(mended)
    await damage()
    const rollcall = await open(postgres({ url }))
    expect(await rollcall.check({ repair: true })).toEqual({ ok: true, found, remaining: [] })
    await rollcall.close()
    await pool.end()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  it("finds nothing for an in-memory store, and is rejected for a store without checks", async () => {
    const rollcall = await open(memory())
    expect([await rollcall.check(), await rollcall.check({ repair: true })]).toEqual([whole, whole])
    await rollcall.close()
    const { layer, using } = memory()
    const other = await open({ layer, using })
    await expect(other.check()).rejects.toMatchObject({ code: "invalid_input", issues: [{ path: ["storage"] }] })
    await other.close()
  })
})

describe("prune (K7)", () => {
  it("removes only data older than the given ages, or counts it", async () => {
    const filename = join(folder, "pruned.db")
    const rollcall = await open(sqlite({ filename }))
    const clinic = await rollcall.workspace("clinic")
    for (const email of ["ida@example.org", "kim@example.org"]) await clinic.contacts.create({ email })
    const database = new DatabaseSync(filename)
    database.exec("UPDATE events SET occurred_at = occurred_at - 90 * 86400000")
    database.close()
    await clinic.contacts.create({ email: "ben@example.org" })
    const ages = { events: "30 days", messages: 3_600_000 }
    expect(await rollcall.prune({ ...ages, dryRun: true })).toEqual({ events: 2, messages: 0 })
    expect(await rollcall.prune(ages)).toEqual({ events: 2, messages: 0 })
    expect(await rollcall.prune({ ...ages, dryRun: true })).toEqual({ events: 0, messages: 0 })
    expect(await rollcall.prune()).toEqual({})
    await expect(rollcall.prune({ recipients: "1 minute", events: "soon" })).rejects.toMatchObject({
      code: "invalid_input",
      issues: [{ path: ["events"] }, { path: ["recipients"], message: "must be an hour or more" }]
    })
    await rollcall.close()
  })
})
