import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createRollcall, type Rollcall, type Workspace } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { allContacts, followContacts, listFor, report, saveContact } from "../src/Clinic.ts"
import { openServer } from "../src/Server.ts"

const program = join(import.meta.dirname, "../src/main.ts")

describe("the first program", () => {
  it("runs on a file and ends, with at most 20 lines", () => {
    const folder = mkdtempSync(join(tmpdir(), "rollcall-first-"))
    const run = spawnSync(process.execPath, ["--conditions=rollcall-source", program], {
      cwd: folder,
      encoding: "utf8"
    })
    rmSync(folder, { recursive: true })
    expect(run).toMatchObject({ status: 0, stdout: "found 1 of 1, accepted 1\n", stderr: "" })
    expect(readFileSync(program, "utf8").trim().split("\n").length).toBeLessThanOrEqual(20)
  })
})

describe("the README's program", () => {
  it("runs on a file and follows the broadcast until it is sent", async () => {
    const folder = mkdtempSync(join(tmpdir(), "rollcall-tour-"))
    const tour = join(import.meta.dirname, "../src/Tour.ts")
    const run = spawn(process.execPath, ["--conditions=rollcall-source", tour], { cwd: folder })
    let [printed, errors] = ["", ""]
    run.stdout.on("data", (data: Buffer) => {
      printed += data.toString()
      if (printed.includes("broadcast.completed")) run.kill()
    })
    run.stderr.on("data", (data: Buffer) => {
      errors += data.toString()
    })
    await once(run, "close")
    rmSync(folder, { recursive: true })
    expect(errors).toBe("")
    expect(printed.trim().split("\n")).toEqual([
      "contact.created",
      "broadcast.accepted",
      "broadcast.started",
      "broadcast.completed"
    ])
  }, 30_000)
})

describe("the clinic", () => {
  let rollcall: Rollcall
  let clinic: Workspace
  beforeAll(async () => {
    rollcall = await createRollcall({
      storage: memory(),
      channel: simulator({ deliveryDelay: { min: 0, max: 0 }, readDelay: { min: 0, max: 0 } })
    })
    clinic = await rollcall.workspace("clinic")
  })
  afterAll(() => rollcall.close())

  it("saves a contact, or reports what is wrong", async () => {
    expect(await saveContact(clinic, { firstName: "Zoë" })).toMatchObject({
      wrong: ["externalContactId", "email", "phoneNumber", "chatappId", "socialmsgId"].map(
        (field) => `${field} at least one identifier is required`
      )
    })
    const saved = await saveContact(clinic, { firstName: "Zoë", email: "zoe@example.org" })
    expect(await allContacts(clinic, "zoë")).toMatchObject([saved])
  })

  it("creates a list for a user", async () => {
    const user = { id: "user_1", clinic: "clinic" }
    const [first, again] = [await listFor(rollcall, user), await listFor(rollcall, user)]
    expect(first.createdBy).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f-]{21}$/)
    expect(again.createdBy).toBe(first.createdBy)
  })

  it("follows contacts from a cursor", async () => {
    const { uuid } = await clinic.contacts.create({ email: "ada@example.org" })
    const copy = { cursor: null, uuids: new Set<string>() }
    const stop = new AbortController()
    const following = followContacts(clinic, copy, stop.signal).catch((error: unknown) => error)
    await expect.poll(() => copy.uuids.has(uuid)).toBe(true)
    await clinic.contacts.erase(uuid)
    await expect.poll(() => copy.uuids.has(uuid)).toBe(false)
    expect(copy.cursor).toBeTypeOf("string")
    stop.abort(new Error("enough"))
    expect(await following).toMatchObject({ message: "enough" })
  })

  it("reports who was reached", async () => {
    const body = { name: "Zoë", time: "9:30" }
    const { uuid } = await clinic.broadcasts.create({
      name: "Reminders",
      templateName: "appointment_reminder",
      from: "493090180",
      parameters: { bodyOrder: ["name", "time"] },
      recipients: [
        { identifier: "4930901820", parameters: { body } },
        { identifier: "12", parameters: { body } }
      ]
    })
    await expect
      .poll(() => report(clinic, uuid), { timeout: 10_000 })
      .toEqual({
        status: "completed",
        read: 1,
        missed: [["12", "invalid_identifier"]]
      })
  })
})

describe("the server", () => {
  it("serves the host's users", async () => {
    const rollcall = await openServer()
    const ask = (headers: Record<string, string>) =>
      rollcall.fetch(new Request("http://host/rollcall/v1/contacts", { headers }))
    expect((await ask({})).status).toBe(401)
    expect((await ask({ cookie: "session=1" })).status).toBe(200)
    await rollcall.close()
  })
})
