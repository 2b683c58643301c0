import { inspect } from "node:util"
import { MessageChannel } from "@rollcall/core/channel"
import { Layer } from "effect"
import { type AuthorizedRequest, createRollcall, type RollcallOptions } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { describe, expect, it } from "vitest"

const contactsOf = async (response: Response) => {
  const json: unknown = await response.json()
  return { status: response.status, json }
}

describe("a host's metrics (O3)", () => {
  it("are text, and served for their token if the host sets one", async () => {
    const rollcall = await createRollcall({
      storage: memory(),
      channel: simulator(),
      http: { prefix: "/messages", metricsToken: "scrapers-have-this-token" }
    })
    const ask = async (token: string) =>
      await rollcall.fetch(
        new Request("http://host/messages/metrics", { headers: { authorization: `Bearer ${token}` } })
      )
    expect((await ask("another")).status).toBe(401)
    const text = await (await ask("scrapers-have-this-token")).text()
    for (const metrics of [text, await rollcall.metrics()]) {
      expect(metrics).toMatch(/^rollcall_ready 1$/m)
      expect(metrics).toMatch(/^rollcall_recipients\{state="sent"\} 0$/m)
    }
    await rollcall.close()
    await expect(rollcall.metrics()).rejects.toMatchObject({ code: "closed" })
  })
})

describe("a host's console", () => {
  it("shows on its page that messages are simulated", async () => {
    const simulated = '<meta name="rollcall-messages" content="simulated"'
    const pageOf = async (channel: RollcallOptions["channel"]) => {
      const rollcall = await createRollcall({ storage: memory(), channel, workers: false, http: { console: true } })
      const response = await rollcall.fetch(new Request("http://host/console"))
      await rollcall.close()
      return await response.text()
    }
    const real = Layer.mock(MessageChannel, { channelType: "sms" })
    expect(await pageOf(simulator())).toContain(simulated)
    expect(await pageOf(real)).not.toContain(simulated)
    expect(await pageOf([simulator(), real])).not.toContain(simulated)
  })
})

describe("fetch", () => {
  it("acts for the caller that the host returns, and returns 401, 403 and 404", async () => {
    const rollcall = await createRollcall({
      storage: memory(),
      channel: simulator(),
      http: {
        prefix: "/messages",
        authorize: async (request): Promise<AuthorizedRequest | null> => {
          const user = request.headers.get("x-user")
          if (user === null) return null
          return user === "zoe"
            ? { workspace: await rollcall.workspace("clinic") }
            : { workspace: "clinic", scopes: [] }
        }
      }
    })
    const clinic = await rollcall.workspace("clinic")
    const { uuid } = await clinic.contacts.create({ email: "ada@example.org" })
    const send = (path: string, user?: string) =>
      rollcall.fetch(new Request(`http://host${path}`, { headers: user === undefined ? {} : { "x-user": user } }))
    expect(await contactsOf(await send("/messages/v1/contacts", "zoe"))).toMatchObject({
      status: 200,
      json: { contacts: [{ uuid }] }
    })
    expect((await send("/messages/v1/contacts")).status).toBe(401)
    expect((await send("/messages/v1/contacts", "bob")).status).toBe(403)
    expect((await send("/v1/contacts", "zoe")).status).toBe(404)
    await rollcall.close()
    await expect(send("/messages/v1/contacts", "zoe")).rejects.toMatchObject({ code: "closed" })
  })

  it("accepts a workspace's tokens if the host does not authorize", async () => {
    const rollcall = await createRollcall({ storage: memory(), channel: simulator() })
    const clinic = await rollcall.workspace("clinic")
    const { token } = await clinic.accessTokens.create({ scopes: ["contacts:read"] })
    const headers = { authorization: `Bearer ${token}` }
    expect((await rollcall.fetch(new Request("http://host/v1/contacts", { headers }))).status).toBe(200)
    expect((await rollcall.fetch(new Request("http://host/v1/contacts"))).status).toBe(401)
    await rollcall.close()
  })

  it.each([
    ["clinic", "a string"],
    [undefined, "undefined"],
    [5, "a number"]
  ])("W6: the log says what authorize must return instead of %o", async (returned, kind) => {
    const lines: Array<string> = []
    const log: RollcallOptions["log"] = (_, message, annotations) => lines.push(`${message} ${inspect(annotations)}`)
    const http = { authorize: () => ({ workspace: "clinic" }) }
    Object.assign(http, { authorize: () => returned })
    const rollcall = await createRollcall({ storage: memory(), channel: simulator(), http, log })
    const { status } = await rollcall.fetch(new Request("http://host/v1/contacts"))
    expect(status).toBe(500)
    expect(lines.join()).toContain(
      `authorize: must return an object such as { workspace: "clinic" }, or null to answer 401, not ${kind}`
    )
    await rollcall.close()
  })

  it("limits each user's requests if the host sets a limit", async () => {
    const rollcall = await createRollcall({
      storage: memory(),
      channel: simulator(),
      http: {
        authorize: () => ({ workspace: "clinic" }),
        rateLimit: { perSecond: 0.001, burst: 1 }
      }
    })
    const send = () => rollcall.fetch(new Request("http://host/v1/contacts"))
    expect((await send()).status).toBe(200)
    const { headers, status } = await send()
    expect([status, headers.get("retry-after")]).toEqual([429, "1000"])
    await rollcall.close()
  })
})
