import { createRollcall } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { Webhook } from "standardwebhooks"
import { describe, expect, it } from "vitest"
import { startReceiver, taken } from "./Receiver.ts"

describe("webhooks", () => {
  it("H1, H2 and H3: reach a real receiver, signed, after it was down, in each contact's order", async () => {
    const receiver = await startReceiver(3)
    const settings = { webhooks: { allowPrivateAddresses: true, retryAfter: 20 } }
    const rollcall = await createRollcall({ storage: memory(), channel: simulator(), settings })
    const clinic = await rollcall.workspace("clinic")
    const { secret, webhook } = await clinic.webhooks.create({ url: receiver.urlOf(0) })
    expect(webhook).toMatchObject({ status: "enabled", waiting: [] })
    const contacts = await Promise.all(
      ["ada", "zoe", "max"].map((name) => clinic.contacts.create({ email: `${name}@example.org` }))
    )
    for (const { uuid } of contacts) await clinic.contacts.update(uuid, { firstName: "Ada" })
    const arrived = taken(await receiver.until(0, (all) => taken(all).length >= 6))
    const verifier = new Webhook(secret)
    for (const { body, headers } of arrived) expect(() => verifier.verify(body, headers)).not.toThrow()
    const messages = arrived.map(({ body }) => body)
    for (const { uuid } of contacts) {
      const types = messages.filter((body) => body.includes(uuid)).map((body) => /"type":"([^"]+)"/.exec(body)?.[1])
      expect(types).toEqual(["contact.created", "contact.updated"])
    }
    expect(messages.join()).not.toContain("example.org")
    const { secret: next } = await clinic.webhooks.rotate(webhook.uuid)
    await clinic.webhooks.replay(webhook.uuid, { oldest: true })
    const last = taken(await receiver.until(0, (all) => taken(all).length >= 12)).at(-1)
    for (const known of [secret, next]) {
      expect(() => new Webhook(known).verify(last?.body ?? "", last?.headers ?? {})).not.toThrow()
    }
    const changed = await clinic.webhooks.update(webhook.uuid, { types: ["contact.erased"] })
    expect(changed).toMatchObject({ url: receiver.urlOf(0), types: ["contact.erased"] })
    await clinic.webhooks.delete(webhook.uuid)
    await expect(clinic.webhooks.get(webhook.uuid)).rejects.toMatchObject({ code: "not_found" })
    await rollcall.close()
    receiver.close()
  })

  it("to a loopback address are rejected without the setting", async () => {
    const rollcall = await createRollcall({ storage: memory(), channel: simulator() })
    const clinic = await rollcall.workspace("clinic")
    await expect(clinic.webhooks.create({ url: "https://127.0.0.1/" })).rejects.toMatchObject({
      code: "invalid_input",
      issues: [{ path: ["url"] }]
    })
    await rollcall.close()
  })
})
