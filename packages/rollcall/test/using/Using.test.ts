import type { Workspace } from "rollcall"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { databases } from "./Databases.ts"
import { type Host, openHost } from "./Hosts.ts"
import { reminders } from "../Reminders.ts"

const rows = Array.from({ length: 250 }, (_, n) => ({
  fields: { firstName: `Contact ${n}`, email: `${n}@example.com` }
}))

/** Writes a contact, a broadcast and an import. */
const writeAll = async (clinic: Workspace) => {
  const { uuid } = await clinic.contacts.create({ firstName: "Zoë", email: "zoe@example.com", customFields: {} })
  const broadcast = await clinic.broadcasts.create(reminders(2_500))
  const contactImport = await clinic.imports.create({ contacts: rows })
  return { contact: uuid, broadcast: broadcast.uuid, contactImport: contactImport.uuid }
}

const isThere = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    () => false
  )

/** Which of them are in the workspace. */
const seen = (clinic: Workspace, written: Awaited<ReturnType<typeof writeAll>>) =>
  Promise.all([
    isThere(clinic.contacts.get(written.contact)),
    isThere(clinic.broadcasts.get(written.broadcast)),
    isThere(clinic.imports.get(written.contactImport))
  ])

/** The contacts and broadcasts of which there is an event after a cursor. */
const subjectsOfEvents = async (clinic: Workspace, after: string | null) => {
  const { events } = await clinic.events.read({ after, types: ["contact.created", "broadcast.accepted"], limit: 1_000 })
  return events.map((event) =>
    "contactUuid" in event ? event.contactUuid : "broadcastUuid" in event && event.broadcastUuid
  )
}

const none = [false, false, false]
const all = [true, true, true]

describe.each(databases)("a host's transaction on %s", (_, openDatabase) => {
  let host: Host
  let clinic: Workspace
  let end: () => Promise<void>
  beforeAll(async () => {
    const database = await openDatabase()
    end = database.end
    host = await openHost(database.place)
    clinic = await host.rollcall.workspace("clinic")
  })
  afterAll(async () => {
    await host.close()
    await end()
  })

  it("commits a contact, a broadcast and an import with the host's rows and their events, and work begins then", async () => {
    await host.begin()
    await host.run("INSERT INTO visits VALUES ('Zoë')")
    const written = await writeAll(await host.using().workspace("clinic"))
    expect(await seen(clinic, written)).toEqual(none)
    expect(await subjectsOfEvents(clinic, null)).toEqual([])
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await host.run("COMMIT")
    expect(await seen(clinic, written)).toEqual(all)
    expect((await subjectsOfEvents(clinic, null)).slice(0, 2)).toEqual([written.contact, written.broadcast])
    expect(await host.visits()).toBe(1)
    await expect
      .poll(async () => (await clinic.broadcasts.get(written.broadcast)).broadcast.status, { timeout: 20_000 })
      .toBe("sending")
    await expect
      .poll(async () => (await clinic.imports.get(written.contactImport)).status, { timeout: 20_000 })
      .toBe("completed")
  })

  it("rolls all of them back, with their events", async () => {
    const { next } = await clinic.events.read({ limit: 1_000 })
    await host.begin()
    await host.run("INSERT INTO visits VALUES ('Ada')")
    const written = await writeAll(await host.using().workspace("clinic"))
    await host.run("ROLLBACK")
    expect(await seen(clinic, written)).toEqual(none)
    expect(await subjectsOfEvents(clinic, next)).toEqual([])
    expect(await host.visits()).toBe(1)
  })

  it("continues after a failed call, which stores nothing", async () => {
    await host.begin()
    const bound = await host.using().workspace("clinic")
    const kept = await bound.contacts.create({ firstName: "Grace", email: "grace@example.com", customFields: {} })
    const refused = bound.broadcasts.create({ ...reminders(1), templateName: "unheard_of" })
    await expect(refused).rejects.toMatchObject({ code: "not_found" })
    await host.run("COMMIT")
    expect(await isThere(clinic.contacts.get(kept.uuid))).toBe(true)
  })

  it("runs concurrent calls one after another", async () => {
    await host.begin()
    const bound = await host.using().workspace("clinic")
    const calls = Array.from({ length: 20 }, (_, n) =>
      bound.contacts.create({ firstName: "At once", email: n % 4 === 0 ? null : `${n}@at.once`, customFields: {} })
    )
    const results = await Promise.all(calls.map(isThere))
    await host.run("COMMIT")
    expect(results).toEqual(calls.map((_, n) => n % 4 !== 0))
    expect((await clinic.contacts.search({ searchTerm: "once" })).total).toBe(15)
  })

  it("is required: a call without one fails", async () => {
    const refused = host.using().workspace("clinic")
    await expect(refused).rejects.toMatchObject({ code: "transaction", message: /not in a transaction/ })
  })
})
