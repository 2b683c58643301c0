import { ChannelWebhook, MessageChannel, type OutboundMessage } from "@rollcall/core/channel"
import { DateTime, Effect, Layer } from "effect"
import { createRollcall } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { describe, expect, it } from "vitest"
import { reminders, reminderTemplate } from "./Reminders.ts"

/** Text messages from one sender. What was sent is reported as delivered by a request to the webhook. */
const textMessages = () => {
  const sent: Array<OutboundMessage> = []
  const messageIdOf = ({ correlation }: OutboundMessage) => `sms-${correlation}`
  const channel = Layer.succeed(MessageChannel, {
    channelType: "sms",
    hasSender: (_workspace, from) => Effect.succeed(from === "CLINIC"),
    senders: () => Effect.succeed(["CLINIC"]),
    send: (message) => Effect.sync(() => (sent.push(message), messageIdOf(message))),
    lookup: (requests) => Effect.succeed(requests.map(() => ({ _tag: "Unknown" }))),
    listen: () => Effect.never
  })
  const webhook = Layer.succeed(ChannelWebhook, {
    path: "sms",
    verify: () => Effect.succeed("sms"),
    read: () =>
      Effect.map(DateTime.now, (at) => ({
        receipts: sent.map((message) => ({
          ...{ correlation: message.correlation, messageId: messageIdOf(message), status: "delivered" as const, at },
          ...{ workspaces: [message.workspace], error: null, reason: null }
        })),
        messages: [],
        notices: []
      }))
  })
  return { sent, channel: { layer: Layer.merge(channel, webhook), templates: [{ ...reminderTemplate, name: "text" }] } }
}

describe("several channels", () => {
  it("send in parallel: each has its templates, its senders and its webhook", async () => {
    const { channel, sent } = textMessages()
    const rollcall = await createRollcall({
      storage: memory(),
      channel: [simulator({ senders: ["493090180"] }), channel],
      templates: [{ ...reminderTemplate, name: "both" }]
    })
    const clinic = await rollcall.workspace("clinic")
    const offered = (await clinic.templates.list({ sendable: true })).map(
      ({ channelType, name }) => `${name} by ${channelType}`
    )
    expect(offered).toEqual(expect.arrayContaining(["appointment_reminder by chatapp", "text by sms"]))
    expect(offered.filter((line) => line.startsWith("both"))).toEqual(["both by chatapp", "both by sms"])
    expect(offered).not.toContain("text by chatapp")

    const bySms = { ...reminders(3), channelType: "sms", from: "CLINIC", templateName: "text" }
    const texts = await clinic.broadcasts.create(bySms)
    const chats = await clinic.broadcasts.create(reminders(2))
    const refused = clinic.broadcasts.create({ ...bySms, from: "493090180" })
    await expect(refused).rejects.toMatchObject({ code: "not_found" })
    const unknown = clinic.broadcasts.create({ ...bySms, channelType: "email" })
    await expect(unknown).rejects.toMatchObject({ message: "channelType: must be one of chatapp, sms" })

    const countersOf = async (uuid: string) => (await clinic.broadcasts.get(uuid)).counters
    const eventually = { timeout: 10_000 }
    await expect.poll(() => countersOf(texts.uuid), eventually).toMatchObject({ sent: 3, delivered: 0 })
    await expect.poll(() => countersOf(chats.uuid), eventually).toMatchObject({ sent: 2, delivered: 1, failed: 1 })
    expect(sent.map(({ broadcast }) => broadcast)).toEqual([texts.uuid, texts.uuid, texts.uuid])

    const report = new Request("http://host/channels/sms/webhook", { method: "POST", body: "a report" })
    expect((await rollcall.fetch(report)).status).toBe(200)
    await expect.poll(() => countersOf(texts.uuid), eventually).toMatchObject({ sent: 3, delivered: 3 })
    await rollcall.close()
  })

  it("are rejected if there is none, or if two have the same `channel_type`", async () => {
    const none = createRollcall({ storage: memory(), channel: [] })
    await expect(none).rejects.toMatchObject({ code: "invalid_input", issues: [{ path: ["channel"] }] })
    const twice = createRollcall({ storage: memory(), channel: [simulator(), simulator()] })
    await expect(twice).rejects.toMatchObject({
      code: "invalid_input",
      message: 'channels[1].channelType: "chatapp" is already used by channels[0]'
    })
  })
})
