import { Effect, Exit, Redacted, Scope } from "effect"
import type { Workspace } from "rollcall"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { freshDatabase } from "../../../storage-postgres/test/server/Databases.ts"
import { startServer } from "../../../storage-postgres/test/server/EmbeddedServer.ts"
import { type Host, newFile, openHost } from "./Hosts.ts"

/** More recipients than one step of an acceptance stores. */
const reminders = {
  name: "Reminders",
  templateName: "appointment_reminder",
  from: "493090180",
  parameters: { bodyOrder: ["name", "time"] },
  recipients: Array.from({ length: 2_500 }, (_, n) => ({
    identifier: `4930${100_000 + n}`,
    parameters: { body: { name: "Zoë", time: "9:30" } }
  }))
}

const rows = Array.from({ length: 250 }, (_, n) => ({
  fields: { firstName: `Contact ${n}`, email: `${n}@example.com` }
}))

/** Writes a contact, a broadcast and an import. */
const writeAll = async (clinic: Workspace) => {
  const { uuid } = await clinic.contacts.create({ firstName: "Zoë", email: "zoe@example.com", customFields: {} })
  const broadcast = await clinic.broadcasts.create(reminders)
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
    isThere(clinic.deliveries.details(written.broadcast)),
    isThere(clinic.imports.get(written.contactImport))
  ])

const none = [false, false, false]
const all = [true, true, true]

const places: ReadonlyArray<readonly [name: string, open: () => Promise<{ host: Host; end: () => Promise<void> }>]> = [
  [
    "SQLite",
    async () => {
      const { filename, remove } = newFile()
      const host = await openHost({ sqlite: filename })
      return { host, end: async () => remove() }
    }
  ],
  [
    "Postgres",
    async () => {
      const server = await startServer()
      const scope = Effect.runSync(Scope.make())
      const url = await Effect.runPromise(Scope.provide(freshDatabase(server.url), scope))
      const host = await openHost({ postgres: Redacted.value(url) })
      const end = async () => {
        await Effect.runPromise(Scope.close(scope, Exit.void))
        await server.stop()
      }
      return { host, end }
    }
  ]
]

describe.each(places)("a transaction of the host on %s", (_, open) => {
  let host: Host
  let clinic: Workspace
  let end: () => Promise<void>
  beforeAll(async () => {
    ;({ end, host } = await open())
    clinic = await host.rollcall.workspace("clinic")
  })
  afterAll(async () => {
    await host.close()
    await end()
  })

  it("commits a contact, a broadcast and an import with the host's rows, and the work begins then", async () => {
    await host.begin()
    await host.run("INSERT INTO visits VALUES ('Zoë')")
    const written = await writeAll(await host.using().workspace("clinic"))
    expect(await seen(clinic, written)).toEqual(none)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await host.run("COMMIT")
    expect(await seen(clinic, written)).toEqual(all)
    expect(await host.visits()).toBe(1)
    await expect
      .poll(async () => (await clinic.deliveries.details(written.broadcast)).broadcast.status, { timeout: 20_000 })
      .toBe("sending")
    await expect
      .poll(async () => (await clinic.imports.get(written.contactImport)).status, { timeout: 20_000 })
      .toBe("completed")
  })

  it("rolls all of them back", async () => {
    await host.begin()
    await host.run("INSERT INTO visits VALUES ('Ada')")
    const written = await writeAll(await host.using().workspace("clinic"))
    await host.run("ROLLBACK")
    expect(await seen(clinic, written)).toEqual(none)
    expect(await host.visits()).toBe(1)
  })

  it("goes on after a call that failed, which leaves nothing", async () => {
    await host.begin()
    const bound = await host.using().workspace("clinic")
    const kept = await bound.contacts.create({ firstName: "Grace", email: "grace@example.com", customFields: {} })
    const refused = bound.broadcasts.create({ ...reminders, templateName: "unheard_of" })
    await expect(refused).rejects.toMatchObject({ code: "not_found" })
    await host.run("COMMIT")
    expect(await isThere(clinic.contacts.get(kept.uuid))).toBe(true)
  })

  it("runs calls that are made at once one after the other", async () => {
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

  it("is asked for where there is none", async () => {
    const refused = host.using().workspace("clinic")
    await expect(refused).rejects.toMatchObject({ code: "transaction", message: /not in a transaction/ })
  })
})
