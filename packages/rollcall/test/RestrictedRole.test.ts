import { Effect, Exit, Redacted, Scope } from "effect"
import { randomUUID } from "node:crypto"
import pg from "pg"
import { createRollcall } from "rollcall"
import { postgres } from "rollcall/postgres"
import { simulator } from "rollcall/simulator"
import { afterAll, expect, it } from "vitest"
import { freshDatabase } from "../../storage-postgres/test/server/Databases.ts"
import { workerServer } from "../../storage-postgres/test/server/WorkerServer.ts"
import { reminders } from "./Reminders.ts"

/** Roles are those of the whole server, which other tests use too. */
const role = `clerk_${randomUUID().replaceAll("-", "")}`

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

it("a role that can only read and write rows searches, imports and sends", async () => {
  const url = Redacted.value(await Effect.runPromise(Scope.provide(freshDatabase(await workerServer()), scope)))
  const settings = { dispatch: { rate: { perSecond: 10_000, burst: 10_000 } } }
  const open = (url: string) =>
    createRollcall({ storage: postgres({ url, migrate: "check" }), channel: simulator(), settings })
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  const asRole = new URL(url)
  asRole.username = role
  asRole.password = "secret"
  let close = async () => {}
  try {
    await (await createRollcall({ storage: postgres({ url }), channel: simulator() })).close()
    await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`)
    const refusal = await open(asRole.href).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: "database_not_ready" })
    await owner.query(/GRANT .*;/.exec(String(refusal))?.[0] ?? "")
    const rollcall = await open(asRole.href)
    close = rollcall.close
    const clinic = await rollcall.workspace("clinic")

    const { uuid: imported } = await clinic.imports.create({
      contacts: Array.from({ length: 100 }, (_, n) => ({ fields: { firstName: "Ada", email: `${n}@example.com` } }))
    })
    const importNow = () => clinic.imports.get(imported)
    await expect.poll(async () => (await importNow()).status, { timeout: 20_000 }).toBe("completed")
    expect((await importNow()).counts.created).toBe(100)

    const { items: contacts, total } = await clinic.contacts.search({ searchTerm: "42@exam" })
    expect([total, contacts[0]?.email]).toEqual([1, "42@example.com"])

    const { uuid: sent } = await clinic.broadcasts.create(reminders(1_200))
    const status = async () => (await clinic.broadcasts.get(sent)).broadcast.status
    await expect.poll(status, { timeout: 20_000 }).toBe("completed")
    const { events } = await clinic.events.read({ types: ["import.completed", "broadcast.completed"] })
    expect(events.map(({ type }) => type)).toEqual(["import.completed", "broadcast.completed"])
  } finally {
    await close()
    await owner.query(`DROP OWNED BY ${role}`)
    await owner.query(`DROP ROLE ${role}`)
    await owner.end()
  }
}, 60_000)
