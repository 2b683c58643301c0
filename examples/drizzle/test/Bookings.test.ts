import { spawnSync } from "node:child_process"
import { join } from "node:path"
import pg from "pg"
import type { Workspace } from "rollcall"
import { fromDrizzle } from "rollcall/postgres"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type EmbeddedServer, startServer } from "../../../packages/storage-postgres/test/server/EmbeddedServer.ts"
import { appointments, openBookings } from "../src/Bookings.ts"

const at = (day: number) => new Date(Date.UTC(2040, 4, day))

describe("a booking in a transaction of Drizzle", () => {
  let server: EmbeddedServer
  let pool: pg.Pool
  let bookings: Awaited<ReturnType<typeof openBookings>>
  let clinic: Workspace
  beforeAll(async () => {
    server = await startServer()
    pool = new pg.Pool({ connectionString: server.url })
    bookings = await openBookings(pool)
    clinic = await bookings.rollcall.workspace("clinic")
  })
  afterAll(async () => {
    await bookings.rollcall.close()
    await pool.end()
    await server.stop()
  })

  /** How much is committed, as another connection sees it. */
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
    expect(await clinic.deliveries.details(reminder)).toMatchObject({ broadcast: { status: "scheduled" } })
    expect(await committed()).toEqual({ appointments: 1, broadcasts: 1, contacts: 1, events: 2 })
  })

  it("rolls back the contact if the appointment cannot be stored", async () => {
    const [startsAt, before] = [at(3), await committed()]
    await pool.query("INSERT INTO appointments VALUES ($1, gen_random_uuid())", [startsAt])
    const refused = bookings.book({ firstName: "Ada", phoneNumber: "+49 30 901821" }, startsAt)
    await expect(refused).rejects.toThrow(/Failed query/)
    expect(await committed()).toEqual({ ...before, appointments: 2 })
  })

  it("rolls back the appointment if the reminder is refused", async () => {
    const before = await committed()
    const refused = bookings.book({ firstName: "Ada", phoneNumber: "+49 30 901821" }, new Date(0))
    await expect(refused).rejects.toMatchObject({ code: "invalid_input", issues: [{ path: ["scheduledFor"] }] })
    expect(await committed()).toEqual(before)
  })

  it("keeps what is beside a call that failed, and nothing if the host rolls back", async () => {
    const before = await committed()
    const write = (isKept: boolean) =>
      bookings.db.transaction(async (tx) => {
        const bound = await bookings.rollcall.using(fromDrizzle(tx)).workspace("clinic")
        await bound.contacts.create({ firstName: "Grace", email: "grace@example.com", customFields: {} })
        await expect(bound.contacts.get(bound.uuid)).rejects.toMatchObject({ code: "not_found" })
        await tx.insert(appointments).values({ startsAt: at(5), contact: bound.uuid })
        if (!isKept) throw new Error("changed my mind")
      })
    await expect(write(false)).rejects.toThrow("changed my mind")
    expect(await committed()).toEqual(before)
    await write(true)
    expect(await committed()).toMatchObject({ appointments: 3, contacts: 2, events: 3 })
  })

  it("says that a statement of the host has aborted the transaction", async () => {
    const before = await committed()
    const aborted = bookings.db.transaction(async (tx) => {
      const bound = await bookings.rollcall.using(fromDrizzle(tx)).workspace("clinic")
      await expect(tx.insert(appointments).values({ startsAt: at(2), contact: bound.uuid })).rejects.toThrow(
        /Failed query/
      )
      await bound.contacts.create({ firstName: "Ada", email: "ada@example.com", customFields: {} })
    })
    await expect(aborted).rejects.toMatchObject({ code: "transaction", message: /^The transaction is aborted/ })
    expect(await committed()).toEqual(before)
  })

  it("runs as a program", async () => {
    await pool.query("CREATE DATABASE program")
    const run = spawnSync(process.execPath, ["--conditions=source", join(import.meta.dirname, "../src/main.ts")], {
      encoding: "utf8",
      env: { ...process.env, DATABASE_URL: new URL("program", server.url).href }
    })
    expect(run).toMatchObject({ status: 0, stdout: "booked, and found 1 contact\n", stderr: "" })
  })
})
