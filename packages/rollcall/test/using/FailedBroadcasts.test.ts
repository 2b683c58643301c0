import { setTimeout } from "node:timers/promises"
import type { Workspace } from "rollcall"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { databases } from "./Databases.ts"
import { type Host, openHost } from "./Hosts.ts"
import { reminders } from "../Reminders.ts"

/** The triggers that refuse a recipient of the second step of an acceptance, by the name of the database. */
const refusals: { readonly [database: string]: string } = {
  SQLite: `CREATE TRIGGER refuse BEFORE INSERT ON broadcast_recipients WHEN new.position = 1500
    BEGIN SELECT RAISE(ABORT, 'refused'); END`,
  Postgres: `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON rollcall.broadcast_recipients FOR EACH ROW WHEN (new.position = 1500)
    EXECUTE FUNCTION refuse()`
}

describe.each(databases)(
  "a broadcast that fails after a part of it is stored, in a transaction on %s",
  (name, open) => {
    let host: Host
    let clinic: Workspace
    let end: () => Promise<void>
    beforeAll(async () => {
      const database = await open()
      end = database.end
      host = await openHost(database.place, { workers: false })
      clinic = await host.rollcall.workspace("clinic")
    })
    afterAll(async () => {
      await host.close()
      await end()
    })

    /** What is left in the tables of broadcasts. */
    const left = async () => [await host.rows("broadcasts"), await host.rows("broadcast_recipients")]

    /** Commits what the host and Rollcall write around a call that fails, and checks that nothing of the call is left. */
    const expectNothing = async (fail: (bound: Workspace) => Promise<void>) => {
      const [visits, { total }] = [await host.visits(), await clinic.contacts.search()]
      const { next } = await clinic.events.read({ limit: 1_000 })
      await host.begin()
      await host.run("INSERT INTO visits VALUES ('before')")
      const bound = await host.using().workspace("clinic")
      const first = await bound.contacts.create({ email: `${visits}@before.example` })
      await fail(bound)
      expect(await left()).toEqual([0, 0])
      await host.run("INSERT INTO visits VALUES ('after')")
      const second = await bound.contacts.create({ email: `${visits}@after.example` })
      await host.run("COMMIT")
      expect(await left()).toEqual([0, 0])
      expect(await host.visits()).toBe(visits + 2)
      expect((await clinic.contacts.search()).total).toBe(total + 2)
      const { events } = await clinic.events.read({ after: next })
      expect(events).toMatchObject([{ contactUuid: first.uuid }, { contactUuid: second.uuid }])
    }

    it("stores nothing if the call is aborted meanwhile", async () => {
      await expectNothing(async (bound) => {
        const stop = new AbortController()
        const reason = new Error("enough")
        const call = bound.broadcasts.create(reminders(20_000), { signal: stop.signal })
        const rejection = call.catch((error: unknown) => error)
        while ((await host.rows("broadcast_recipients")) === 0) await setTimeout(1)
        stop.abort(reason)
        expect(await rejection).toBe(reason)
      })
    })

    it("stores nothing if the database rejects a later part, and frees its key", async () => {
      const request = { ...reminders(2_500), clientUniqueIdentifier: "reminders" }
      await expectNothing(async (bound) => {
        await host.run("SAVEPOINT refusal")
        await host.run(refusals[name] ?? "")
        const refused = bound.broadcasts.create(request)
        await expect(refused).rejects.toMatchObject({ cause: { message: /refused/ } })
        await host.run("ROLLBACK TO refusal")
      })
      await host.begin()
      const { replayed, uuid } = await (await host.using().workspace("clinic")).broadcasts.create(request)
      await host.run("COMMIT")
      expect(replayed).toBe(false)
      expect((await clinic.broadcasts.get(uuid)).broadcast.status).toBe("scheduled")
    })
  }
)
