import { spawnSync } from "node:child_process"
import { join } from "node:path"
import pg from "pg"
import type { Workspace } from "rollcall"
import { fromDrizzle, fromKysely } from "rollcall/postgres"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type EmbeddedServer, startServer } from "../../../packages/storage-postgres/test/server/EmbeddedServer.ts"
import * as drizzle from "../src/Drizzle.ts"
import * as kysely from "../src/Kysely.ts"

const at = (day: number) => new Date(Date.UTC(2040, 4, day))

/** A query builder's open transaction: its client, and a function that inserts an appointment. */
interface Open {
  readonly client: ReturnType<typeof fromKysely>
  readonly insert: (startsAt: Date, contact: string) => Promise<unknown>
}

const openDrizzle = async (pool: pg.Pool) => {
  const { db, ...bookings } = await drizzle.openBookings(pool)
  const within = (run: (open: Open) => Promise<void>) =>
    db.transaction((tx) =>
      run({
        client: fromDrizzle(tx),
        insert: async (startsAt, contact) => await tx.insert(drizzle.appointments).values({ startsAt, contact })
      })
    )
  return { ...bookings, within }
}

const openKysely = async (pool: pg.Pool) => {
  const { db, ...bookings } = await kysely.openBookings(pool)
  const within = (run: (open: Open) => Promise<void>) =>
    db.transaction().execute((trx) =>
      run({
        client: fromKysely(trx),
        insert: (startsAt, contact) => trx.insertInto("appointments").values({ startsAt, contact }).execute()
      })
    )
  return { ...bookings, within }
}

let server: EmbeddedServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** Creates a database on the server. */
const newDatabase = async (name: string) => {
  const client = new pg.Client(server.url)
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  return new URL(name, server.url).href
}

describe.each([
  { name: "Drizzle", open: openDrizzle, taken: /Failed query/ },
  { name: "Kysely", open: openKysely, taken: /duplicate key/ }
])("a booking in a transaction of $name", ({ name, open, taken }) => {
  let pool: pg.Pool
  let bookings: Awaited<ReturnType<typeof open>>
  let clinic: Workspace
  beforeAll(async () => {
    pool = new pg.Pool({ connectionString: await newDatabase(name.toLowerCase()) })
    bookings = await open(pool)
    clinic = await bookings.rollcall.workspace("clinic")
  })
  afterAll(async () => {
    await bookings.rollcall.close()
    await pool.end()
  })

  /** Counts the committed rows on another connection. */
  const committed = async () => {
    const { rows } = await pool.query<{ appointments: number; broadcasts: number; events: number }>(
      `SELECT (SELECT count(*)::int FROM appointments) AS appointments,
        (SELECT count(*)::int FROM rollcall.broadcasts) AS broadcasts,
        (SELECT count(*)::int FROM rollcall.events) AS events`
    )
    const { total } = await clinic.contacts.search({ searchTerm: "" })
    return { ...rows[0], contacts: total }
  }

  it("commits the appointment, the contact and the reminder", async () => {
    const { contact, reminder } = await bookings.book({ firstName: "Zoë", phoneNumber: "+49 30 901820" }, at(2))
    expect(await clinic.contacts.get(contact)).toMatchObject({ firstName: "Zoë" })
    expect(await clinic.broadcasts.get(reminder)).toMatchObject({ broadcast: { status: "scheduled" } })
    expect(await committed()).toEqual({ appointments: 1, broadcasts: 1, contacts: 1, events: 2 })
  })

  it("rolls back the contact if the appointment cannot be stored", async () => {
    const [startsAt, before] = [at(3), await committed()]
    await pool.query("INSERT INTO appointments VALUES ($1, gen_random_uuid())", [startsAt])
    const refused = bookings.book({ firstName: "Ada", phoneNumber: "+49 30 901821" }, startsAt)
    await expect(refused).rejects.toThrow(taken)
    expect(await committed()).toEqual({ ...before, appointments: 2 })
  })

  it("rolls back the appointment if the reminder is rejected", async () => {
    const before = await committed()
    const refused = bookings.book({ firstName: "Ada", phoneNumber: "+49 30 901821" }, new Date(0))
    await expect(refused).rejects.toMatchObject({ code: "invalid_input", issues: [{ path: ["scheduledFor"] }] })
    expect(await committed()).toEqual(before)
  })

  it("keeps the other statements after a failed call, and nothing if the host rolls back", async () => {
    const before = await committed()
    const write = (isKept: boolean) =>
      bookings.within(async ({ client, insert }) => {
        const bound = bookings.clinic.in(client)
        await bound.contacts.create({ firstName: "Grace", email: "grace@example.com", customFields: {} })
        await expect(bound.contacts.get(bound.uuid)).rejects.toMatchObject({ code: "not_found" })
        await insert(at(5), bound.uuid)
        if (!isKept) throw new Error("changed my mind")
      })
    await expect(write(false)).rejects.toThrow("changed my mind")
    expect(await committed()).toEqual(before)
    await write(true)
    expect(await committed()).toMatchObject({ appointments: 3, contacts: 2, events: 3 })
  })

  it("reports that a host's statement has aborted the transaction", async () => {
    const before = await committed()
    const aborted = bookings.within(async ({ client, insert }) => {
      const bound = bookings.clinic.in(client)
      await expect(insert(at(2), bound.uuid)).rejects.toThrow(taken)
      await bound.contacts.create({ firstName: "Ada", email: "ada@example.com", customFields: {} })
    })
    await expect(aborted).rejects.toMatchObject({ code: "transaction", message: /^The transaction is aborted/ })
    expect(await committed()).toEqual(before)
  })
})

it("a program books through both query builders", async () => {
  const program = join(import.meta.dirname, "../src/main.ts")
  const run = spawnSync(process.execPath, ["--conditions=rollcall-source", program], {
    encoding: "utf8",
    env: { ...process.env, DATABASE_URL: await newDatabase("program") }
  })
  expect(run).toMatchObject({ status: 0, stdout: "booked, and found 1\nbooked, and found 2\n", stderr: "" })
})
