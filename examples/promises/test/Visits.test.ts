import { mkdtempSync, rmSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import type { Workspaces } from "rollcall"
import { describe, expect, it } from "vitest"
import { startServer } from "../../../packages/storage-postgres/test/server/EmbeddedServer.ts"
import { openOnFile, openOnPool, type Visit } from "../src/Visits.ts"

const table = "CREATE TABLE visits (day text PRIMARY KEY, contact text NOT NULL)"

/** Stores one visit with its contact. A second visit on the same day is rejected, and leaves no contact. */
const keepOneOfTwo = async (rollcall: Workspaces, visit: (visit: Visit) => Promise<void>) => {
  await visit({ day: "2040-05-02", firstName: "Zoë", email: "zoe@example.com" })
  const second = visit({ day: "2040-05-02", firstName: "Ada", email: "ada@example.com" })
  await expect(second).rejects.toThrow(/unique/i)
  const { items: contacts } = await (await rollcall.workspace("clinic")).contacts.search({ searchTerm: "" })
  expect(contacts.map(({ firstName }) => firstName)).toEqual(["Zoë"])
}

describe("a visit and its contact", () => {
  it("are both stored or both rejected on Postgres", async () => {
    const server = await startServer()
    const pool = new pg.Pool({ connectionString: server.url })
    await pool.query(table)
    const { rollcall, visit } = await openOnPool(pool)
    await keepOneOfTwo(rollcall, visit)
    expect((await pool.query("SELECT 1 FROM visits")).rowCount).toBe(1)
    await rollcall.close()
    await pool.end()
    await server.stop()
  })

  it("are both stored or both rejected on SQLite", async () => {
    const folder = mkdtempSync(join(tmpdir(), "rollcall-visits-"))
    const database = new DatabaseSync(join(folder, "clinic.db"))
    database.exec(table)
    const { rollcall, visit } = await openOnFile(database)
    await keepOneOfTwo(rollcall, visit)
    expect(database.prepare("SELECT 1 FROM visits").all()).toHaveLength(1)
    await rollcall.close()
    database.close()
    rmSync(folder, { recursive: true })
  })
})
