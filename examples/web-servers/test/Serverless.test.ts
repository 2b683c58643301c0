import { setTimeout } from "node:timers/promises"
import { createRollcall, type Rollcall, RollcallError } from "rollcall"
import { postgres } from "rollcall/postgres"
import { simulator } from "rollcall/simulator"
import { afterAll, expect, it } from "vitest"
import { startServer } from "../../../packages/storage-postgres/test/server/EmbeddedServer.ts"

const database = await startServer()
afterAll(() => database.stop())

const open = (workers: boolean, migrate: "run" | "check"): Promise<Rollcall> =>
  createRollcall({
    storage: postgres({ url: database.url, migrate }),
    channel: simulator(),
    workers,
    http: { authorize: ({ headers }) => (headers.get("authorization") === null ? null : { workspace: "clinic" }) }
  })

/** Makes a new instance of the function. */
const instance = () => {
  let opened: Promise<Rollcall> | undefined
  return {
    handle: async (request: Request): Promise<Response> => (await (opened ??= open(false, "check"))).fetch(request),
    freeze: async () => (await opened)?.close()
  }
}

const request = (path: string, body?: object): Request =>
  new Request(`https://clinic.example${path}`, {
    headers: { authorization: "zoe", "content-type": "application/json" },
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) })
  })

it("the deployment migrates, instances accept a broadcast, and a scheduled call sends it", async () => {
  const refused = instance().handle(request("/v1/contacts"))
  await expect(refused).rejects.toThrow(/rollcall migrate run/)
  await expect(refused).rejects.toBeInstanceOf(RollcallError)
  await (await open(false, "run")).close()

  const first = instance()
  expect((await first.handle(new Request("https://clinic.example/v1/contacts"))).status).toBe(401)
  expect((await first.handle(request("/v1/contacts", { phone_number: "+49 30 901820" }))).status).toBe(201)
  await first.freeze()

  const second = instance()
  const accepted = await second.handle(
    request("/broadcasts", {
      channel_type: "chatapp",
      name: "Reminders",
      template_name: "appointment_reminder",
      from: "493090180",
      parameters: { body_order: ["name", "time"] },
      recipients: [{ identifier: "4930901820", parameters: { body: { name: "Zoë", time: "9:30" } } }]
    })
  )
  const answer = await accepted.text()
  expect({ status: accepted.status, answer }).toMatchObject({ status: 202 })
  const [, uuid = ""] = /"uuid":"([^"]+)"/.exec(answer) ?? []

  const scheduled = await open(true, "check")
  const clinic = await scheduled.workspace("clinic")
  while ((await clinic.broadcasts.get(uuid)).counters.sent < 1) await setTimeout(50)
  await scheduled.close()

  expect(await (await second.handle(request(`/broadcasts/${uuid}`))).text()).toMatch(/"sent":1\b/)
  await second.freeze()
})
