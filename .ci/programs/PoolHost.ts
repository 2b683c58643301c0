// A host with a pool of pg and tables of its own, named contacts and workspaces: one transaction for both.
import assert from "node:assert/strict"
import { Pool } from "pg"
import { createRollcall } from "rollcall"
import { fromPool } from "rollcall/postgres"
import { simulator } from "rollcall/simulator"

const pool = new Pool({ connectionString: process.env["DATABASE_URL"] })
await pool.query("CREATE TABLE workspaces (id serial PRIMARY KEY, title text NOT NULL)")
await pool.query("CREATE TABLE contacts (id serial PRIMARY KEY, workspace int REFERENCES workspaces, email text)")

const rollcall = await createRollcall({ storage: fromPool(pool), channel: simulator() })

/** Adds a contact to the host's table and to Rollcall. */
const add = async (email: string, end: "COMMIT" | "ROLLBACK") => {
  const client = await pool.connect()
  try {
    await client.query("BEGIN")
    await client.query("INSERT INTO contacts (email) VALUES ($1)", [email])
    const clinic = await rollcall.using(client).workspace("clinic")
    await clinic.contacts.create({ email })
    await client.query(end)
  } finally {
    client.release()
  }
}
await add("ada@example.org", "COMMIT")
await add("bob@example.org", "ROLLBACK")

const clinic = await rollcall.workspace("clinic")
const { contacts } = await clinic.contacts.search({ searchTerm: "example.org" })
assert.deepEqual(
  contacts.map(({ email }) => email),
  ["ada@example.org"]
)
const { rows } = await pool.query("SELECT email FROM contacts")
assert.deepEqual(rows, [{ email: "ada@example.org" }])
const tables = await pool.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename")
assert.deepEqual(tables.rows, [{ tablename: "contacts" }, { tablename: "workspaces" }])

await rollcall.close()
await pool.end()
