import { ChannelWebhook, type InboundBatch, MessageChannel, SendError } from "@rollcall/core/channel"
import { Effect, Layer } from "effect"

/** The senders of the provider, and how a send from each ends; null is accepted. */
export const senders = {
  "4930000001": null,
  "4930000002": "Undeliverable",
  "4930000003": "TemplateRejected",
  "4930000004": "SenderRejected",
  "4930000005": "OutcomeUnknown",
  "4930000006": "Transient",
  "4930000007": "Throttled"
} as const satisfies Readonly<Record<string, SendError["reason"] | null>>

const reasons = new Map<string, SendError["reason"] | null>(Object.entries(senders))

/** An id as WhatsApp gives it, with the number of the person in Base64. */
export const messageId = (number: string, rest: string): string =>
  `wamid.${Buffer.from(`\x1c\x18\x0b${number}\x15\x02\x00 ${rest}`, "latin1").toString("base64")}`

const templates = [
  {
    ...({ kind: "plain", name: "result", locale: "en", status: "approved" } as const),
    ...({ header: "text", body: 2, buttons: 1 } as const)
  },
  {
    ...({ kind: "carousel", name: "offers", locale: "en", status: "approved", body: 1 } as const),
    cards: [{ header: "image", body: 1, buttons: 1 } as const]
  }
]

/** A channel whose errors quote the message and its recipient, and whose webhook reports what it is given. */
export const makeProvider = () => {
  const reports: Array<InboundBatch> = []
  /** What was accepted, in its order. */
  const sent: Array<{ readonly correlation: InboundBatch["receipts"][number]["correlation"]; readonly id: string }> = []
  const channel = Layer.succeed(MessageChannel, {
    channelType: "chatapp",
    hasSender: () => Effect.succeed(true),
    senders: () => Effect.succeed([]),
    send: ({ attempt, correlation, from, parameters, to }) => {
      const reason = reasons.get(from) ?? null
      const id = messageId(to, `${correlation} ${attempt}`)
      sent.push({ correlation, id })
      if (reason === null) return Effect.succeed({ messageId: id, writesFrom: `7${to}` })
      const detail = `(#131026) ${to} cannot get ${JSON.stringify(parameters)}`
      return Effect.fail(new SendError({ reason, detail, retries: 0 }))
    },
    lookup: (requests) => Effect.succeed(requests.map(() => ({ _tag: "Unknown" }))),
    listen: () => Effect.never
  })
  const webhook = Layer.succeed(ChannelWebhook, {
    path: "provider",
    verify: () => Effect.succeed(""),
    read: () => Effect.sync(() => reports.shift() ?? { receipts: [], messages: [], notices: [] })
  })
  return { reports, sent, definition: { layer: Layer.merge(channel, webhook), templates } }
}
