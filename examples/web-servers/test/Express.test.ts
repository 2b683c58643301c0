import express from "express"
import { once } from "node:events"
import { Pool } from "pg"
import { createRollcall, RollcallError } from "rollcall"
import { toNodeHandler } from "rollcall/node"
import { fromPool } from "rollcall/postgres"
import { simulator } from "rollcall/simulator"
import { expect, it } from "vitest"
import { startServer } from "../../../packages/storage-postgres/test/server/EmbeddedServer.ts"

it("a host on Express with its own pool books a visit and its contact in one transaction", async () => {
  const database = await startServer()
  const pool = new Pool({ connectionString: database.url })
  await pool.query("CREATE TABLE workspaces (id serial PRIMARY KEY, title text NOT NULL)")
  await pool.query(
    "CREATE TABLE contacts (id serial PRIMARY KEY, workspace int REFERENCES workspaces, email text UNIQUE)"
  )

  const rollcall = await createRollcall({
    storage: fromPool(pool),
    channel: simulator(),
    http: {
      prefix: "/rollcall",
      authorize: (request) => (request.headers.get("cookie") === "session=zoe" ? { workspace: "clinic" } : null)
    }
  })

  /** Adds a contact to the host's table and to Rollcall. */
  const add = async (contact: { readonly email: string }): Promise<string> => {
    const client = await pool.connect()
    try {
      await client.query("BEGIN")
      await client.query("INSERT INTO contacts (email) VALUES ($1)", [contact.email])
      const clinic = await rollcall.using(client).workspace("clinic")
      const { uuid } = await clinic.contacts.create(contact)
      await client.query("COMMIT")
      return uuid
    } catch (error) {
      await client.query("ROLLBACK")
      throw error
    } finally {
      client.release()
    }
  }

  const app = express()
  app.use("/rollcall", toNodeHandler(rollcall))
  app.post("/visits", express.json(), async ({ body }: { body: { email: string } }, response) => {
    try {
      response.status(201).json({ uuid: await add(body) })
    } catch (error) {
      if (!(error instanceof RollcallError) || error.code !== "invalid_input") throw error
      response.status(422).json({ issues: error.issues })
    }
  })
  const server = app.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : undefined}`

  const call = async (path: string, body?: object, cookie = "session=zoe") => {
    const headers = { "content-type": "application/json", cookie }
    const response = await fetch(
      url + path,
      body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) }
    )
    return { status: response.status, text: await response.text() }
  }

  expect((await call("/visits", { email: "ada@example.org" })).status).toBe(201)
  const refused = await call("/visits", { email: "bob@example.org", nickname: "Bob" })
  expect(refused.status).toBe(422)
  expect(refused.text).toMatch(/nickname/)

  expect((await call("/rollcall/v1/contacts", undefined, "")).status).toBe(401)
  expect((await call("/rollcall/v1/contacts", { email: "jo@example.org" })).status).toBe(201)
  const listed = await call("/rollcall/v1/contacts")
  expect(listed.text).toMatch(/ada@example\.org/)
  expect(listed.text).toMatch(/jo@example\.org/)
  expect(listed.text).not.toMatch(/bob@example\.org/)

  expect((await pool.query("SELECT email FROM contacts")).rows).toEqual([{ email: "ada@example.org" }])
  const tables = await pool.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename")
  expect(tables.rows).toEqual([{ tablename: "contacts" }, { tablename: "workspaces" }])

  server.close()
  server.closeAllConnections()
  await rollcall.close()
  await pool.end()
  await database.stop()
})
