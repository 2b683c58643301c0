import { type AuthorizedRequest, createRollcall, type Rollcall, type RollcallOptions } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { sqlite } from "rollcall/sqlite"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterEach, describe, expect, it, vi } from "vitest"

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const opened: Array<Rollcall> = []
afterEach(async () => {
  for (const rollcall of opened.splice(0)) await rollcall.close()
})

const open = async (options: Partial<RollcallOptions> = {}) => {
  const rollcall = await createRollcall({ storage: memory(), channel: simulator(), workers: false, ...options })
  opened.push(rollcall)
  return rollcall
}

/** Ids of users as Clerk, Auth0, Better Auth and a table with serial keys give them. */
const ids = [
  "user_2NNEqL2nrIRdJ194ndJqAHwEfxC",
  "auth0|5f7c8ec7c33c6c004bbafe82",
  "4aGkB0BdSvLqGTMW5Z1NXKmCHpHRVNFh",
  "17"
]

const timelineOf = async (rollcall: Rollcall, contact: string) =>
  (await (await rollcall.workspace("clinic")).contacts.timeline(contact, {})).items

describe("an actor is any string (A1)", () => {
  for (const id of ids) {
    it(`as ${id}, in a workspace's calls and timelines`, async () => {
      const rollcall = await open()
      const clinic = await rollcall.workspace("clinic", { actor: id })
      const list = await clinic.lists.create({ name: "Berlin" })
      expect(list.createdBy).toMatch(uuid)
      expect((await clinic.lists.update(list.uuid, { name: "Bern" })).updatedBy).toBe(list.createdBy)
      const contact = await clinic.contacts.create({ email: "ada@example.org" })
      await clinic.contacts.update(contact.uuid, { firstName: "Ada" })
      await clinic.lists.addMembers(list.uuid, [contact.uuid])
      const happened = (await timelineOf(rollcall, contact.uuid)).filter(({ type }) => type !== "created")
      expect(new Map(happened.map(({ actor, by, type }) => [type, [by, actor]]))).toEqual(
        new Map([
          ["list_added", [list.createdBy, id]],
          ["updated", [list.createdBy, id]]
        ])
      )
    })

    it(`as ${id}, in requests authorized by a host`, async () => {
      const rollcall = await open({ http: { authorize: () => ({ workspace: "clinic", actor: id }) } })
      const send = async (method: string, path: string, json?: unknown) => {
        const body = json === undefined ? null : JSON.stringify(json)
        const headers = { "content-type": "application/json" }
        const response = await rollcall.fetch(new Request(`http://host${path}`, { method, body, headers }))
        const answer: unknown = await response.json()
        return { status: response.status, answer }
      }
      const clinic = await rollcall.workspace("clinic", { actor: id })
      const { createdBy: actor } = await clinic.lists.create({ name: "Berlin" })
      expect(await send("POST", "/v1/contact-lists", { name: "Bern" })).toMatchObject({
        status: 201,
        answer: { created_by: actor, updated_by: actor }
      })
      const contact = await clinic.contacts.create({ email: "ada@example.org" })
      expect((await send("PATCH", `/v1/contacts/${contact.uuid}`, { first_name: "Ada" })).status).toBe(200)
      expect(await send("GET", `/v1/contacts/${contact.uuid}/timeline`)).toMatchObject({
        answer: {
          items: [
            { type: "updated", by: actor, actor: id },
            { type: "created", by: null, actor: null }
          ]
        }
      })
    })
  }

  it("and a UUID stays unchanged; the program itself has no actor", async () => {
    const rollcall = await open()
    const given = "0197A000-0000-7000-8000-0000000000AB"
    const clinic = await rollcall.workspace("clinic", { actor: given })
    const { createdBy } = await clinic.lists.create({ name: "Berlin" })
    expect(createdBy).toBe(given.toLowerCase())
    const contact = await clinic.contacts.create({ email: "ada@example.org" })
    await clinic.contacts.update(contact.uuid, { firstName: "Ada" })
    await (await rollcall.workspace("clinic")).contacts.update(contact.uuid, { firstName: "Zoë" })
    expect((await timelineOf(rollcall, contact.uuid)).map(({ actor }) => actor)).toEqual([null, createdBy, null])
  })

  it("with a token of the same uuid", async () => {
    const rollcall = await open()
    const clinic = await rollcall.workspace("clinic", { actor: "user_1" })
    const { createdBy } = await clinic.lists.create({ name: "Berlin" })
    const { record, token } = await clinic.accessTokens.create({ actor: "user_1" })
    expect(record.actorUuid).toBe(createdBy)
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
    const request = { method: "POST", headers, body: '{"name":"Bern"}' }
    const response = await rollcall.fetch(new Request("http://host/v1/contact-lists", request))
    expect(await response.json()).toMatchObject({ created_by: createdBy })
    expect((await clinic.accessTokens.create({})).record.actorUuid).not.toBe(createdBy)
  })

  it("stored with the host's transaction, or not at all", async () => {
    const folder = mkdtempSync(join(tmpdir(), "rollcall-actors-"))
    const database = new DatabaseSync(join(folder, "host.db"))
    const rollcall = await createRollcall({ storage: sqlite({ database }), channel: simulator(), workers: false })
    const { contacts } = await rollcall.workspace("clinic")
    const { uuid } = await contacts.create({ email: "ada@example.org" })
    for (const end of ["ROLLBACK", "COMMIT"]) {
      database.exec("BEGIN")
      const clinic = await rollcall.using(database).workspace("clinic", { actor: "user_1" })
      await clinic.contacts.update(uuid, { firstName: "Ada" })
      database.exec(end)
    }
    expect((await contacts.timeline(uuid, {})).items).toMatchObject([{ type: "updated", actor: "user_1" }, {}])
    await rollcall.close()
    database.close()
    rmSync(folder, { recursive: true })
  })

  it("and events name the actor, in every way of reading them", async () => {
    const rollcall = await open({ http: { authorize: () => ({ workspace: "clinic", actor: "user_1" }) } })
    const clinic = await rollcall.workspace("clinic", { actor: "user_1" })
    const { createdBy: by } = await clinic.lists.create({ name: "Berlin" })
    const send = (method: string, path: string, json?: unknown) => {
      const headers = { "content-type": "application/json" }
      return rollcall.fetch(
        new Request(`http://host${path}`, {
          method,
          headers,
          ...(json !== undefined && { body: JSON.stringify(json) })
        })
      )
    }
    const { uuid } = await clinic.contacts.create({ email: "ada@example.org" })
    await (await rollcall.workspace("clinic")).contacts.update(uuid, { firstName: "Ada" })
    expect((await send("POST", "/v1/contacts", { email: "bob@example.org" })).status).toBe(201)
    expect((await send("DELETE", `/v1/contacts/${uuid}`)).status).toBe(204)
    const nil = "00000000-0000-0000-0000-000000000000"
    const expected = [
      { type: "contact.created", by, actor: "user_1" },
      { type: "contact.updated", by: nil, actor: null },
      { type: "contact.created", by, actor: "user_1" },
      { type: "contact.erased", by, actor: "user_1" }
    ]
    expect(await clinic.events.read({})).toMatchObject({ events: expected })
    const answer: unknown = await (await send("GET", "/v1/events")).json()
    expect(answer).toMatchObject({ events: expected })
  })

  it("and an empty or too long one is rejected", async () => {
    const rollcall = await open()
    for (const actor of ["", "a".repeat(256)]) {
      const refused = { code: "invalid_input", issues: [{ path: ["actor"] }] }
      await expect(rollcall.workspace("clinic", { actor })).rejects.toMatchObject(refused)
    }
  })
})

describe("warnings and errors of a host without a log", () => {
  afterEach(() => vi.restoreAllMocks())

  const failing = async (options: Partial<RollcallOptions>) => {
    const authorize = (): AuthorizedRequest => {
      throw new Error("the sessions are gone")
    }
    const rollcall = await open({ http: { authorize }, ...options })
    const response = await rollcall.fetch(new Request("http://host/v1/contacts"))
    expect(response.status).toBe(500)
    return response.headers.get("x-request-id")
  }

  it("W6: are on the console, each in one line, a 500 with the request's id", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {})
    const id = await failing({})
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(error.mock.calls).toEqual([
      [
        expect.stringMatching(
          new RegExp(`^rollcall: The request failed \\(requestId: ${id}\\): [^\\n]*the sessions are gone[^\\n]*$`)
        )
      ]
    ])
  })

  it("are nowhere with `log: false`, and only in the host's log if there is one", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {})
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {})
    await failing({ log: false })
    const lines: Array<unknown> = []
    const id = await failing({ log: (level, message, { requestId }) => lines.push([level, message, requestId]) })
    expect(lines).toEqual([["error", "The request failed", id]])
    expect([error.mock.calls, warn.mock.calls]).toEqual([[], []])
  })
})
